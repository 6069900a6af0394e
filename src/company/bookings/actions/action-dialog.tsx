/**
 * Dialog for one action on a booking. Previews the action on the server to label the button, explains refusals with the
 * next step, and lets staff override some rules with a reason.
 */
import { Checkbox, Spinner, makeStyles } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { anyActOnBooking, type ActResult, type ActChange } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { FittingDeparture } from '../../../data/bookings/refusals.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { RestoreDraftNotice } from '../../../features/restore-draft-notice.tsx';
import type { FormDraftState } from '../../../features/use-form-draft.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import type { BookingScope } from '../booking-scope.ts';
import { OverrideField, parseOverrideReason } from './override-field.tsx';
import { OverrideWarning } from './override-warning.tsx';
import { canOverride, RefusalMessage } from './refusal-message.tsx';
import { usePreview } from '../../../online/use-preview.ts';
import { previewKey } from './preview-key.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';

/** Actions that mail the guest unless staff opt out. Cancelling has its own message field instead. */
const MAILED: ReadonlySet<ActChange['name']> = new Set([
  'confirm_booking',
  'change_party',
  'move_booking',
  'restore_booking',
  'reject_booking',
  'merge_bookings',
  'split_booking',
]);

/** Actions whose price difference goes to the partner's account by default. */
const FOLLOWED: ReadonlySet<ActChange['name']> = new Set(['change_party', 'move_booking', 'restore_booking']);

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface ActionDialogProps {
  booking: BookingDetail;
  scope: BookingScope;
  title: ReactNode;
  /** Null while required input is missing. */
  act: ActChange | null;
  /** Label of the confirm button; `would` is the preview, null while it loads. */
  confirm(would: ActResult | null): ReactNode;
  /** Describes the effect that the preview returned. */
  effect?(would: ActResult): ReactNode;
  /** Text of the success toast. */
  done(answer: ActResult): string;
  kind?: 'form' | 'confirm';
  /** Accepts one of the alternative departures that a refusal offers. */
  onTake?(departure: FittingDeparture): void;
  onDone?(answer: ActResult): void;
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
    scope,
    title,
    act,
    confirm,
    effect,
    done,
    kind = 'form',
    onTake,
    onDone,
    onClose,
    children,
    below,
    leave,
    draft,
  } = props;
  const styles = useStyles();
  const intl = useIntl();
  const [why, setWhy] = useState('');
  const [isSure, setIsSure] = useState(false);
  const [tells, setTells] = useState(true);
  const [follows, setFollows] = useState(true);
  /** Never set back to false, or unticking the box would hide it. */
  const [mayFollow, setMayFollow] = useState(false);
  /** Never set back to false, or the typed reason would vanish with the refusal. */
  const [passes, setPasses] = useState(false);
  const [asksSure, setAsksSure] = useState<'checked_in' | 'other_guest' | null>(null);

  const wanted = act && {
    ...act,
    change: {
      ...act.change,
      ...parseOverrideReason(why),
      ...(isSure ? { confirm: true } : {}),
      ...(follows ? {} : { account: false }),
    },
  };
  const saving = useMutation({
    send: (change: ActChange, request) => anyActOnBooking({ ...change, booking: booking.id }, { request }),
    invalidates: [[scope.company]],
  });
  const { result: answer, setResult } = usePreview(previewKey(wanted), () =>
    anyActOnBooking(
      { ...wanted!, change: { ...wanted!.change, preview: true }, booking: booking.id } as ActChange & {
        booking: Uuid;
      },
      { request: crypto.randomUUID() },
    ),
  );

  const refusal = answer && !answer.ok && answer.code === 'refused' ? answer.refusal : null;
  const failure = answer && !answer.ok && answer.code !== 'refused' ? answer : null;
  const would = answer?.ok ? answer.data : null;
  if (refusal && canOverride(refusal) && !passes) setPasses(true);
  if (act && FOLLOWED.has(act.name) && (would?.onAccount || refusal?.status === 'over_limit') && !mayFollow)
    setMayFollow(true);
  if ((refusal?.status === 'checked_in' || refusal?.status === 'other_guest') && asksSure !== refusal.status)
    setAsksSure(refusal.status);

  async function carryOut(): Promise<boolean> {
    const silent = tells ? {} : { mail: false };
    const result = await saving.save({ ...wanted, change: { ...wanted!.change, ...silent } } as ActChange);
    if (!result.ok) {
      setResult(result);
      return false;
    }
    draft?.discard();
    void showToast({ intent: 'success', text: done(result.data) });
    onDone?.(result.data);
    return true;
  }

  return (
    <FormDialog
      kind={kind}
      title={title}
      confirm={confirm(would)}
      leave={leave}
      disabled={wanted === null || answer === null || refusal !== null}
      onClose={onClose}
      onConfirm={carryOut}
    >
      <div className={styles.form}>
        {draft && <RestoreDraftNotice draft={draft} />}
        {children}
        {refusal && (
          <RefusalMessage refusal={refusal} scope={scope} currency={booking.money.currency} onTake={onTake} />
        )}
        {asksSure && (
          <Checkbox
            checked={isSure}
            label={intl.formatMessage({ id: `bookings.sure.${asksSure}` })}
            onChange={(_, data) => setIsSure(data.checked === true)}
          />
        )}
        {mayFollow && (
          <Checkbox
            checked={follows}
            label={intl.formatMessage({ id: 'bookings.account.follows' })}
            onChange={(_, data) => setFollows(data.checked === true)}
          />
        )}
        {passes && <OverrideField value={why} onChange={setWhy} />}
        {failure && failure === saving.result && <SaveFailed failure={failure} />}
        {failure && failure !== saving.result && (
          <Message state={failure.retry ? 'attention' : 'no'} alert>
            <FormattedMessage id={FAILURE_TEXTS[failure.code]} />
          </Message>
        )}
        {would && <OverrideWarning passed={would.passed} />}
        {would && effect && <Message state="neutral">{effect(would)}</Message>}
        {would?.onAccount ? (
          <Message state="neutral">
            <FormattedMessage
              id="bookings.account.effect"
              values={{
                way: would.onAccount > 0 ? 'on' : 'off',
                amount: scope.formats.money(Math.abs(would.onAccount), booking.money.currency),
              }}
            />
          </Message>
        ) : null}
        {wanted && !answer && (
          <Spinner size="tiny" labelPosition="after" label={intl.formatMessage({ id: 'bookings.looking' })} />
        )}
        {below}
        {act &&
          (MAILED.has(act.name) || (act.name === 'extend_booking' && would?.isMailed)) &&
          booking.contactEmail && (
            <Checkbox
              checked={tells}
              label={intl.formatMessage({ id: 'bookings.tells' }, { email: booking.contactEmail })}
              onChange={(_, data) => setTells(data.checked === true)}
            />
          )}
      </div>
    </FormDialog>
  );
}
