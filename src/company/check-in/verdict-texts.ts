/** One title and at most one sentence for every verdict of the closed list. */
import { useIntl } from 'react-intl';
import type { ScanVerdict, VerdictCode } from '../../domain/verdict.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useRollCall } from './roll-call-scope.ts';

export const VERDICT_TITLES: Record<VerdictCode, MessageId> = {
  ok: 'checkIn.verdict.ok',
  already_checked_in: 'checkIn.verdict.alreadyCheckedIn',
  wrong_departure: 'checkIn.verdict.wrongDeparture',
  wrong_day: 'checkIn.verdict.wrongDay',
  cancelled: 'checkIn.verdict.cancelled',
  unpaid: 'checkIn.verdict.unpaid',
  on_hold: 'checkIn.verdict.onHold',
  expired: 'checkIn.verdict.expired',
  departed: 'checkIn.verdict.departed',
  unknown_ticket: 'checkIn.verdict.unknownTicket',
  not_permitted: 'checkIn.verdict.notPermitted',
  unreadable: 'checkIn.verdict.unreadable',
};

/** The sentence under the title; null where there is none. */
export function useVerdictDetail(answer: ScanVerdict): string | null {
  const intl = useIntl();
  const { formats } = useRollCall();
  const { verdict, ticket, source } = answer;
  switch (verdict.code) {
    case 'ok':
      return answer.opensParty && ticket?.guests
        ? intl.formatMessage({ id: 'checkIn.verdict.party.detail' }, { count: ticket.guests.length })
        : null;
    case 'already_checked_in':
      // Who and when are not known of a guest whose check-in is not among the actions on this device.
      if (verdict.at === null) return null;
      return intl.formatMessage(
        { id: 'checkIn.verdict.alreadyCheckedIn.detail' },
        {
          by: verdict.by ?? intl.formatMessage({ id: 'checkIn.someone' }),
          device: verdict.device ?? 'none',
          known: verdict.device ? 'yes' : 'no',
          time: formats.time(verdict.at),
        },
      );
    case 'wrong_departure':
    case 'wrong_day':
      // More than a sentence: see `VerdictBelongs`.
      return null;
    case 'unpaid':
      return intl.formatMessage(
        { id: 'checkIn.verdict.unpaid.detail' },
        { amount: formats.money(verdict.amount, verdict.currency) },
      );
    case 'on_hold':
      return verdict.expiresAt
        ? intl.formatMessage({ id: 'checkIn.verdict.onHold.until' }, { time: formats.time(verdict.expiresAt) })
        : intl.formatMessage({ id: 'checkIn.verdict.onHold.detail' });
    case 'expired':
      return intl.formatMessage({ id: 'checkIn.verdict.expired.detail' });
    case 'cancelled':
      return intl.formatMessage({ id: 'checkIn.verdict.cancelled.detail' });
    case 'departed':
      return verdict.amount > 0
        ? intl.formatMessage(
            { id: 'checkIn.verdict.departed.due' },
            { amount: formats.money(verdict.amount, verdict.currency) },
          )
        : intl.formatMessage({ id: 'checkIn.verdict.departed.detail' });
    case 'unknown_ticket':
      return intl.formatMessage({
        id: source === 'server' ? 'checkIn.verdict.unknownTicket.detail' : 'checkIn.verdict.notYetKnown.detail',
      });
    case 'not_permitted':
      return intl.formatMessage({ id: 'checkIn.verdict.notPermitted.detail' });
    case 'unreadable':
      return intl.formatMessage({ id: 'checkIn.verdict.unreadable.detail' });
  }
}
