/**
 * Pay rates of the demo's guides: per tour and guest, supplements for weekends and evenings, and a raise since New
 * Year.
 */
import { COMPANIES, guidesOf, type CompanyKey } from './people.ts';
import { idOf } from './random.ts';
import { dayIn } from './local-dates.ts';

interface DemoPay {
  kind: string;
  /** Øre; euro companies pay a seventh in cents. */
  amount: number;
  minGuests?: number;
  fromTime?: string;
  /** For the first guide only. */
  isOfOne?: true;
  /** Last year's rate. */
  isOld?: true;
}

const PAY: readonly DemoPay[] = [
  { kind: 'per_tour', amount: 42_000, isOld: true },
  { kind: 'per_tour', amount: 45_500 },
  { kind: 'per_tour', amount: 52_500, isOfOne: true },
  { kind: 'per_guest', amount: 700 },
  { kind: 'many_guests', amount: 14_000, minGuests: 15 },
  { kind: 'weekend', amount: 10_500 },
  { kind: 'evening', amount: 7_000, fromTime: '18:00' },
];

export const payRows = (now: Date) => ({
  'private.pay_rules': (Object.keys(COMPANIES) as CompanyKey[]).flatMap((key) => {
    const { id, currency, time_zone } = COMPANIES[key];
    const year = Number(dayIn(now, time_zone).slice(0, 4));
    const [first] = guidesOf(key);
    return PAY.flatMap(({ kind, amount, minGuests = null, fromTime = null, isOfOne = false, isOld = false }, place) =>
      isOfOne && !first
        ? []
        : {
            id: idOf(`pay:${key}:${place}`),
            company_id: id,
            kind,
            amount: currency === 'DKK' ? amount : Math.round(amount / 7),
            currency,
            min_guests: minGuests,
            from_time: fromTime,
            user_id: isOfOne ? first!.id : null,
            first_day: `${isOld ? year - 1 : year}-01-01`,
          },
    );
  }),
});
