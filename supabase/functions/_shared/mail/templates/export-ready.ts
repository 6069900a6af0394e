/** Mails of scheduled exports: the count and a link, but no data (ADR 048). */
import {
  boolean,
  isoDate,
  isoTimestamp,
  nonEmpty,
  nullable,
  number,
  object,
  picklist,
  pipe,
  string,
  type InferOutput,
} from 'valibot';
import type { MailContent } from '../mail-content.ts';
import type { MailIntl } from '../intl.ts';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());
const day = nullable(pipe(string(), isoDate()));
const ExportReadyData = object({
  company: words,
  kind: picklist(['bookings', 'tours']),
  /** Name of the view; null for tours. */
  view: nullable(string()),
  /** Number of bookings; null for tours. */
  found: nullable(number()),
  firstDay: day,
  lastDay: day,
  /** Whether the days are days of booking instead of the tour. */
  isBooked: boolean(),
  link: Link,
});
type ExportDetails = Omit<InferOutput<typeof ExportReadyData>, 'link'>;

const nameOf = ({ kind, view }: ExportDetails, intl: MailIntl) =>
  kind === 'tours' ? intl.text('mail.export.tours') : (view ?? '');

function factsOf(
  { found, firstDay, lastDay, isBooked }: ExportDetails,
  intl: MailIntl,
): NonNullable<MailContent['facts']> {
  return [
    ...(found === null
      ? []
      : [{ name: intl.text('mail.export.bookings'), value: intl.text('mail.export.found', { found }) }]),
    ...(firstDay === null || lastDay === null
      ? []
      : [
          {
            name: intl.text(isBooked ? 'mail.export.booked' : 'mail.export.days'),
            value: firstDay === lastDay ? intl.day(firstDay) : `${intl.day(firstDay)} – ${intl.day(lastDay)}`,
          },
        ]),
  ];
}

export const exportReady = defineTemplate(ExportReadyData, ({ company, link, ...details }, intl) => {
  const name = nameOf({ company, ...details }, intl);
  const text = intl.text('mail.export.text', { name });
  return {
    subject: intl.text('mail.export.subject', { company, name }),
    preview: text,
    title: name,
    paragraphs: [text],
    facts: factsOf({ company, ...details }, intl),
    button: buttonTo(link, intl.text('mail.export.button'), intl),
    notes: [intl.text('mail.export.signIn')],
    footer: intl.text('mail.footer.sentFor', { company }),
  };
});

export const externalExportReady = defineTemplate(
  object({ ...ExportReadyData.entries, expiresAt: pipe(string(), isoTimestamp()), timeZone: words }),
  ({ company, link, expiresAt, timeZone, ...details }, intl) => {
    const name = nameOf({ company, ...details }, intl);
    const text = intl.text('mail.exportOutside.text', { company, name });
    return {
      subject: intl.text('mail.export.subject', { company, name }),
      preview: text,
      title: name,
      paragraphs: [text],
      facts: [
        ...factsOf({ company, ...details }, intl),
        { name: intl.text('mail.exportOutside.until'), value: intl.momentIn(new Date(expiresAt), timeZone) },
      ],
      button: buttonTo(link, intl.text('mail.exportOutside.button'), intl),
      notes: [intl.text('mail.exportOutside.keep')],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
