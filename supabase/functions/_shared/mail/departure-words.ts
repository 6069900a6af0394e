/** What mails about a departure have in common: its data, its facts, and a time by the clock of the place. */
import { isoTimestamp, nonEmpty, object, pipe, string } from 'valibot';
import type { MailIntl } from './intl.ts';
import type { Letter } from './letter.ts';

const instant = pipe(string(), isoTimestamp());

/** As private.departure_mail writes it. */
export const DepartureWords = object({
  company: pipe(string(), nonEmpty()),
  phone: string(),
  tour: pipe(string(), nonEmpty()),
  meetingPoint: string(),
  startsAt: instant,
  timeZone: pipe(string(), nonEmpty()),
});
export const Instant = instant;

type Fact = NonNullable<Letter['facts']>[number];

/** Names and values, without those that nothing is known of. */
export const known = (facts: readonly Fact[]): Fact[] => facts.filter(({ value }) => value !== '');

/** "Thursday 3 December 2026 at 15:00" by the clock of the place. */
export const timeThere = (intl: MailIntl, { at, timeZone }: { at: string; timeZone: string }): string =>
  intl.momentIn(new Date(at), timeZone);
