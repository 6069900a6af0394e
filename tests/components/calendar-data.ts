/** Calendar fixtures: a month in Copenhagen in summer, two hours ahead of UTC. */
import type { CalendarDay, readCalendar } from '../../src/data/calendar.ts';
import type { Calendar, CalendarDeparture } from '../../src/domain/calendar.ts';
import { ok } from '../../src/domain/result.ts';

export const WALK = '3f0e0000-0000-4000-8000-000000000001';
export const BIKE = '3f0e0000-0000-4000-8000-000000000002';
export const departure = (id: string, localDate: string, more: Partial<CalendarDeparture> = {}): CalendarDeparture => ({
  id,
  tourId: WALK,
  localDate,
  startsAt: `${localDate}T08:00:00.000Z`,
  minutes: 90,
  booked: 2,
  capacity: 20,
  language: 'en',
  status: 'scheduled',
  closed: false,
  allottedSeats: 0,
  belowMinimum: false,
  differs: [],
  version: 3,
  guides: [{ userId: 'lea', name: 'Lea', role: 'lead', state: 'accepted' }],
  ...more,
});
export const ALL = [
  departure('a', '2031-05-05'),
  departure('b', '2031-05-06', { tourId: BIKE, guides: [] }),
  departure('c', '2031-05-07', { booked: 20 }),
  departure('gone', '2031-05-08', { status: 'departed' }),
];
export const CALENDAR: Calendar = {
  from: '2031-04-28',
  to: '2031-06-01',
  timeZone: 'Europe/Copenhagen',
  isWholeCompany: true,
  tours: [
    { id: WALK, title: { en: 'Harbour walk' }, colour: '#1f86b8' },
    { id: BIKE, title: { en: 'City by bike' }, colour: '#9455cc' },
  ],
  daysOff: [],
  departures: ALL,
};
/** The departure as the day query returns it. */
export const card = ({
  minutes,
  ...departure
}: CalendarDeparture): Omit<CalendarDay['departures'][number], 'bookings'> => ({
  ...departure,
  endsAt: new Date(Date.parse(departure.startsAt) + minutes * 60_000).toISOString(),
  meetingNote: null,
  allottedSeats: [],
});
export const booking = (more: Partial<CalendarDay['departures'][number]['bookings'][number]>) => ({
  id: 'one',
  reference: 'ABC',
  status: 'CONFIRMED' as const,
  source: 'office' as const,
  contactName: 'Ada Lund',
  contactEmail: null,
  contactPhone: null,
  locale: 'en',
  note: null,
  organisationName: null,
  due: 0,
  currency: 'DKK',
  expiresAt: null,
  guests: 2,
  seats: 2,
  ...more,
});

/** Returns a fake of the calendar query for the requested range. */
export const fakeReadCalendar =
  (more: Partial<Calendar> = {}): typeof readCalendar =>
  (_, { from, to }) => {
    const all = { ...CALENDAR, ...more };
    const departures = all.departures.filter(({ localDate }) => localDate >= from && localDate <= to);
    return Promise.resolve(ok({ ...all, departures, from, to }));
  };
