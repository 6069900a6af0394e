/** Converts a feed's departures to calendar entries in its locale. */
import * as v from 'valibot';
import type { CalendarEntry } from '../../../src/domain/calendar-file.ts';
import { LOCALES, REGIONS } from '../../../src/lib/locales.ts';
import { timeZoneNames } from '../../../src/lib/time-zone-name.ts';
import { mailIntl, type MailIntl } from '../_shared/mail/intl.ts';

const Entry = v.object({
  id: v.string(),
  sequence: v.number(),
  state: v.picklist(['scheduled', 'proposed', 'unassigned', 'cancelled']),
  title: v.string(),
  place: v.string(),
  note: v.string(),
  language: v.string(),
  starts_at: v.string(),
  ends_at: v.string(),
  booked: v.number(),
  capacity: v.number(),
});
type Entry = v.InferOutput<typeof Entry>;

/** Feed from read_calendar_feed_entries. */
export const Feed = v.object({
  kind: v.picklist(['company', 'tour', 'guide']),
  locale: v.picklist(LOCALES),
  company: v.string(),
  time_zone: v.string(),
  /** Title of the tour, for a tour's feed. */
  tour: v.nullable(v.string()),
  entries: v.array(Entry),
});
type Feed = v.InferOutput<typeof Feed>;

/** Returns the display name of the calendar. */
export function feedName({ kind, locale, company, tour }: Feed): string {
  if (kind === 'guide') return mailIntl(locale).text('mail.feed.mine', { company });
  return tour ? `${tour} · ${company}` : company;
}

export function calendarEntries({ kind, locale, time_zone: timeZone, entries }: Feed): CalendarEntry[] {
  const intl = mailIntl(locale);
  const region = REGIONS[locale];
  const time = new Intl.DateTimeFormat(region, { timeZone, hour: '2-digit', minute: '2-digit' });
  const zone = timeZoneNames(timeZone, region);
  const language = languageNames(region);
  const timeText = (entry: Entry) =>
    intl.text('mail.feed.time', {
      from: time.format(new Date(entry.starts_at)),
      until: time.format(new Date(entry.ends_at)),
      zone: zone(entry.starts_at),
    });
  return entries.map((entry) => {
    const isOff = entry.state === 'unassigned' || entry.state === 'cancelled';
    return {
      id: entry.id,
      sequence: entry.sequence,
      isOff,
      isTentative: entry.state === 'proposed',
      // Entries of the office's overview do not mark anyone as busy.
      isFree: isOff || kind !== 'guide',
      // Some calendars show cancelled entries without marking them.
      title: isOff ? intl.text('mail.feed.cancelled', { title: entry.title }) : entry.title,
      startsAt: entry.starts_at,
      endsAt: entry.ends_at,
      location: entry.place,
      text: [timeText(entry), ...detailsOf(entry, { intl, language })].filter(Boolean).join('\n'),
    };
  });
}

/** Falls back to the code itself, so that one invalid code does not break the feed. */
function languageNames(region: string): (code: string) => string {
  const names = new Intl.DisplayNames(region, { type: 'language', fallback: 'code' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      return code;
    }
  };
}

function detailsOf(entry: Entry, { intl, language }: { intl: MailIntl; language(code: string): string }): string[] {
  if (entry.state === 'unassigned') return [intl.text('mail.feed.unassigned')];
  if (entry.state === 'cancelled') return [];
  return [
    entry.note,
    intl.text('mail.feed.language', { language: language(entry.language) }),
    intl.text('mail.feed.booked', { booked: entry.booked, capacity: entry.capacity }),
    entry.state === 'proposed' ? intl.text('mail.feed.proposed') : '',
  ];
}
