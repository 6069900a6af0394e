/** Percentages in forms, such as VAT: at most two decimals, after a point or a comma; '' means none. */
import * as v from 'valibot';
import { fieldError } from './fields.ts';

export const percentField = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s|%/g, '').replace(',', '.')),
    v.check((text) => /^(\d{1,3}(\.\d{1,2})?)?$/.test(text), fieldError('not_valid')),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.check((percent) => percent === null || percent <= 100, fieldError('too_large')),
  );

export const formatPercent = (percent: number | null, locale: string): string =>
  percent === null ? '' : new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(percent);
