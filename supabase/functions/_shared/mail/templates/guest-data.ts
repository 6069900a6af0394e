/** Mail to a guest with their personal data as an attached page. */
import {
  array,
  integer,
  isoTimestamp,
  nonEmpty,
  nullable,
  number,
  object,
  pipe,
  string,
  type InferOutput,
} from 'valibot';
import { formatCode } from '../../../../../src/domain/codes.ts';
import { formatMoney } from '../../../../../src/domain/money.ts';
import { groupPhoneDigits } from '../../../../../src/lib/group-phone-digits.ts';
import { formatLocalDateTime } from '../departure-mail-data.ts';
import { trustedHtml, html, markup } from '../html.ts';
import type { MailIntl, MailTextId } from '../intl.ts';
import { defineTemplate } from '../template.ts';

const textOrNull = nullable(string());
const amount = pipe(number(), integer());
const instant = pipe(string(), isoTimestamp());
/** Booking from private.guest_data. */
const Booking = object({
  reference: string(),
  tour: string(),
  starts_at: instant,
  time_zone: string(),
  booked_at: instant,
  name: string(),
  email: textOrNull,
  phone: textOrNull,
  country: textOrNull,
  note: textOrNull,
  voucher_number: textOrNull,
  consent: textOrNull,
  tags: array(string()),
  guests: array(string()),
  notes: array(string()),
  total: amount,
  paid: amount,
  currency: string(),
});
type Booking = InferOutput<typeof Booking>;

const STYLE = `body{margin:0 auto;padding:24px;max-width:720px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#000;background:#fff;overflow-wrap:anywhere}
h1{font-size:24px}h2{font-size:18px;margin:24px 0 8px;border-top:1px solid #ccc;padding-top:16px}dl{display:grid;grid-template-columns:minmax(120px,auto) 1fr;gap:2px 16px;margin:0}dd{margin:0}`;

function factsOf(booking: Booking, intl: MailIntl): { name: string; value: string }[] {
  const money = (value: number) => formatMoney(value, { currency: booking.currency, locale: intl.locale });
  const facts: [MailTextId, string | null][] = [
    ['mail.departure.when', formatLocalDateTime(intl, { at: booking.starts_at, timeZone: booking.time_zone })],
    ['mail.guestData.booked', formatLocalDateTime(intl, { at: booking.booked_at, timeZone: booking.time_zone })],
    ['mail.guestData.name', booking.name],
    ['mail.guestData.email', booking.email],
    ['mail.guestData.phone', booking.phone && groupPhoneDigits(booking.phone)],
    ['mail.guestData.country', booking.country],
    ['mail.booking.guests', booking.guests.filter(Boolean).join(', ') || String(booking.guests.length)],
    ['mail.guestData.note', booking.note],
    ['mail.guestData.notes', booking.notes.join(' · ')],
    ['mail.guestData.voucher', booking.voucher_number],
    ['mail.guestData.tags', booking.tags.join(', ')],
    ['mail.guestData.consent', booking.consent],
    ['mail.guestData.total', money(booking.total)],
    ['mail.guestData.paid', money(booking.paid)],
  ];
  return facts.flatMap(([id, value]) => (value ? [{ name: intl.text(id), value }] : []));
}

export const guestData = defineTemplate(
  object({ company: pipe(string(), nonEmpty()), bookings: array(Booking) }),
  ({ company, bookings }, intl) => {
    const title = intl.text('mail.guestData.title', { company });
    const page = html`<!doctype html>
<html lang="${intl.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${trustedHtml(STYLE)}</style></head>
<body><h1>${title}</h1>
${bookings.map(
  (booking) =>
    html`<h2>${booking.tour || company} · ${formatCode(booking.reference)}</h2>
<dl>${factsOf(booking, intl).map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
`,
)}</body></html>
`;
    const text = intl.text('mail.guestData.text', { company, count: bookings.length });
    return {
      subject: intl.text('mail.guestData.subject', { company }),
      preview: text,
      title,
      paragraphs: [text],
      file: { name: 'data.html', html: markup(page) },
      notes: [intl.text('mail.guestData.next')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
