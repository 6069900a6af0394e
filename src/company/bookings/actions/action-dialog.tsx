/**
 * One act on a booking. The server is asked first what it would come to, by the code that does it, so the button says it; what
 * is refused is said with its next step, and staff pass what may be passed by saying why.
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

/** Of these the guest hears by mail unless somebody says not to; a cancellation asks in words of its own. */
const MAILED: ReadonlySet<ActChange['name']> = new Set([
  'confirm_booking',
  'change_party',
  'move_booking',
  'restore_booking',
  'reject_booking',
  'merge_bookings',
  'split_booking',
]);

/** What a booking costs more or less by these follows on its partner's account. */
const FOLLOWED: ReadonlySet<ActChange['name']> = new Set(['change_party', 'move_booking', 'restore_booking']);

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface ActionDialogProps {
  booking: BookingDetail;
  scope: BookingScope;
  title: ReactNode;
  /** Null while something is missing. */
  act: ActChange | null;
  /** What the button says; `would`: what it would come to, null while that is not known. */
  confirm(would: ActResult | null): ReactNode;
  /** What it would come to, as a sentence. */
  effect?(would: ActResult): ReactNode;
  /** Said once it is done. */
  done(answer: ActResult): string;
  kind?: 'form' | 'confirm';
  /** Takes another departure, where the act has one. */
  onTake?(departure: FittingDeparture): void;
  onDone?(answer: ActResult): void;
  onClose(): void;
  /** Asked above what it would come to, and what is asked below. */
  children?: ReactNode;
  below?: ReactNode;
  /** Of what is typed: it is offered again, and ends when the act is done. */
  draft?: FormDraftState;
  /** What the button that gives up says, where "Cancel" could mean the act. */
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
  /** Stays once it was known: the box does not vanish with what it takes away. */
  const [mayFollow, setMayFollow] = useState(false);
  /** Stays once it was needed: what one types in does not vanish with the refusal. */
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
    draft?.drop();
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
        {failure && (
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
