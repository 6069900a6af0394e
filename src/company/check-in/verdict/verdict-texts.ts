/** One title and at most one sentence for every verdict of the closed list. */
import { useIntl, type IntlShape } from 'react-intl';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../../../domain/closed-lists.ts';
import type { TicketGuestType } from '../../../domain/signed-ticket.ts';
import type { ScanVerdict, VerdictCode } from '../../../domain/verdict.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useRollCall } from '../roll-call/roll-call-scope.ts';
import { leftToLetIn } from './signed-entry.ts';

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
  interrupted: 'checkIn.verdict.interrupted',
  genuine: 'checkIn.verdict.genuine',
  forged: 'checkIn.verdict.forged',
  foreign_ticket: 'checkIn.verdict.foreignTicket',
  revoked_key: 'checkIn.verdict.revokedKey',
  unknown_key: 'checkIn.verdict.unknownKey',
};

/** The sentence under the title; null where there is none. */
export function useVerdictDetail(answer: ScanVerdict): string | null {
  const intl = useIntl();
  const { view, formats } = useRollCall();
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
    case 'interrupted':
      return intl.formatMessage({ id: 'checkIn.verdict.interrupted.detail' });
    case 'genuine': {
      if (answer.signed && leftToLetIn(answer.signed, view).length === 0)
        return intl.formatMessage({ id: 'checkIn.verdict.genuine.in' });
      const { guests, startsAt, amount, currency } = verdict;
      const values = { people: formats.list(peopleOf(guests, intl)), time: formats.time(startsAt) };
      return amount > 0
        ? intl.formatMessage(
            { id: 'checkIn.verdict.genuine.due' },
            { ...values, amount: formats.money(amount, currency) },
          )
        : intl.formatMessage({ id: 'checkIn.verdict.genuine.detail' }, values);
    }
    case 'forged':
      return intl.formatMessage({ id: 'checkIn.verdict.forged.detail' });
    case 'foreign_ticket':
      return intl.formatMessage({ id: 'checkIn.verdict.foreignTicket.detail' }, { company: verdict.company });
    case 'revoked_key':
      return intl.formatMessage({ id: 'checkIn.verdict.revokedKey.detail' });
    case 'unknown_key':
      return intl.formatMessage({ id: 'checkIn.verdict.unknownKey.detail' });
  }
}

const PEOPLE: Record<PriceCategoryType, MessageId> = {
  ADULT: 'checkIn.people.adult',
  YOUTH: 'checkIn.people.youth',
  CHILD: 'checkIn.people.child',
  INFANT: 'checkIn.people.infant',
  FAMILY: 'checkIn.people.family',
  SENIOR: 'checkIn.people.senior',
  STUDENT: 'checkIn.people.student',
  MILITARY: 'checkIn.people.military',
  OTHER: 'checkIn.people.other',
};

/** "3 adults", "1 child". */
function peopleOf(guests: readonly TicketGuestType[], intl: IntlShape): string[] {
  return PRICE_CATEGORY_TYPES.flatMap((type) => {
    const count = guests.filter((guest) => guest.type === type).length;
    return count === 0 ? [] : intl.formatMessage({ id: PEOPLE[type] }, { count });
  });
}
