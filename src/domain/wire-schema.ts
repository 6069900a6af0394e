import * as v from 'valibot';

/** A JSON schema of the keywords that `private.form_problems` knows. */
export type WireSchema = Readonly<Record<string, unknown>>;

/**
 * Names the JSON schema of a field's output, by which Postgres checks it. Only for fields that transform or check by a
 * function: src/domain/testing/wire-schema.ts knows the others.
 */
export const onWire = <Output>(wire: WireSchema) => v.metadata<Output, { wire: WireSchema }>({ wire });
