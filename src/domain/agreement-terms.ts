/** What a company and a partner agree about commission: as it is kept, as it is typed, and as it is read. */
import * as v from 'valibot';
import { error, money, requiredText, wholeNumber } from './fields.ts';
import type { MinorUnits, Uuid } from './ids.ts';
import { moneyForField } from './typed-money.ts';
import { typedVatRate, typeVatRate } from './vat-rate.ts';

/** Of the price, so much a guest, or of the price by how many guests came before in the month. */
export const COMMISSION_KINDS = ['percent', 'per_guest', 'tiers'] as const;

/** Whose link counts where guests came by several. */
export const CLICKS = ['last', 'first'] as const;

const shared = {
  /** Per cent of the price of single tours, before everything else. */
  tours: v.array(v.object({ tour: v.string(), percent: v.number() })),
  click: v.picklist(CLICKS),
  /** For how many days a click counts; 0: only on the visit that it leads to. */
  windowDays: v.number(),
};
export const terms = v.variant('kind', [
  v.object({ kind: v.literal('percent'), percent: v.number(), ...shared }),
  v.object({ kind: v.literal('per_guest'), amount: v.number(), ...shared }),
  v.object({
    kind: v.literal('tiers'),
    tiers: v.array(v.object({ from: v.number(), percent: v.number() })),
    ...shared,
  }),
]);
export type Terms = v.InferOutput<typeof terms>;

/** How many tiers the form has. */
const TIERS = 3;
const rate = typedVatRate();

/** `withPartner`: who is asked is typed too, as the slug or the whole address of their page. */
export const typedTerms = ({
  currency,
  locale,
  withPartner,
}: {
  currency: string;
  locale: string;
  withPartner: boolean;
}) =>
  v.pipe(
    v.object({
      partner: withPartner ? requiredText(300) : v.string(),
      kind: v.picklist(COMMISSION_KINDS),
      percent: rate,
      amount: v.string(),
      tiers: v.array(v.object({ from: v.string(), percent: rate })),
      tours: v.array(v.object({ tour: v.string(), percent: rate })),
      click: v.picklist(CLICKS),
      windowDays: wholeNumber({ least: 0, most: 90 }),
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }): { partner: string; terms: Terms } => {
      const typed = dataset.value;
      const wrong = (keys: readonly (string | number)[], message: string) => {
        const path = keys.map((key) => ({ type: 'unknown', origin: 'value', input: typed, key, value: null }) as const);
        addIssue({ message, path: path as never });
        return NEVER;
      };
      const both = {
        tours: typed.tours.flatMap(({ tour, percent }) => (percent === null ? [] : [{ tour, percent }])),
        click: typed.click,
        windowDays: typed.windowDays,
      };
      const partner = slugIn(typed.partner);
      if (typed.kind === 'percent') {
        if (typed.percent === null) return wrong(['percent'], error('required'));
        return { partner, terms: { kind: 'percent', percent: typed.percent, ...both } };
      }
      if (typed.kind === 'per_guest') {
        const read = v.safeParse(money(currency, { free: true, locale }), typed.amount);
        if (!read.success) return wrong(['amount'], read.issues[0].message);
        return { partner, terms: { kind: 'per_guest', amount: read.output, ...both } };
      }
      const tiers: { from: number; percent: number }[] = [];
      for (const [at, { from, percent }] of typed.tiers.entries()) {
        if (at > 0 && from.trim() === '' && percent === null) continue;
        if (percent === null) return wrong(['tiers', at, 'percent'], error('required'));
        const least = (tiers.at(-1)?.from ?? 0) + 1;
        const read = v.safeParse(wholeNumber({ least, most: 100_000 }), at === 0 ? 1 : from);
        if (!read.success) return wrong(['tiers', at, 'from'], read.issues[0].message);
        tiers.push({ from: read.output, percent });
      }
      return { partner, terms: { kind: 'tiers', tiers, ...both } };
    }),
  );
export type TypedTerms = v.InferInput<ReturnType<typeof typedTerms>>;
export type ReadTerms = v.InferOutput<ReturnType<typeof typedTerms>>;

/** Of a slug, or of an address that ends in one, as it is copied from a guests' page. */
function slugIn(typed: string): string {
  const path = typed.trim().split(/[?#]/)[0] ?? '';
  const parts = path.split('/').filter((part) => part !== '' && part !== 'BAK');
  return (parts.at(-1) ?? '').toLowerCase();
}

export interface AsTyped {
  tours: readonly Uuid[];
  currency: string;
  locale: string;
}

/** As the fields show it to a reader of the locale. */
export function typeTerms(known: Terms, { tours, currency, locale }: AsTyped): TypedTerms {
  const percent = (of: number | null | undefined) => typeVatRate(of ?? null, locale);
  const tiers = known.kind === 'tiers' ? known.tiers : [];
  return {
    partner: '',
    kind: known.kind,
    percent: known.kind === 'percent' ? percent(known.percent) : '',
    amount: known.kind === 'per_guest' ? moneyForField(known.amount as MinorUnits, { currency, locale }) : '',
    tiers: Array.from({ length: Math.max(TIERS, tiers.length) }, (_, at) => ({
      from: at === 0 ? '1' : String(tiers[at]?.from ?? ''),
      percent: percent(tiers[at]?.percent),
    })),
    tours: tours.map((tour) => ({ tour, percent: percent(known.tours.find((own) => own.tour === tour)?.percent) })),
    click: known.click,
    windowDays: String(known.windowDays),
  };
}
