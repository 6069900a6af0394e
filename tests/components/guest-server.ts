/** A fake server for guests with one tour; it keeps those rules of guest_hold that the pages rely on. */
import type { PublicBooking, PublicTour, Catalog } from '../../src/data/public-booking-shapes.ts';
import type * as guestData from '../../src/data/public-booking.ts';
import { fail, ok } from '../../src/domain/result.ts';

type Ask<Name extends keyof typeof guestData> = (typeof guestData)[Name];
type HoldWish = guestData.HoldRequest;

export const ADULT = '00000000-0000-4000-8000-00000000000a';
export const CHILD = '00000000-0000-4000-8000-00000000000c';
export const DAY = new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
export const DAY_NAME = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  timeZone: 'UTC',
})
  .format(Date.parse(DAY))
  .replace(',', '');

const TEXTS = {
  title: 'Harbour walk',
  summary: 'Along the quays',
  description: '',
  meetingPoint: '',
  meetingNotes: '',
};
const category = (id: string, type: 'ADULT' | 'CHILD', amount: number) => ({
  id,
  type,
  amount,
  minimumAge: null,
  maximumAge: null,
  seats: 1,
  accompaniedBy: type === 'CHILD' ? [ADULT] : [],
});
export const TOUR: PublicTour = {
  id: 'tour-1',
  slug: 'harbour-walk',
  formerSlugs: ['old-walk'],
  texts: { en: TEXTS },
  durationMinutes: 90,
  languages: ['en', 'da'],
  latitude: null,
  longitude: null,
  minimumParty: 1,
  cancellationCutOffHours: 24,
  nextAt: `${DAY}T09:00:00.000Z`,
  picture: null,
  asksNames: false,
  categories: [category(ADULT, 'ADULT', 5000), category(CHILD, 'CHILD', 2500)],
};
export const CATALOG: Catalog = {
  operator: {
    slug: 'walks',
    name: 'Harbour Walks',
    colour: null,
    email: null,
    phone: '+45 33 11 22 33',
    timeZone: 'Europe/Copenhagen',
    currency: 'DKK',
    locale: 'da',
    holdMinutes: 15,
    termsUrl: null,
    logo: null,
    paysOnline: false,
  },
  organisation: null,
  tours: [TOUR],
};

export const bookingOf = (more: Partial<PublicBooking> = {}): PublicBooking => ({
  id: '00000000-0000-4000-8000-00000000000b',
  sequence: 1,
  reference: 'ABC234',
  state: 'CONFIRMED',
  reason: null,
  secondsLeft: null,
  extensions: 0,
  lateMinutes: null,
  version: 1,
  locale: 'en',
  note: null,
  contact: { name: 'Anna', email: 'anna@holm.test', phone: null },
  operator: CATALOG.operator,
  organisation: null,
  tour: { id: TOUR.id, texts: TOUR.texts, latitude: null, longitude: null },
  departure: {
    id: 'departure-1',
    startsAt: `${DAY}T09:00:00.000Z`,
    endsAt: `${DAY}T10:30:00.000Z`,
    date: DAY,
    language: 'en',
    isCancelled: false,
    meetingNote: null,
  },
  guests: [],
  codes: {},
  money: { total: 5000, due: 5000, dueNow: 5000, balance: 0, owed: 0, currency: 'DKK' },
  may: { beLate: true, cancel: true, move: true, until: `${DAY}T09:00:00.000Z`, refund: 0, pay: false },
  ...more,
});

export class GuestServer {
  capacity = 10;
  readonly #responses = new Map<string, string>();
  readonly held = new Map<string, PublicBooking>();

  readonly hold = async ({ request, token, departure, categories }: HoldWish): ReturnType<Ask<'holdSeats'>> => {
    const body = JSON.stringify([token, departure, categories]);
    const before = this.#responses.get(request);
    if (before !== undefined && before !== body)
      return { ok: false, code: 'refused', retry: false, refusal: { status: 'id_reused' } };
    if (before === undefined) {
      if (categories.length > this.capacity)
        return {
          ok: false,
          code: 'refused',
          retry: false,
          refusal: { status: 'sold_out', left: this.capacity, next: [] },
        };
      this.#responses.set(request, body);
      const guests = categories.map((priceCategoryId, at) => ({
        id: `guest-${at}`,
        priceCategoryId,
        type: priceCategoryId === ADULT ? ('ADULT' as const) : ('CHILD' as const),
        name: null,
        amount: 5000,
        isCheckedIn: false,
        ticketCode: null,
      }));
      const { departure: there } = bookingOf();
      this.held.set(
        token,
        bookingOf({
          state: 'ON_HOLD',
          secondsLeft: 900,
          contact: null,
          guests,
          departure: { ...there, id: departure },
        }),
      );
    }
    return ok({ booking: this.held.get(token)! });
  };

  readonly month = async (args: Parameters<Ask<'readMonth'>>[0]): ReturnType<Ask<'readMonth'>> => {
    const holds = [...this.held].filter(([token]) => token !== args.token).map(([, { guests }]) => guests.length);
    const left = this.capacity - holds.reduce((sum, seats) => sum + seats, 0);
    const at = (id: string, hour: number) => ({
      id,
      at: `${hour}:00`,
      startsAt: `${DAY}T${String(hour - 1).padStart(2, '0')}:00:00.000Z`,
      language: 'en',
      prices: null,
      left,
    });
    const times = [at('departure-1', 10), at('departure-2', 14)];
    return ok({ days: args.month === DAY.slice(0, 7) ? [{ date: DAY, times }] : [] });
  };

  readonly booking = async (token: string): ReturnType<Ask<'readPublicBooking'>> => {
    const booking = this.held.get(token);
    return booking ? ok({ booking }) : fail('not_found');
  };
}
