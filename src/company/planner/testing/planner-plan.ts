/** Sample week as returned by `read_planner`: Copenhagen in winter (UTC+1). */
import type { PlannerData } from '../../../data/guides.ts';

export const MONDAY = '2026-11-23';
type Departure = PlannerData['departures'][number];
type Guide = PlannerData['guides'][number];

/** Creates a departure; `day` counts from Monday, `hour` is in the company's time zone. */
export function departure(id: string, more: Partial<Departure> & { day?: number; hour?: number } = {}): Departure {
  const { day = 0, hour = 10, wallMinutes = 120, ...overrides } = more;
  const start = Date.parse(`${MONDAY}T00:00:00+01:00`) + day * 86_400_000 + hour * 3_600_000;
  return {
    id,
    tourId: 'walk',
    startsAt: new Date(start).toISOString(),
    endsAt: new Date(start + wallMinutes * 60_000).toISOString(),
    localDate: new Date(Date.parse(MONDAY) + day * 86_400_000).toISOString().slice(0, 10),
    capacity: 20,
    booked: 12,
    language: 'en',
    meetingNote: null,
    closed: false,
    status: 'scheduled',
    differs: [],
    version: 1,
    allottedSeats: [],
    guides: [],
    weekMinute: day * 1440 + hour * 60,
    wallMinutes,
    ...overrides,
  };
}

export const guide = (id: string, more: Partial<Guide> = {}): Guide => ({
  id,
  name: id,
  minutes: 0,
  languages: null,
  hours: null,
  version: 0,
  timeOff: [],
  ...more,
});

export const assignedGuide = (userId: string, more: Partial<Departure['guides'][number]> = {}) => ({
  userId,
  name: userId,
  role: 'lead' as const,
  state: 'accepted' as const,
  ...more,
});

export const plan = (more: Partial<PlannerData> = {}): PlannerData => ({
  timeZone: 'Europe/Copenhagen',
  minimumBreakMinutes: 15,
  tours: [
    { id: 'walk', title: { en: 'Harbour walk' }, colour: '#1f86b8', latitude: 55.68, longitude: 12.59 },
    { id: 'bike', title: { en: 'City by bike' }, colour: '#a94f9f', latitude: 55.68, longitude: 12.59 },
  ],
  guides: [guide('Anna'), guide('Bo')],
  departures: [],
  conflicts: [],
  ...more,
});
