/** Title and detail of each scan result. */
import { useIntl, type IntlShape } from 'react-intl';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../../../domain/enums.ts';
import type { TicketGuestType } from '../../../domain/signed-ticket.ts';
import type { ScannedTicket, ScanResult, ScanResultCode } from '../../../domain/scan-result.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { DepartureView } from '../../../offline/read/views.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { guestsLeftToAdmit } from './signed-entry.ts';

export const SCAN_RESULT_TITLES: Record<ScanResultCode, MessageId> = {
  ok: 'checkIn.scanResult.ok',
  already_checked_in: 'checkIn.scanResult.alreadyCheckedIn',
  wrong_departure: 'checkIn.scanResult.wrongDeparture',
  wrong_day: 'checkIn.scanResult.wrongDay',
  cancelled: 'checkIn.scanResult.cancelled',
  unpaid: 'checkIn.scanResult.unpaid',
  on_hold: 'checkIn.scanResult.onHold',
  expired: 'checkIn.scanResult.expired',
  departed: 'checkIn.scanResult.departed',
  unknown_ticket: 'checkIn.scanResult.unknownTicket',
  not_permitted: 'checkIn.scanResult.notPermitted',
  unreadable: 'checkIn.scanResult.unreadable',
  interrupted: 'checkIn.scanResult.interrupted',
  genuine: 'checkIn.scanResult.genuine',
  forged: 'checkIn.scanResult.forged',
  foreign_ticket: 'checkIn.scanResult.foreignTicket',
  revoked_key: 'checkIn.scanResult.revokedKey',
  unknown_key: 'checkIn.scanResult.unknownKey',
};

/** Details that do not depend on the ticket. */
const PLAIN_DETAILS = {
  expired: 'checkIn.scanResult.expired.detail',
  cancelled: 'checkIn.scanResult.cancelled.detail',
  not_permitted: 'checkIn.scanResult.notPermitted.detail',
  unreadable: 'checkIn.scanResult.unreadable.detail',
  interrupted: 'checkIn.scanResult.interrupted.detail',
  forged: 'checkIn.scanResult.forged.detail',
  revoked_key: 'checkIn.scanResult.revokedKey.detail',
  unknown_key: 'checkIn.scanResult.unknownKey.detail',
} as const satisfies Partial<Record<ScanResultCode, MessageId>>;

/** Returns the sentence below the title, or null if there is none. */
export function useScanResultDetail(scan: ScannedTicket): string | null {
  const intl = useIntl();
  const { view, formats } = useRollCall();
  const { result, ticket, source } = scan;
  switch (result.code) {
    case 'ok':
      return scan.opensParty && ticket?.guests
        ? intl.formatMessage({ id: 'checkIn.scanResult.party.detail' }, { count: ticket.guests.length })
        : null;
    case 'already_checked_in':
      // Unknown if the check-in is not among the actions on this device.
      if (result.at === null) return null;
      return intl.formatMessage(
        { id: 'checkIn.scanResult.alreadyCheckedIn.detail' },
        {
          by: result.by ?? intl.formatMessage({ id: 'checkIn.someone' }),
          device: result.device ?? 'none',
          known: result.device ? 'yes' : 'no',
          time: formats.time(result.at),
        },
      );
    case 'wrong_departure':
    case 'wrong_day':
      // Rendered by `CorrectDeparture` instead.
      return null;
    case 'unpaid':
      return intl.formatMessage(
        { id: 'checkIn.scanResult.unpaid.detail' },
        { amount: formats.money(result.amount, result.currency) },
      );
    case 'on_hold':
      return result.expiresAt
        ? intl.formatMessage({ id: 'checkIn.scanResult.onHold.until' }, { time: formats.time(result.expiresAt) })
        : intl.formatMessage({ id: 'checkIn.scanResult.onHold.detail' });
    case 'departed':
      return result.amount > 0
        ? intl.formatMessage(
            { id: 'checkIn.scanResult.departed.due' },
            { amount: formats.money(result.amount, result.currency) },
          )
        : intl.formatMessage({ id: 'checkIn.scanResult.departed.detail' });
    case 'unknown_ticket':
      return intl.formatMessage({
        id: source === 'server' ? 'checkIn.scanResult.unknownTicket.detail' : 'checkIn.scanResult.notYetKnown.detail',
      });
    case 'genuine':
      return signedTicketText(scan, result, { view, formats, intl });
    case 'foreign_ticket':
      return intl.formatMessage({ id: 'checkIn.scanResult.foreignTicket.detail' }, { company: result.company });
    default:
      return intl.formatMessage({ id: PLAIN_DETAILS[result.code] });
  }
}

function signedTicketText(
  { signed }: ScannedTicket,
  { guests, startsAt, amount, currency }: Extract<ScanResult, { code: 'genuine' }>,
  { view, formats, intl }: { view: DepartureView; formats: Formats; intl: IntlShape },
): string {
  if (signed && guestsLeftToAdmit(signed, view).length === 0)
    return intl.formatMessage({ id: 'checkIn.scanResult.genuine.in' });
  const values = { people: formats.list(peopleOf(guests, intl)), time: formats.time(startsAt) };
  return amount > 0
    ? intl.formatMessage(
        { id: 'checkIn.scanResult.genuine.due' },
        { ...values, amount: formats.money(amount, currency) },
      )
    : intl.formatMessage({ id: 'checkIn.scanResult.genuine.detail' }, values);
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

/** Counts guests by category, such as "3 adults", "1 child". */
function peopleOf(guests: readonly TicketGuestType[], intl: IntlShape): string[] {
  return PRICE_CATEGORY_TYPES.flatMap((type) => {
    const count = guests.filter((guest) => guest.type === type).length;
    return count === 0 ? [] : intl.formatMessage({ id: PEOPLE[type] }, { count });
  });
}
