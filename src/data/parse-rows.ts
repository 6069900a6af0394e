/** Rows of a table as PostgREST gives them. */
import * as v from 'valibot';
import { fromWire } from './wire.ts';

/** Reads rows of one shape (keys in camelCase); null, which `call` takes for an answer that is not ours, when one of them has another. */
export const parseRows =
  <Row extends v.GenericSchema<unknown>>(row: Row) =>
  (data: unknown): v.InferOutput<Row>[] | null => {
    const read = v.safeParse(v.array(row), fromWire(data));
    return read.success ? read.output : null;
  };
