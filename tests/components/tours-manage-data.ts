/** A tour with a schedule, for the tests of /tours/manage. */
import type { ChangePlan } from '../../src/data/change-plan.ts';
import type { NextDates, LoadedSchedules } from '../../src/company/tours-manage/dates/use-schedules.ts';
import type { readTour } from '../../src/data/tours.ts';
import type { TourForm } from '../../src/domain/tours.ts';

export const TOUR = '22222222-0000-4000-8000-000000000001';
export const SCHEDULE = '22222222-0000-4000-8000-000000000002';
export const ADULT = '22222222-0000-4000-8000-000000000003';
export const CHILD = '22222222-0000-4000-8000-000000000004';
export const DEPARTURE = '22222222-0000-4000-8000-000000000005';
export const text = (title: string) => ({
  title,
  summary: 'In short',
  description: 'At length',
  meetingPoint: 'The red gate',
  meetingNotes: '',
});
const price = { minimumAge: null, maximumAge: null, seats: 1, vatRate: null, accompaniedBy: [], isActive: true };
export const FORM: TourForm = {
  slug: 'harbour-walk',
  durationMinutes: 90,
  latitude: null,
  longitude: null,
  guideLanguages: ['en'],
  capacity: 20,
  minimumGuests: 1,
  bookingCutOffMinutes: 0,
  cancellationCutOffHours: 24,
  depositPercent: null,
  asksNames: false,
  colour: '#2f6fd0',
  vatRate: null,
  texts: { en: text('Harbour walk'), es: text('Paseo'), it: text('Giro') },
  prices: [
    { ...price, id: ADULT, type: 'ADULT', amount: 45_000, minimumAge: 13 },
    { ...price, id: CHILD, type: 'CHILD', amount: 20_000, maximumAge: 12 },
  ],
};
type Read = Extract<Awaited<ReturnType<typeof readTour>>, { ok: true }>['data'];
export const READ: Omit<Read, 'companyId'> = {
  id: TOUR,
  companySlug: 'walks',
  tourStatus: 'draft',
  version: 3,
  tour: FORM,
  missing: [{ field: 'departures', language: null }],
  currency: 'DKK',
  timeZone: 'Europe/Copenhagen',
  pictureTag: null,
  companyLogo: null,
  formerSlugs: ['old-walk'],
  bookedPrices: [],
};
export const SCHEDULES: LoadedSchedules = {
  today: '2027-05-01',
  timeZone: 'Europe/Copenhagen',
  schedules: [
    {
      id: SCHEDULE,
      version: 7,
      schedule: {
        rrule: 'FREQ=WEEKLY;BYDAY=TU,SA',
        startsOn: '2027-01-02',
        localTime: '10:00',
        capacity: null,
        language: null,
        isActive: true,
      },
      exceptions: [],
      nextAt: '2027-05-04T08:00:00.000Z',
    },
  ],
  blackouts: [],
};
export const NO_CHANGE: ChangePlan = { created: 0, moved: 0, removed: 0, changed: 0, guided: 0, departures: [] };
/** A refusal by the server with its reason. */
export const refused = <R>(refusal: R) => ({
  ok: false as const,
  code: 'refused' as const,
  retry: false as const,
  refusal,
});

export const NEXT_DATES: NextDates = {
  dates: [
    { scheduledDate: '2027-05-04', localDate: '2027-05-04', startsAt: '2027-05-04T08:00:00.000Z', kind: null },
    { scheduledDate: '2027-05-08', localDate: '2027-05-08', startsAt: '2027-05-08T08:00:00.000Z', kind: 'changed' },
  ],
  skipped: [{ localDate: '2027-05-06', name: 'Ascension Day' }],
};
