/** A VAT rate in percent with at most two decimals; null means none. */
import * as v from 'valibot';
import { fieldError } from './fields.ts';
import { onWire } from './wire-schema.ts';

export const vatRate = () =>
  v.pipe(
    v.nullable(
      v.pipe(
        v.number(fieldError('not_valid')),
        v.minValue(0, fieldError('too_small')),
        v.maxValue(100, fieldError('too_large')),
        v.check((rate) => Math.abs(rate * 100 - Math.round(rate * 100)) < 1e-6, fieldError('not_valid')),
      ),
    ),
    onWire({ anyOf: [{ type: 'number', minimum: 0, maximum: 100, multipleOf: 0.01 }, { type: 'null' }] }),
  );
