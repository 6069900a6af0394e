/** Prices of a tour by price category. */
import * as v from 'valibot';
import type { MinorUnits, Uuid } from '../domain/ids.ts';
import { PRICE_CATEGORY_TYPES, type PriceCategoryType } from '../domain/enums.ts';
import type { Result } from '../domain/result.ts';
import { call } from './call.ts';
import { parseRows } from './parse-rows.ts';

export interface Price {
  id: Uuid;
  type: PriceCategoryType;
  /** Minor units of the company's currency; a departure may override it. */
  amount: MinorUnits;
  /** Seats that one ticket takes. */
  seats: number;
  minimumAge: number | null;
  maximumAge: number | null;
}

/** Reads a tour's active prices in the company's order; empty for a tour that the person may not see. */
export function readPrices(tour: Uuid, { signal }: { signal?: AbortSignal } = {}): Promise<Result<Price[]>> {
  return call(
    (client, abort) =>
      client
        .from('price_categories')
        .select('id, type, amount, seats, minimum_age, maximum_age')
        .eq('tour_id', tour)
        .eq('is_active', true)
        .order('position')
        .order('type')
        .order('id')
        .abortSignal(abort),
    { signal, read: parseRows(priceRow) },
  );
}

const priceRow = v.object({
  id: v.string(),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  /** Minor units. */
  amount: v.number(),
  seats: v.number(),
  minimumAge: v.nullable(v.number()),
  maximumAge: v.nullable(v.number()),
});
