/** All tours of the demo and their table rows. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { COMPANIES, type CompanyKey } from './people.ts';
import { idOf } from './random.ts';
import { HARBOUR_LIGHTS } from './tour-harbour-lights.ts';
import { ACCOMPANIED, AGES, GROWN_UP, type DemoCategory, type DemoSchedule, type DemoTour } from './tour-shape.ts';
import { COPENHAGEN_TOURS, OLD_TOWN } from './tours-copenhagen.ts';
import { ROME_TOURS } from './tours-rome.ts';
import { SEVILLE_TOURS } from './tours-seville.ts';

export const TOURS: readonly DemoTour[] = [...COPENHAGEN_TOURS, ...ROME_TOURS, ...SEVILLE_TOURS];
/** The tour whose departure today has hundreds of guests. */
export const BIG_TOUR = HARBOUR_LIGHTS;
/** The tour with an extra departure that starts soon after the demo is made. */
export const SOON_TOUR = OLD_TOWN;

export const tourId = (tour: DemoTour) => idOf(`tour:${tour.slug}`);
export const priceId = (tour: DemoTour, type: DemoCategory) => idOf(`price:${tour.slug}:${type}`);

export const scheduleId = (tour: DemoTour, { time, language }: DemoSchedule) =>
  idOf(`schedule:${tour.slug}:${time}:${language}`);

function ruleOf({ days, nth }: DemoSchedule): string {
  if (nth !== undefined) return `FREQ=MONTHLY;BYDAY=${days.map((day) => `${nth}${day}`).join(',')}`;
  return days.length === 7 ? 'FREQ=DAILY' : `FREQ=WEEKLY;BYDAY=${days.join(',')}`;
}

/** Returns the picture row of the only tour with a picture; others show their colour. */
function pictureRow() {
  const bytes = readFileSync(new URL(`./pictures/${HARBOUR_LIGHTS.slug}.webp`, import.meta.url));
  return {
    tour_id: tourId(HARBOUR_LIGHTS),
    bytes: `\\x${bytes.toString('hex')}`,
    tag: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
  };
}

/** VAT in percent on guided tours in the company's country. */
const VAT_RATES: Record<CompanyKey, number> = { copenhagen: 25, seville: 21, rome: 22, lisbon: 23 };

export function tourRows(since: string) {
  const all = TOURS.map((tour) => ({ tour, tour_id: tourId(tour), company_id: COMPANIES[tour.company].id }));
  return {
    'public.tours': all.map(({ tour, tour_id, company_id }) => ({
      id: tour_id,
      company_id,
      slug: tour.slug,
      duration_minutes: tour.minutes,
      latitude: tour.meetingPoint[0],
      longitude: tour.meetingPoint[1],
      guide_languages: tour.languages,
      capacity: tour.capacity,
      minimum_guests: tour.minimumGuests,
      booking_cut_off_minutes: tour.bookingCutOffMinutes,
      cancellation_cut_off_hours: tour.cancellationCutOffHours,
      colour: tour.colour,
      vat_rate: VAT_RATES[tour.company],
      status: tour.status,
      created_at: since,
    })),
    'private.tour_slugs': all.map(({ tour, tour_id, company_id }) => ({ company_id, slug: tour.slug, tour_id })),
    'public.tour_translations': all.flatMap(({ tour, tour_id }) =>
      Object.entries(tour.texts).map(([locale, texts]) => Object.assign({ tour_id, locale }, texts)),
    ),
    'public.price_categories': all.flatMap(({ tour, tour_id, company_id }) =>
      (Object.entries(tour.prices) as [DemoCategory, number][]).map(([type, amount]) => ({
        id: priceId(tour, type),
        tour_id,
        company_id,
        type,
        amount,
        minimum_age: AGES[type][0],
        maximum_age: AGES[type][1],
        seats: type === 'INFANT' ? 0 : 1,
        accompanied_by: ACCOMPANIED.includes(type)
          ? GROWN_UP.filter((type) => tour.prices[type] !== undefined).map((type) => priceId(tour, type))
          : [],
        is_active: true,
      })),
    ),
    'private.tour_pictures': [pictureRow()],
    'public.schedules': all.flatMap(({ tour, tour_id, company_id }) =>
      tour.schedules.map((schedule) => ({
        id: scheduleId(tour, schedule),
        tour_id,
        company_id,
        rrule: ruleOf(schedule),
        starts_on: since.slice(0, 10),
        local_time: schedule.time,
        capacity: tour.capacity,
        language: schedule.language,
        is_active: tour.status === 'live' || tour.status === 'draft',
      })),
    ),
  };
}
