/** What the demo's guides are paid: by tour and guest, more at the weekend and in the evening, and a raise since New Year. */
import { COMPANIES, guidesOf, type CompanyKey } from './people.ts';
import { idOf } from './random.ts';
import { dayIn } from './zones.ts';

interface DemoPay {
  kind: string;
  /** Øre; of companies that count in euros a seventh. */
  amount: number;
  leastGuests?: number;
  fromTime?: string;
  /** For the first of the guides alone. */
  isOfOne?: true;
  /** In the year before. */
  isOld?: true;
}

const PAY: readonly DemoPay[] = [
  { kind: 'per_tour', amount: 42_000, isOld: true },
  { kind: 'per_tour', amount: 45_500 },
  { kind: 'per_tour', amount: 52_500, isOfOne: true },
  { kind: 'per_guest', amount: 700 },
  { kind: 'many_guests', amount: 14_000, leastGuests: 15 },
  { kind: 'weekend', amount: 10_500 },
  { kind: 'evening', amount: 7_000, fromTime: '18:00' },
];

export const payRows = (now: Date) => ({
  'private.pay_rules': (Object.keys(COMPANIES) as CompanyKey[]).flatMap((key) => {
    const { id, currency, time_zone } = COMPANIES[key];
    const year = Number(dayIn(now, time_zone).slice(0, 4));
    const [first] = guidesOf(key);
    return PAY.flatMap(({ kind, amount, leastGuests = null, fromTime = null, isOfOne = false, isOld = false }, place) =>
      isOfOne && !first
        ? []
        : {
            id: idOf(`pay:${key}:${place}`),
            company_id: id,
            kind,
            amount: currency === 'DKK' ? amount : Math.round(amount / 7),
            currency,
            least_guests: leastGuests,
            from_time: fromTime,
            user_id: isOfOne ? first!.id : null,
            first_day: `${isOld ? year - 1 : year}-01-01`,
          },
    );
  }),
});
