/** Common parts of departure mails: data, facts and local times. */
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
  transform,
  uuid,
  type InferOutput,
} from 'valibot';
import { groupPhoneDigits } from '../../../../src/lib/group-phone-digits.ts';
import type { CalendarEntry } from '../../../../src/domain/calendar-file.ts';
import type { MailIntl } from './intl.ts';
import type { MailContent } from './mail-content.ts';

export const Instant = pipe(string(), isoTimestamp());

/** Data from private.departure_mail. */
export const DepartureMailData = object({
  company: pipe(string(), nonEmpty()),
  phone: pipe(string(), transform(groupPhoneDigits)),
  tour: pipe(string(), nonEmpty()),
  meetingPoint: string(),
  startsAt: Instant,
  endsAt: Instant,
  timeZone: pipe(string(), nonEmpty()),
});

/** Calendar identity of a booking from private.calendar_entry. Missing for guides, who have no booking. */
export const BookingEntry = nullish(
  object({ id: pipe(string(), uuid()), sequence: pipe(number(), integer(), minValue(0)) }),
);

interface Entered extends InferOutput<typeof DepartureMailData> {
  entry?: InferOutput<typeof BookingEntry>;
}

/** Returns the calendar entry of a booking. Later mails and the booking page update the same entry. */
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
      location: meetingPoint,
      text: text.filter(Boolean).join('\n'),
    },
  };
}

type Fact = NonNullable<MailContent['facts']>[number];

/** Returns the facts that have a value. */
export const knownFacts = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value !== '');

/** Formats an instant in a time zone: "Thursday 3 December 2026 at 15:00". */
export const formatLocalDateTime = (intl: MailIntl, { at, timeZone }: { at: string; timeZone: string }): string =>
  intl.momentIn(new Date(at), timeZone);
