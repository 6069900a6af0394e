import type { IntlShape } from 'react-intl';
import { guestName, type GuestLine, type Party } from '../../../domain/attendance.ts';

/** The name of a guest as a sentence can take it: their own, or "Ida Holm, guest 2". */
export function shownName(line: GuestLine, { party, intl }: { party: Party; intl: IntlShape }): string {
  const { name, number } = guestName(line, party);
  return number === null ? name : intl.formatMessage({ id: 'checkIn.guest.numbered' }, { name, number });
}

/** The name under the row of its party, where the contact's name stands already: their own, "Lead" for the contact's, or "Guest 2". */
export function nameInParty(line: GuestLine, { party, intl }: { party: Party; intl: IntlShape }): string {
  const { name, number } = guestName(line, party);
  if (number !== null) return intl.formatMessage({ id: 'checkIn.guest.unnamed' }, { number });
  return name === party.booking.contactName ? intl.formatMessage({ id: 'checkIn.guest.lead' }) : name;
}
