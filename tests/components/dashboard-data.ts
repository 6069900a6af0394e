/** A day and a month of figures as the server returns them. */
import type { Instant } from '../../src/domain/ids.ts';
import type { Figures, Today, TodaysDeparture } from '../../src/data/dashboard.ts';

const HOUR_MS = 3_600_000;
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

export const departureOf = (title: string, more: Partial<TodaysDeparture> = {}): TodaysDeparture => ({
  id: crypto.randomUUID(),
  tourId: crypto.randomUUID(),
  title: { en: title },
  colour: '#2f6fd0',
  startsAt: inHours(1),
  endsAt: inHours(3),
  departureStatus: 'scheduled',
  capacity: 20,
  seats: 14,
  booked: 14,
  attended: 5,
  late: 0,
  lateMinutes: null,
  due: 0,
  flagged: 0,
  guides: ['Anna Lind'],
  ...more,
});

export const dayOf = (departures: TodaysDeparture[], needs: Partial<Today['needs']> = {}): Today => ({
  today: '2026-11-23',
  timeZone: 'Europe/Copenhagen',
  currency: 'DKK',
  isWholeCompany: true,
  needs: { overdue: 0, ...needs },
  departures,
});

export const TOUR = '11111111-1111-4111-8111-111111111111';
export const GUIDE = '22222222-2222-4222-8222-222222222222';

export const monthOf = (more: Partial<Figures> = {}): Figures => ({
  asOf: new Date().toISOString() as Instant,
  isBehind: false,
  from: '2026-11-01',
  to: '2026-11-30',
  beforeFrom: '2026-10-02',
  beforeTo: '2026-10-31',
  today: '2026-11-30',
  currency: 'DKK',
  isWholeCompany: true,
  attendanceRule: 'report_differences',
  booked: {
    bookings: 30,
    guests: 70,
    revenue: 900_000,
    cancelled: 10,
    ofOtherCurrencies: 2,
    lead: [3, 6, 9, 6, 3, 2, 1],
    days: [
      { day: 0, source: 'website', bookings: 12, revenue: 400_000, cancelled: 4 },
      { day: 0, source: 'office', bookings: 8, revenue: 300_000, cancelled: 6 },
      { day: 4, source: 'website', bookings: 10, revenue: 200_000, cancelled: 0 },
    ],
  },
  bookedBefore: {
    bookings: 20,
    guests: 50,
    revenue: 1_000_000,
    cancelled: 5,
    ofOtherCurrencies: 0,
    lead: [2, 4, 6, 4, 2, 1, 1],
    days: [{ day: 0, source: 'partner', bookings: 20, revenue: 1_000_000, cancelled: 5 }],
  },
  attendance: [
    { tourId: TOUR, title: { en: 'Harbour walk' }, departures: 9, booked: 100, attended: 94, walkIns: 3, noShows: 6 },
  ],
  attendanceBefore: { departures: 8, booked: 50, attended: 45, walkIns: 0, noShows: 5 },
  fill: [
    { weekday: 1, hour: 10, departures: 4, seats: 60, capacity: 80 },
    { weekday: 7, hour: 14, departures: 2, seats: 10, capacity: 40 },
  ],
  fillBefore: { departures: 5, seats: 50, capacity: 100 },
  guides: [
    { id: GUIDE, name: 'Anna Lind', departures: 6, minutes: 540, guests: 70, departuresBefore: 4, minutesBefore: 360 },
  ],
  ...more,
});
