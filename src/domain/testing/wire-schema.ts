/** JSON schemas of forms' outputs, which are sent. ADR 079 */
import * as v from 'valibot';
import type { WireSchema } from '../wire-schema.ts';

type AnySchema =
  | v.GenericSchema
  | v.SchemaWithPipe<readonly [v.GenericSchema, ...v.PipeItem<unknown, unknown, v.BaseIssue<unknown>>[]]>;

/**
 * Returns the JSON schema of a schema's output. A schema that transforms or checks by a function must name it with
 * `onWire`; throws for one that doesn't, with its path.
 */
export function wireSchemaOf(schema: AnySchema, path = 'input'): WireSchema {
  const pipe = 'pipe' in schema ? schema.pipe : [schema];
  const named = pipe.findLast((item) => item.type === 'metadata') as { metadata?: { wire?: WireSchema } } | undefined;
  if (named?.metadata?.wire) return named.metadata.wire;
  const [base, ...actions] = pipe as unknown as [v.GenericSchema, ...{ type: string; requirement?: unknown }[]];
  if (base !== schema && 'pipe' in base) throw new Error(`${path}: a pipe in a pipe has no wire schema.`);
  return { ...typeOf(base, path), ...Object.assign({}, ...actions.map((action) => limitOf(action, base.type, path))) };
}

function typeOf(schema: v.GenericSchema, path: string): WireSchema {
  const of = schema as unknown as {
    type: string;
    options: readonly string[];
    item: v.GenericSchema;
    wrapped: v.GenericSchema;
    entries: Record<string, v.GenericSchema>;
  };
  switch (of.type) {
    case 'string':
    case 'boolean':
    case 'number':
      return { type: of.type };
    case 'picklist':
      return { type: 'string', enum: [...of.options] };
    case 'array':
      return { type: 'array', items: wireSchemaOf(of.item, `${path}[]`) };
    case 'nullable':
      return { anyOf: [wireSchemaOf(of.wrapped, path), { type: 'null' }] };
    case 'object': {
      const entries = Object.entries(of.entries).map(([name, entry]) => {
        const isOptional = entry.type === 'optional';
        const inner = isOptional ? (entry as unknown as { wrapped: v.GenericSchema }).wrapped : entry;
        return { name, isOptional, schema: wireSchemaOf(inner, `${path}.${name}`) };
      });
      return {
        type: 'object',
        properties: Object.fromEntries(entries.map((entry) => [entry.name, entry.schema])),
        required: entries.filter(({ isOptional }) => !isOptional).map(({ name }) => name),
      };
    }
    default:
      throw new Error(`${path}: the type ${of.type} has no wire schema.`);
  }
}

function limitOf({ type, requirement }: { type: string; requirement?: unknown }, of: string, path: string): WireSchema {
  const unit = of === 'array' ? 'Items' : 'Length';
  switch (type) {
    case 'integer':
      return { type: 'integer' };
    case 'min_value':
      return { minimum: requirement };
    case 'max_value':
      return { maximum: requirement };
    case 'min_length':
      return { [`min${unit}`]: requirement };
    case 'max_length':
      return { [`max${unit}`]: requirement };
    case 'non_empty':
      return { [`min${unit}`]: 1 };
    case 'uuid':
      return { format: 'uuid', minLength: 1 };
    case 'regex':
      return { pattern: (requirement as RegExp).source };
    default:
      throw new Error(`${path}: ${type} has no wire schema.`);
  }
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
