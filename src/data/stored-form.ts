/** Responses that carry what a form sent. */
import * as v from 'valibot';
import { isRecord } from './is-record.ts';

type Form = v.ObjectSchema<v.ObjectEntries, undefined>;

/**
 * A schema of a form's values as the server stored them, which has checked each field. Checks only that no field is
 * missing, as in a response cached by an earlier version. `form`: for the contract's JSON schema.
 */
export const storedForm = <F extends Form>(form: F) =>
  Object.assign(
    v.custom<v.InferOutput<F>>((value) => isRecord(value) && Object.keys(form.entries).every((name) => name in value)),
    { form },
  );
