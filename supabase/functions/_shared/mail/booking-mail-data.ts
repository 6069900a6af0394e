/** Common parts of booking mails: data, facts, tickets and links. */
import {
  array,
  integer,
  minValue,
  nullable,
  number,
  object,
  optional,
  pipe,
  string,
  url,
  type InferOutput,
} from 'valibot';
import { formatCode } from '../../../../src/domain/codes.ts';
import { mapPinUrl } from '../../../../src/domain/map-place.ts';
import { formatMoney } from '../../../../src/domain/money.ts';
import { mapSearchUrl } from '../../../../src/lib/map-search-url.ts';
import { BookingEntry, DepartureMailData, formatLocalDateTime } from './departure-mail-data.ts';
import type { MailIntl } from './intl.ts';
import type { MailContent } from './mail-content.ts';

/** Data from private.mail_payload, read when the mail is sent. */
export const BookingMailData = object({
  ...DepartureMailData.entries,
  entry: BookingEntry,
  reference: string(),
  name: string(),
  /** Note about the meeting point for this departure only. */
  meetingNote: optional(string(), ''),
  latitude: optional(nullable(number()), null),
  longitude: optional(nullable(number()), null),
  guests: pipe(number(), integer(), minValue(0)),
  codes: array(string()),
  /** Minor units. */
  due: number(),
  currency: string(),
  /** Personal message from the office. */
  message: optional(string(), ''),
});
export const BookingLink = pipe(string(), url());
/** For mails that guests may end: thanks after the tour, and invitations. */
export const UnsubscribeLink = optional(BookingLink);

export const unsubscribeFooter = (intl: MailIntl, { unsubscribe }: { unsubscribe?: string | undefined }) =>
  unsubscribe ? { unsubscribe: { label: intl.text('mail.footer.unsubscribe'), href: unsubscribe } } : {};

type Booked = InferOutput<typeof BookingMailData>;
type Fact = NonNullable<MailContent['facts']>[number];

/** Most QR pictures in a mail; further codes are listed as text. */
const MAX_PICTURES = 20;

export const formatWhen = (intl: MailIntl, { startsAt, timeZone }: Booked) =>
  formatLocalDateTime(intl, { at: startsAt, timeZone });

/** Formats an amount; empty, so that `knownFacts` drops it, unless it is positive. */
export const money = (intl: MailIntl, amount: number, currency: string) =>
  amount > 0 ? formatMoney(amount, { currency, locale: intl.locale }) : '';

/** Returns a fact, followed by its former value if it changed. */
export function fact(intl: MailIntl, name: string, value: string, previous: string = value): Fact[] {
  const before = { name: intl.text('mail.departureMoved.previous'), value: previous, isPast: true };
  return [{ name, value }, ...(previous === value ? [] : [before])];
}

export function ticketsOf({ codes }: Booked): Pick<MailContent, 'tickets'> {
  return { tickets: codes.slice(0, MAX_PICTURES).map((code) => ({ code, label: formatCode(code) })) };
}

/** Returns the codes beyond the picture limit as text. */
export const codesWithoutPicture = ({ codes }: Booked) => codes.slice(MAX_PICTURES).map(formatCode).join(', ');

export function mapLink(intl: MailIntl, { meetingPoint, latitude, longitude }: Booked): Pick<MailContent, 'links'> {
  const label = intl.text('mail.booking.map');
  if (latitude !== null && longitude !== null) return { links: [{ label, href: mapPinUrl({ latitude, longitude }) }] };
  if (meetingPoint === '') return {};
  return { links: [{ label, href: mapSearchUrl(meetingPoint) }] };
}

export const pageButton = (intl: MailIntl, href: string): NonNullable<MailContent['button']> => ({
  label: intl.text('mail.bookingConfirmed.button'),
  href,
  orCopy: intl.text('mail.orCopy'),
});
