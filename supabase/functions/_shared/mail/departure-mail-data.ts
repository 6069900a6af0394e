/** What mails about a departure have in common: its data, its facts, and a time by the clock of the place. */
import {
  integer,
  isoTimestamp,
  minValue,
  nonEmpty,
  nullish,
  number,
  object,
  pipe,
  string,
  uuid,
  type InferOutput,
} from 'valibot';
import type { CalendarEntry } from '../../../../src/domain/calendar-file.ts';
import type { MailIntl } from './intl.ts';
import type { MailContent } from './mail-content.ts';

const instant = pipe(string(), isoTimestamp());

/** As private.departure_mail writes it. */
export const DepartureMailData = object({
  company: pipe(string(), nonEmpty()),
  phone: string(),
  tour: pipe(string(), nonEmpty()),
  meetingPoint: string(),
  startsAt: instant,
  endsAt: instant,
  timeZone: pipe(string(), nonEmpty()),
});
export const Instant = instant;

/** As private.calendar_entry writes it: by what a calendar knows a booking again. None for a guide, who comes for no booking. */
export const BookingEntry = nullish(
  object({ id: pipe(string(), uuid()), sequence: pipe(number(), integer(), minValue(0)) }),
);

interface Entered extends InferOutput<typeof DepartureMailData> {
  entry?: InferOutput<typeof BookingEntry>;
}

/** The booking in its guest's calendar: the next mail about it, and its page, take the place of this one. */
export function calendarEntryFor(
  { entry, tour, startsAt, endsAt, meetingPoint }: Entered,
  { isOff, text }: { isOff: boolean; text: readonly string[] },
): { entry?: CalendarEntry } {
  if (!entry) return {};
  return {
    entry: {
      ...entry,
      isOff,
      title: tour,
      startsAt,
      endsAt,
      place: meetingPoint,
      text: text.filter(Boolean).join('\n'),
    },
  };
}

type Fact = NonNullable<MailContent['facts']>[number];

/** Names and values, without those that nothing is known of. */
export const knownFacts = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value !== '');

/** "Thursday 3 December 2026 at 15:00" by the clock of the place. */
export const formatLocalTime = (intl: MailIntl, { at, timeZone }: { at: string; timeZone: string }): string =>
  intl.momentIn(new Date(at), timeZone);
