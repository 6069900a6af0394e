/**
 * Dialog for one action on a booking. Previews the action on the server to label the button, explains refusals with the
 * next step, and lets staff override some rules with a reason.
 */
import { Checkbox, Spinner, makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  runAnyBookingAction,
  type BookingActionChange,
  type BookingActionResult,
} from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { FittingDeparture } from '../../../data/bookings/refusals.ts';
import type { Failure } from '../../../domain/result.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import type { FormDraftState } from '../../../features/form-drafts/use-form-draft.ts';
import { splitResult } from '../../../online/use-mutation.ts';
import { usePreview } from '../../../online/use-preview.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingContext } from '../booking-context.ts';
import { addToChange, DEFAULT_OPTIONS, OptionFields, useOfferedOptions, withOptions } from './action-options.tsx';
import { OverrideWarning } from './override-warning.tsx';
import { previewKey } from './preview-key.ts';
import { RefusalMessage } from './refusal-message.tsx';
import { useBookingAction } from './use-booking-action.ts';

/**
 * Actions that mail the guest unless staff opt out. Extending a hold does so only if the preview says it. Cancelling
 * has its own message field instead.
 */
const MAILS_GUEST: ReadonlySet<BookingActionChange['name']> = new Set([
  'confirm_booking',
  'change_party',
  'move_booking',
  'restore_booking',
  'reject_booking',
  'merge_bookings',
  'split_booking',
]);

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface ActionDialogProps {
  booking: BookingDetail;
  context: BookingContext;
  title: ReactNode;
  /** Null while required input is missing. */
  act: BookingActionChange | null;
  /** Label of the confirm button; `preview` is null while it loads, and if the action is refused. */
  confirm(preview: BookingActionResult | null): ReactNode;
  /** Describes the effect that the preview returned. */
  effect?(preview: BookingActionResult): ReactNode;
  /** Text of the success toast. */
  successText(result: BookingActionResult): string;
  kind?: 'form' | 'confirm';
  /** Accepts one of the alternative departures that a refusal offers. */
  onSelectDeparture?(departure: FittingDeparture): void;
  onDone?(result: BookingActionResult): void;
  onClose(): void;
  /** `children` is rendered above the previewed effect, `below` under it. */
  children?: ReactNode;
  below?: ReactNode;
  /** Draft of the input: restored on reopening, dropped once the action has succeeded. */
  draft?: FormDraftState;
  /** Label of the dismiss button where "Cancel" would be ambiguous. */
  leave?: ReactNode;
}

export function ActionDialog(props: ActionDialogProps) {
  const { booking, context, act, draft, kind = 'form' } = props;
  const styles = useStyles();
  const [options, setOptions] = useState(DEFAULT_OPTIONS);
  const [sendsMail, setSendsMail] = useState(true);
  const pendingAct = act && withOptions(act, options);
  const saving = useBookingAction(booking, context);
  const { result: outcome, setResult } = usePreview(previewKey(pendingAct), () =>
    runAnyBookingAction(
      { ...addToChange(pendingAct!, { preview: true }), booking: booking.id },
      { request: crypto.randomUUID() },
    ),
  );
  const parts = splitResult(outcome);
  const { data: preview, refusal, failure } = parts;
  const offered = useOfferedOptions(act, parts);

  async function submit(): Promise<boolean> {
    const result = await saving.save(sendsMail ? pendingAct! : addToChange(pendingAct!, { mail: false }));
    if (!result.ok) {
      setResult(result);
      return false;
    }
    draft?.discard();
    void showToast({ intent: 'success', text: props.successText(result.data) });
    props.onDone?.(result.data);
    return true;
  }

  return (
    <FormDialog
      kind={kind}
      title={props.title}
      confirm={props.confirm(preview)}
      leave={props.leave}
      disabled={pendingAct === null || outcome === null || refusal !== null}
      onClose={props.onClose}
      onConfirm={submit}
    >
      <div className={styles.form}>
        {draft && <RestoreDraftNotice draft={draft} />}
        {props.children}
        {refusal && (
          <RefusalMessage
            refusal={refusal}
            context={context}
            currency={booking.money.currency}
            onSelectDeparture={props.onSelectDeparture}
          />
        )}
        <OptionFields offered={offered} value={options} onChange={setOptions} />
        {failure && <ActionFailure failure={failure} isPreview={failure !== saving.result} />}
        {preview && <PreviewedEffect preview={preview} booking={booking} context={context} effect={props.effect} />}
        {pendingAct && !outcome && <PreviewSpinner />}
        {props.below}
        {act && (MAILS_GUEST.has(act.name) || (act.name === 'extend_booking' && preview?.isMailed)) && (
          <MailCheckbox email={booking.contactEmail} checked={sendsMail} onChange={setSendsMail} />
        )}
      </div>
    </FormDialog>
  );
}

/** Explains why the action was not saved, or could not be previewed. */
function ActionFailure({ failure, isPreview }: { failure: Failure; isPreview: boolean }) {
  if (!isPreview) return <SaveFailed result={failure} />;
  return (
    <Message state={failure.retry ? 'attention' : 'no'} alert>
      <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
    </Message>
  );
}

interface PreviewedEffectProps extends Pick<ActionDialogProps, 'booking' | 'context'> {
  preview: BookingActionResult;
  effect: ActionDialogProps['effect'] | undefined;
}

/** Effects of the action: overridden rules, the effect itself, and the change of the partner's account. */
function PreviewedEffect({ preview, booking, context, effect }: PreviewedEffectProps) {
  return (
    <>
      <OverrideWarning overriddenRules={preview.overriddenRules} />
      {effect && <Message state="neutral">{effect(preview)}</Message>}
      {preview.onAccount ? (
        <Message state="neutral">
          <FormattedMessage
            id="bookings.account.effect"
            values={{
              way: preview.onAccount > 0 ? 'on' : 'off',
              amount: context.formats.money(Math.abs(preview.onAccount), booking.money.currency),
            }}
          />
        </Message>
      ) : null}
    </>
  );
}

function PreviewSpinner() {
  const intl = useIntl();
  return <Spinner size="tiny" labelPosition="after" label={intl.formatMessage({ id: 'bookings.looking' })} />;
}

interface MailCheckboxProps {
  email: string | null;
  checked: boolean;
  onChange(checked: boolean): void;
}

/** Offers to mail the guest; renders nothing without an address. */
function MailCheckbox({ email, checked, onChange }: MailCheckboxProps) {
  const intl = useIntl();
  if (!email) return null;
  return (
    <Checkbox
      checked={checked}
      label={intl.formatMessage({ id: 'bookings.mailNotice' }, { email })}
      onChange={(_, data) => onChange(data.checked === true)}
    />
  );
}
