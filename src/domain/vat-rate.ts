/** A VAT rate in percent with at most two decimals, after a point or a comma; '' means none. */
import * as v from 'valibot';
import { fieldError } from './fields.ts';

export const vatRate = () =>
  v.nullable(
    v.pipe(
      v.number(fieldError('not_valid')),
      v.minValue(0, fieldError('too_small')),
      v.maxValue(100, fieldError('too_large')),
      v.check((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, fieldError('not_valid')),
    ),
  );

export const vatRateField = () =>
  v.pipe(
    v.string(),
    v.transform((text) => text.replace(/\s|%/g, '').replace(',', '.')),
    v.check((text) => /^(\d{1,3}(\.\d{1,2})?)?$/.test(text), fieldError('not_valid')),
    v.transform((text) => (text === '' ? null : Number(text))),
    v.check((rate) => rate === null || rate <= 100, fieldError('too_large')),
  );

export const formatVatRate = (rate: number | null, locale: string): string =>
  rate === null ? '' : new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(rate);
