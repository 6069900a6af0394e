/** The demo's guides: working hours, languages, time off, and extra assignments in a coming week. */
import type { DemoDeparture } from './departures.ts';
import { COMPANIES, guidesOf, type DemoPerson } from './people.ts';
import { idOf } from './random.ts';
import { addDays, dayIn, instantOf, weekdayCodeOf } from './local-dates.ts';

const WEEK = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAY_MINUTES = 24 * 60;

/** Returns the same hours on several days as minutes of the week, an int4multirange literal. */
const hoursOn = (days: readonly number[], [from, to]: readonly [number, number]) =>
  `{${days.map((day) => `[${day * DAY_MINUTES + from},${day * DAY_MINUTES + to})`).join(',')}}`;

const ALL_DAY = [7 * 60, 23 * 60] as const;
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** Copenhagen's guides by login; `hours` null means any time. Others have no profile. */
const PROFILES: Record<string, { languages: string[]; hours: string | null }> = {
  guide: { languages: ['da', 'en', 'es', 'it'], hours: null },
  marco: { languages: ['da', 'en', 'it'], hours: hoursOn(EVERY_DAY, ALL_DAY) },
  lea: { languages: ['da', 'en'], hours: hoursOn([0, 1, 2, 3, 4], [8 * 60, 18 * 60]) },
  jonas: { languages: ['da', 'en'], hours: hoursOn([4, 5, 6], ALL_DAY) },
  paula: { languages: ['en', 'es'], hours: null },
};

/** Returns the days to the first Monday at least four days ahead; its week has extra assignments and time off. */
export function weekAhead(today: string): number {
  for (let day = 4; ; day += 1) if (weekdayCodeOf(addDays(today, day)) === 'MO') return day;
}

export interface Assignment {
  departure_id: string;
  user_id: string;
  role: 'lead' | 'assistant';
  status: 'proposed' | 'accepted' | 'declined';
}

/** Returns whether a guide is assigned to a departure. */
export const isAssigned = (departure: DemoDeparture, guide: DemoPerson) =>
  departure.guides.some(({ id }) => id === guide.id);

/**
 * Returns extra assignments in Copenhagen's week from `weekAhead` on: one declined, one proposed, and one guide booked
 * twice at once. Today and tomorrow stay unchanged.
 */
export function extraAssignments(departures: readonly DemoDeparture[], now: Date): Assignment[] {
  const start = weekAhead(dayIn(now, COMPANIES.copenhagen.time_zone));
  const week = departures.filter(
    ({ tour, day, status }) =>
      tour.company === 'copenhagen' && day >= start && day < start + 7 && status === 'scheduled',
  );
  const [, marco, lea] = guidesOf('copenhagen');
  if (!marco || !lea) return [];
  const give = (departure: DemoDeparture | undefined, guide: DemoPerson, status: Assignment['status']): Assignment[] =>
    departure
      ? [
          {
            departure_id: departure.id,
            user_id: guide.id,
            role: departure.guides.length ? 'assistant' : 'lead',
            status,
          },
        ]
      : [];
  const declined = week.find((departure) => !isAssigned(departure, lea));
  const proposed = week.find((departure) => departure !== declined && !isAssigned(departure, lea));
  const marcos = week.filter((departure) => isAssigned(departure, marco));
  const twice = week.find(
    (departure) =>
      departure !== declined &&
      departure !== proposed &&
      !isAssigned(departure, marco) &&
      marcos.some((other) => departure.startsAt < other.endsAt && other.startsAt < departure.endsAt),
  );
  return [...give(declined, lea, 'declined'), ...give(proposed, lea, 'proposed'), ...give(twice, marco, 'accepted')];
}

export function guideRows(now: Date) {
  const { id: company_id, time_zone } = COMPANIES.copenhagen;
  const guides = guidesOf('copenhagen');
  const today = dayIn(now, time_zone);
  const start = weekAhead(today);
  const wholeDays = (login: string, from: number, days: number, note: string) => {
    const guide = guides.find((guide) => guide.login === login);
    if (!guide) return [];
    return [
      {
        id: idOf(`time-off:${login}:${from}`),
        company_id,
        user_id: guide.id,
        starts_at: instantOf(addDays(today, from), 0, time_zone).toISOString(),
        ends_at: instantOf(addDays(today, from + days), 0, time_zone).toISOString(),
        note,
        created_at: new Date(now.getTime() - 20 * 86_400_000).toISOString(),
      },
    ];
  };
  return {
    'public.guide_rules': [{ company_id, minimum_break_minutes: 20 }],
    'public.guide_profiles': guides.flatMap(({ id, login }) => {
      const profile = PROFILES[login];
      return profile ? [{ id: idOf(`guide profile:${login}`), company_id, user_id: id, ...profile }] : [];
    }),
    'public.time_off': [
      ...wholeDays('freja', start, WEEK.length, 'Sommerhus'),
      ...wholeDays('lea', start + 2, 1, 'Tandlæge'),
    ],
  };
}
