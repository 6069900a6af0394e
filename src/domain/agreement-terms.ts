/** Commission terms between a company and a partner: stored form, form values and their parsing. */
import * as v from 'valibot';
import { fieldError, money, requiredText, wholeNumber } from './fields.ts';
import type { MinorUnits, Uuid } from './ids.ts';
import { formatMoneyInput } from './parse-money.ts';
import { formatPercent, percentField } from './percent.ts';

/**
 * Per cent of the price; an amount per guest; or per cent of the price, depending on the guests so far in the month.
 */
export const COMMISSION_KINDS = ['percent', 'per_guest', 'tiers'] as const;

/** A tour's own commission, or that of all other tours. */
export const TOUR_RATES = ['as_others', 'percent', 'per_guest'] as const;

/** Which click counts when guests followed several partner links. */
export const ATTRIBUTED_CLICKS = ['last', 'first'] as const;

const shared = {
  /**
   * Tours with their own rate: per cent of the price, or an amount per guest. Takes precedence over the other terms.
   */
  tours: v.array(
    v.union([v.object({ tour: v.string(), percent: v.number() }), v.object({ tour: v.string(), amount: v.number() })]),
  ),
  click: v.picklist(ATTRIBUTED_CLICKS),
  /** Days for which a click counts; 0: only for the visit that it starts. */
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

/** The highest commission per guest, in minor units. */
const MAX_AMOUNT = 999_999_999;
/** Rows for tiers in the form; more if the agreement has more. */
const MIN_TIER_ROWS = 3;
const rate = v.pipe(percentField(), v.number(fieldError('required')));

interface TermsFields {
  kind: Terms['kind'];
  percent: string;
  amount: string;
  tiers: { from: string; percent: string }[];
  tours: { tour: string; kind: (typeof TOUR_RATES)[number]; percent: string; amount: string }[];
  click: Terms['click'];
  windowDays: number;
}
type NumberSchema = v.GenericSchema<unknown, number>;
/** Parses a field. `keys` is its path, for the problem that is reported. */
type ReadNumber = (schema: NumberSchema, fieldText: string, ...keys: (string | number)[]) => number;

/** Parses the fields of the selected kind. `perGuest` is the schema of an amount per guest. */
function parseTerms(
  { kind, percent, amount, tiers, tours, click, windowDays }: TermsFields,
  { perGuest, read }: { perGuest: NumberSchema; read: ReadNumber },
): Terms {
  const sharedTerms = {
    click,
    windowDays,
    tours: tours.flatMap((row, at): Terms['tours'] => {
      const { tour } = row;
      if (row.kind === 'percent') return [{ tour, percent: read(rate, row.percent, 'tours', at, 'percent') }];
      if (row.kind === 'per_guest') return [{ tour, amount: read(perGuest, row.amount, 'tours', at, 'amount') }];
      return [];
    }),
  };
  if (kind === 'percent') return { kind, percent: read(rate, percent, 'percent'), ...sharedTerms };
  if (kind === 'per_guest') return { kind, amount: read(perGuest, amount, 'amount'), ...sharedTerms };
  const reached: { from: number; percent: number }[] = [];
  for (const [at, tier] of tiers.entries()) {
    if (at > 0 && tier.from.trim() === '' && tier.percent.trim() === '') continue;
    const min = (reached.at(-1)?.from ?? 0) + 1;
    reached.push({
      from: at === 0 ? 1 : read(wholeNumber({ min, max: 100_000 }), tier.from, 'tiers', at, 'from'),
      percent: read(rate, tier.percent, 'tiers', at, 'percent'),
    });
  }
  return { kind, tiers: reached, ...sharedTerms };
}

/** Returns the schema of the form. `withPartner`: it also asks for the partner, by slug or by the URL of its page. */
export const termsFormSchema = ({
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
      percent: v.string(),
      amount: v.string(),
      tiers: v.array(v.object({ from: v.string(), percent: v.string() })),
      tours: v.array(
        v.object({ tour: v.string(), kind: v.picklist(TOUR_RATES), percent: v.string(), amount: v.string() }),
      ),
      click: v.picklist(ATTRIBUTED_CLICKS),
      windowDays: wholeNumber({ min: 0, max: 90 }),
    }),
    v.rawTransform(({ dataset, addIssue, NEVER }): { partner: string; terms: Terms } => {
      const { partner, ...fields } = dataset.value;
      let isSound = true;
      // Only the selected kind is validated: users cannot correct a field that is hidden.
      const read: ReadNumber = (schema, fieldText, ...keys) => {
        const result = v.safeParse(schema, fieldText);
        if (result.success) return result.output;
        isSound = false;
        const path = keys.map(
          (key) => ({ type: 'unknown', origin: 'value', input: fieldText, key, value: null }) as const,
        );
        addIssue({ message: result.issues[0].message, path: path as never });
        return 0;
      };
      const perGuest = money(currency, { free: true, locale, max: MAX_AMOUNT });
      const parsedTerms = parseTerms(fields, { perGuest, read });
      return isSound ? { partner: slugIn(partner), terms: parsedTerms } : NEVER;
    }),
  );
export type TermsFormValues = v.InferInput<ReturnType<typeof termsFormSchema>>;
export type TermsFormData = v.InferOutput<ReturnType<typeof termsFormSchema>>;

/** Returns the slug from a slug or from a copied URL of a guest page; `/BAK` marks a partner's page. */
function slugIn(input: string): string {
  const path = input.trim().split(/[?#]/)[0] ?? '';
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== 'BAK');
  return (segments.at(-1) ?? '').toLowerCase();
}

export interface TermsFormOptions {
  tours: readonly Uuid[];
  currency: string;
  locale: string;
}

export function toTermsFormValues(agreed: Terms, { tours, currency, locale }: TermsFormOptions): TermsFormValues {
  const percent = (of: number | null | undefined) => formatPercent(of ?? null, locale);
  const amount = (of: number) => formatMoneyInput(of as MinorUnits, { currency, locale });
  const tiers = agreed.kind === 'tiers' ? agreed.tiers : [];
  return {
    partner: '',
    kind: agreed.kind,
    percent: agreed.kind === 'percent' ? percent(agreed.percent) : '',
    amount: agreed.kind === 'per_guest' ? amount(agreed.amount) : '',
    tiers: Array.from({ length: Math.max(MIN_TIER_ROWS, tiers.length) }, (_, at) => ({
      from: at === 0 ? '1' : String(tiers[at]?.from ?? ''),
      percent: percent(tiers[at]?.percent),
    })),
    tours: tours.map((tour) => {
      const tourTerms = agreed.tours.find((entry) => entry.tour === tour);
      if (!tourTerms) return { tour, kind: 'as_others', percent: '', amount: '' };
      return 'amount' in tourTerms
        ? { tour, kind: 'per_guest', percent: '', amount: amount(tourTerms.amount) }
        : { tour, kind: 'percent', percent: percent(tourTerms.percent), amount: '' };
    }),
    click: agreed.click,
    windowDays: String(agreed.windowDays),
  };
}
