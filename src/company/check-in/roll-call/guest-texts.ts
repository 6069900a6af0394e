import type { IntlShape } from 'react-intl';
import { guestName, type GuestLine, type Party } from '../../../domain/attendance.ts';

/** Returns a guest's name for use in a sentence: their own or "Ida Holm, guest 2". */
export function guestDisplayName(line: GuestLine, { party, intl }: { party: Party; intl: IntlShape }): string {
  const { name, number } = guestName(line, party);
  return number === null ? name : intl.formatMessage({ id: 'checkIn.guest.numbered' }, { name, number });
}

/** Returns a guest's name below their party's row: their own, "Lead" for the contact, or "Guest 2". */
export function nameInParty(line: GuestLine, { party, intl }: { party: Party; intl: IntlShape }): string {
  const { name, number } = guestName(line, party);
  if (number !== null) return intl.formatMessage({ id: 'checkIn.guest.unnamed' }, { number });
  return name === party.booking.contactName ? intl.formatMessage({ id: 'checkIn.guest.lead' }) : name;
}
