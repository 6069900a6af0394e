/**
 * Dialog for one action on a booking. Previews the action on the server to label the button, explains refusals with the
 * next step, and lets staff override some rules with a reason.
 */
import { Checkbox, Spinner, makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  runAnyBookingAction,
  type BookingActionResult,
  type BookingActionChange,
} from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { FittingDeparture } from '../../../data/bookings/refusals.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import type { FormDraftState } from '../../../features/form-drafts/use-form-draft.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingContext } from '../booking-context.ts';
import { OverrideField, parseOverrideReason } from './override-field.tsx';
import { OverrideWarning } from './override-warning.tsx';
import { canOverride, RefusalMessage } from './refusal-message.tsx';
import { usePreview } from '../../../online/use-preview.ts';
import { previewKey } from './preview-key.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';

/** Actions that mail the guest unless staff opt out. Cancelling has its own message field instead. */
const MAILS_GUEST: ReadonlySet<BookingActionChange['name']> = new Set([
  'confirm_booking',
  'change_party',
  'move_booking',
  'restore_booking',
  'reject_booking',
  'merge_bookings',
  'split_booking',
]);

/** Actions whose price difference goes to the partner's account by default. */
const ADJUSTS_ACCOUNT: ReadonlySet<BookingActionChange['name']> = new Set([
  'change_party',
  'move_booking',
  'restore_booking',
]);

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface ActionDialogProps {
  booking: BookingDetail;
  context: BookingContext;
  title: ReactNode;
  /** Null while required input is missing. */
  act: BookingActionChange | null;
  /** Label of the confirm button; `preview` is null while it loads. */
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
  const {
    booking,
    context,
    title,
    act,
    confirm,
    effect,
    successText,
    kind = 'form',
    onSelectDeparture,
    onDone,
    onClose,
    children,
    below,
    leave,
    draft,
  } = props;
  const styles = useStyles();
  const intl = useIntl();
  const [overrideReason, setOverrideReason] = useState('');
  const [isConfirmed, setIsConfirmed] = useState(false);
  const [sendsMail, setSendsMail] = useState(true);
  const [adjustsAccount, setAdjustsAccount] = useState(true);
  /** Never set back to false, or unticking the box would hide it. */
  const [offersAccount, setOffersAccount] = useState(false);
  /** Never set back to false, or the typed reason would vanish with the refusal. */
  const [showsOverride, setShowsOverride] = useState(false);
  const [confirmation, setConfirmation] = useState<'checked_in' | 'other_guest' | null>(null);

  const pendingAct = act && {
    ...act,
    change: {
      ...act.change,
      ...parseOverrideReason(overrideReason),
      ...(isConfirmed ? { confirm: true } : {}),
      ...(adjustsAccount ? {} : { account: false }),
    },
  };
  const saving = useMutation({
    send: (change: BookingActionChange, request) =>
      runAnyBookingAction({ ...change, booking: booking.id }, { request }),
    invalidates: [[context.company]],
  });
  const { result: outcome, setResult } = usePreview(previewKey(pendingAct), () =>
    runAnyBookingAction(
      {
        ...pendingAct!,
        change: { ...pendingAct!.change, preview: true },
        booking: booking.id,
      } as BookingActionChange & {
        booking: Uuid;
      },
      { request: crypto.randomUUID() },
    ),
  );

  const refusal = outcome && !outcome.ok && outcome.code === 'refused' ? outcome.refusal : null;
  const failure = outcome && !outcome.ok && outcome.code !== 'refused' ? outcome : null;
  const preview = outcome?.ok ? outcome.data : null;
  if (refusal && canOverride(refusal) && !showsOverride) setShowsOverride(true);
  if (
    act &&
    ADJUSTS_ACCOUNT.has(act.name) &&
    (preview?.onAccount || refusal?.status === 'over_limit') &&
    !offersAccount
  )
    setOffersAccount(true);
  if ((refusal?.status === 'checked_in' || refusal?.status === 'other_guest') && confirmation !== refusal.status)
    setConfirmation(refusal.status);

  async function submit(): Promise<boolean> {
    const silent = sendsMail ? {} : { mail: false };
    const result = await saving.save({
      ...pendingAct,
      change: { ...pendingAct!.change, ...silent },
    } as BookingActionChange);
    if (!result.ok) {
      setResult(result);
      return false;
    }
    draft?.discard();
    void showToast({ intent: 'success', text: successText(result.data) });
    onDone?.(result.data);
    return true;
  }

  return (
    <FormDialog
      kind={kind}
      title={title}
      confirm={confirm(preview)}
      leave={leave}
      disabled={pendingAct === null || outcome === null || refusal !== null}
      onClose={onClose}
      onConfirm={submit}
    >
      <div className={styles.form}>
        {draft && <RestoreDraftNotice draft={draft} />}
        {children}
        {refusal && (
          <RefusalMessage
            refusal={refusal}
            context={context}
            currency={booking.money.currency}
            onSelectDeparture={onSelectDeparture}
          />
        )}
        {confirmation && (
          <Checkbox
            checked={isConfirmed}
            label={intl.formatMessage({ id: `bookings.sure.${confirmation}` })}
            onChange={(_, data) => setIsConfirmed(data.checked === true)}
          />
        )}
        {offersAccount && (
          <Checkbox
            checked={adjustsAccount}
            label={intl.formatMessage({ id: 'bookings.account.follows' })}
            onChange={(_, data) => setAdjustsAccount(data.checked === true)}
          />
        )}
        {showsOverride && <OverrideField value={overrideReason} onChange={setOverrideReason} />}
        {failure && failure === saving.result && <SaveFailed failure={failure} />}
        {failure && failure !== saving.result && (
          <Message state={failure.retry ? 'attention' : 'no'} alert>
            <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
          </Message>
        )}
        {preview && <OverrideWarning overriddenRules={preview.overriddenRules} />}
        {preview && effect && <Message state="neutral">{effect(preview)}</Message>}
        {preview?.onAccount ? (
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
        {pendingAct && !outcome && (
          <Spinner size="tiny" labelPosition="after" label={intl.formatMessage({ id: 'bookings.looking' })} />
        )}
        {below}
        {act &&
          (MAILS_GUEST.has(act.name) || (act.name === 'extend_booking' && preview?.isMailed)) &&
          booking.contactEmail && (
            <Checkbox
              checked={sendsMail}
              label={intl.formatMessage({ id: 'bookings.mailNotice' }, { email: booking.contactEmail })}
              onChange={(_, data) => setSendsMail(data.checked === true)}
            />
          )}
      </div>
    </FormDialog>
  );
}
