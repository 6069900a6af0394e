/** JSON schemas of forms' outputs, which are sent. ADR 079 */
import { toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import type { WireSchema } from '../wire-schema.ts';

const wireOf = (action: object): WireSchema | undefined =>
  'metadata' in action ? (action.metadata as { wire?: WireSchema }).wire : undefined;

/** Marks what JSON schemas cannot say, until a later `onWire` of the field replaces it. */
const UNKNOWN = 'x-unknown';

/** Returns a form's JSON schema. Throws if a field transforms or checks by a function without `onWire`. */
export function wireSchemaOf(form: v.GenericSchema): WireSchema {
  const { $schema: _, ...schema } = toJsonSchema(form, {
    typeMode: 'output',
    overrideAction: ({ valibotAction, jsonSchema, errors }) =>
      wireOf(valibotAction) ?? (errors && { ...jsonSchema, [UNKNOWN]: valibotAction.type }),
  });
  const unknown = new RegExp(`"${UNKNOWN}":"(\\w+)"`).exec(JSON.stringify(schema));
  if (unknown) throw new Error(`No JSON schema says what ${unknown[1]} does: name the field's with onWire.`);
  return schema;
}

/** Returns a form's output that leaves all empty: '', the least number, false, the first choice, no items, null. */
export function emptyOutputOf<Form extends v.ObjectSchema<v.ObjectEntries, undefined>>(
  form: Form,
): v.InferOutput<Form> {
  const { properties } = wireSchemaOf(form) as { properties: Record<string, WireSchema> };
  const values = Object.entries(properties).map(([name, schema]) => [name, emptyValueOf(schema)]);
  return Object.fromEntries(values) as v.InferOutput<Form>;
}

function emptyValueOf({ type, minimum, enum: choices }: WireSchema): unknown {
  switch (type) {
    case 'string':
      return (choices as string[] | undefined)?.[0] ?? '';
    case 'integer':
    case 'number':
      return minimum ?? 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    default:
      return null;
  }
}
