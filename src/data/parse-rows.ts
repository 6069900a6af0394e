/** Parses table rows from PostgREST. */
import * as v from 'valibot';
import { fromWire } from './wire.ts';

/**
 * Returns a parser for rows of one shape, keys in camelCase. It returns null if a row has another shape, which
 * `call.ts` reports as `bad_response`.
 */
export const parseRows =
  <Row extends v.GenericSchema<unknown>>(row: Row) =>
  (data: unknown): v.InferOutput<Row>[] | null => {
    const read = v.safeParse(v.array(row), fromWire(data));
    return read.success ? read.output : null;
  };
