/** The contracts that src/data declares with `defineRpc`: their forms, and their responses as JSON schemas. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { FAILURES, type Refusals, type Schema } from '../../src/data/parse-response.ts';
import { snakeName } from '../../src/data/wire.ts';
import type { WireSchema } from '../../src/domain/wire-schema.ts';
import { wireSchemaOf } from '../../src/domain/testing/wire-schema.ts';
import { UNREAD_FIELDS } from './unread-fields.ts';

const FOLDER = join(import.meta.dirname, '../../src/data');

export type JsonSchema = { [key: string]: unknown };
/** Schema of each status' details: the response without `status`. */
export type StatusSchemas = Record<string, JsonSchema>;

export interface Contracts {
  /** Schemas that occur more than once. */
  definitions: Record<string, JsonSchema>;
  /** Statuses that any RPC may return. */
  failures: StatusSchemas;
  rpcs: Record<string, StatusSchemas>;
}

/** The form of each RPC that has one. */
export type FormsOfRpcs = Record<string, Schema>;

interface Declaration {
  name: string;
  form?: Schema;
  response: Schema;
  refusals?: Refusals;
  unread?: string;
}

/** Only `retry_after` is read; `problems` of an invalid form are for developers, as the app checks it before. */
const FAILURE_DETAILS = v.object({ retryAfter: v.optional(v.number()), problems: v.optional(v.array(v.unknown())) });

/** A map of properties may have one with the name `type`, but its value is a schema. */
const isSchema = (value: object): value is JsonSchema =>
  'anyOf' in value
    ? Array.isArray(value.anyOf)
    : 'type' in value && (typeof value.type === 'string' || Array.isArray(value.type));

const isDeclaration = (value: unknown): value is Declaration =>
  typeof value === 'object' && value !== null && 'name' in value && 'response' in value;

/** Returns the declarations among a module's exports, also those in an exported record. */
const declarationsIn = (exports: object): Declaration[] =>
  Object.values(exports).flatMap((value: unknown) =>
    isDeclaration(value)
      ? [value]
      : typeof value === 'object' && value !== null
        ? Object.values(value).filter(isDeclaration)
        : [],
  );

/** Renames keys to those on the wire, and leaves out what only the client uses. */
export function wireSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(wireSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { default: _, ...known } = schema as JsonSchema;
  const result = Object.fromEntries(
    Object.entries(known).map(([key, value]) => {
      if (key === 'enum' || key === 'const') return [key, value];
      if (key === 'required') return [key, (value as string[]).map(snakeName)];
      if (key !== 'properties') return [key, wireSchema(value)];
      return [
        key,
        Object.fromEntries(Object.entries(value as object).map(([name, part]) => [snakeName(name), wireSchema(part)])),
      ];
    }),
  );
  return shortened(result);
}

/** Writes `anyOf` of plain types as one list of types, and leaves out empty lists. */
function shortened(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema;
  if (Array.isArray(anyOf) && anyOf.every((part: JsonSchema) => Object.keys(part).join('') === 'type'))
    return { type: anyOf.flatMap(({ type }: JsonSchema) => type), ...rest };
  return Object.fromEntries(
    Object.entries(schema).filter(([key, value]) => {
      const isList = key === 'required' || key === 'properties';
      return !isList || Object.keys(value as object).length > 0;
    }),
  );
}

/** Returns a form's schema without limits, as stored values may be older than these. */
const typesOf = ({ properties, required }: WireSchema): JsonSchema => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties as Record<string, JsonSchema>).map(([name, { type, anyOf }]) => [
      name,
      anyOf ? { anyOf: (anyOf as JsonSchema[]).map((part) => ({ type: part['type'] })) } : { type },
    ]),
  ),
  required,
  additionalProperties: false,
});

/** Returns the schema on the wire, and adds what it refers to, a schema that refers to itself, to `definitions`. */
function responseSchema(schema: Schema, definitions: Record<string, JsonSchema>): JsonSchema {
  const {
    $schema: _,
    $defs = {},
    ...found
  } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) => {
      if ('form' in valibotSchema) return typesOf(wireSchemaOf(valibotSchema.form as Schema));
      if (valibotSchema.type !== 'object') return undefined;
      const { entries } = valibotSchema as v.ObjectSchema<v.ObjectEntries, undefined>;
      const required = (jsonSchema.required ?? []).filter((key) => !('fallback' in entries[key]!));
      return { ...jsonSchema, required, additionalProperties: false };
    },
  });
  const withNames = (part: unknown): JsonSchema =>
    JSON.parse(JSON.stringify(wireSchema(part)).replaceAll('"#/$defs/', '"#/definitions/recursive_')) as JsonSchema;
  for (const [name, part] of Object.entries($defs)) {
    const definition = withNames(part);
    const before = (definitions[`recursive_${name}`] ??= definition);
    if (JSON.stringify(before) !== JSON.stringify(definition)) throw new Error('Two schemas that refer to themselves.');
  }
  return withNames(found);
}

/** Shorter schemas are repeated instead of referred to. */
const MIN_LENGTH = 200;

/** Replaces schemas that occur more than once by references. Each is named after the first property that has it. */
function withDefinitions(
  rpcs: Record<string, StatusSchemas>,
  definitions: Record<string, JsonSchema>,
): Pick<Contracts, 'definitions' | 'rpcs'> {
  const counts = new Map<string, number>();
  const count = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const text = JSON.stringify(value);
    const before = counts.get(text) ?? 0;
    counts.set(text, before + 1);
    if (before === 0 || text.length < MIN_LENGTH) Object.values(value).forEach(count);
  };
  count(rpcs);

  const names = new Map<string, string>();
  const nameFor = (key: string): string => {
    let name = key;
    for (let index = 2; name in definitions; index++) name = `${key}_${index}`;
    return name;
  };
  const refer = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) return value.map((part) => refer(part, key));
    if (typeof value !== 'object' || value === null) return value;
    const text = JSON.stringify(value);
    const children = () =>
      Object.fromEntries(
        Object.entries(value).map(([name, part]) => [name, refer(part, isSchema(value) ? key : name)]),
      );
    if (!isSchema(value) || text.length < MIN_LENGTH || counts.get(text) === 1) return children();
    let name = names.get(text);
    if (name === undefined) {
      names.set(text, (name = nameFor(key)));
      definitions[name] = {};
      definitions[name] = children();
    }
    return { $ref: `#/definitions/${name}` };
  };
  const withReferences: Record<string, StatusSchemas> = {};
  for (const [rpc, responses] of Object.entries(rpcs))
    withReferences[rpc] = Object.fromEntries(
      Object.entries(responses).map(([status, schema]) => [status, refer(schema, `${rpc}_${status}`) as JsonSchema]),
    );
  return { definitions, rpcs: withReferences };
}

/** Adds the fields of `UNREAD_FIELDS` to an RPC's responses, and removes their paths from `unused`. */
function addUnreadFields(name: string, responses: StatusSchemas, unused: Set<string>): void {
  const add = (schema: JsonSchema, [key = '', ...rest]: string[], isOpaque: boolean): boolean => {
    const branches = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
    if (branches) return branches.map((branch) => add(branch, [key, ...rest], isOpaque)).some(Boolean);
    if (key === '*') return 'items' in schema && add(schema['items'] as JsonSchema, rest, isOpaque);
    if (schema['type'] !== 'object' || schema['additionalProperties'] !== false) return false;
    const properties = (schema['properties'] ??= {}) as Record<string, JsonSchema>;
    if (rest.length > 0) return key in properties && add(properties[key]!, rest, isOpaque);
    if (key in properties && !isOpaque) return false;
    properties[key] = {};
    return true;
  };
  for (const [rpcs, status, paths] of UNREAD_FIELDS) {
    if (!rpcs.test(name) || !(status in responses)) continue;
    for (const path of paths) {
      const isOpaque = path.endsWith('!');
      if (add(responses[status]!, path.replace('!', '').split('.'), isOpaque))
        unused.delete(`${rpcs.source} ${status} ${path}`);
    }
  }
}

/** Imports all modules of src/data and returns the contracts by the RPC's name. */
export async function readContracts(): Promise<{ contracts: Contracts; forms: FormsOfRpcs; problems: string[] }> {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.(test|d)\.ts$/.test(file))
    .toSorted();
  const found = new Map<string, Declaration>();
  const problems: string[] = [];
  for (const file of files) {
    const source = readFileSync(join(FOLDER, file), 'utf8');
    if (!source.includes('defineRpc(')) continue;
    for (const declaration of declarationsIn((await import(join(FOLDER, file))) as object)) {
      const { name } = declaration;
      if ((found.get(name) ?? declaration) !== declaration)
        problems.push(`src/data/${file}: ${name} is declared twice.`);
      found.set(name, declaration);
    }
    for (const [, name] of source.matchAll(/\b(?:defineRpc|action)\(\s*'(\w+)'/g))
      if (!found.has(name!)) problems.push(`src/data/${file}: the declaration of ${name} is not exported.`);
  }
  const unused = new Set(
    UNREAD_FIELDS.flatMap(([rpcs, status, paths]) => paths.map((path) => `${rpcs.source} ${status} ${path}`)),
  );
  const rpcs: Record<string, StatusSchemas> = {};
  const forms: FormsOfRpcs = {};
  const definitions: Record<string, JsonSchema> = {};
  for (const name of [...found.keys()].toSorted()) {
    const { form, response, refusals = {} } = found.get(name)!;
    if (form) forms[name] = form;
    rpcs[name] = { ok: responseSchema(response, definitions) };
    for (const [status, schema] of Object.entries(refusals)) rpcs[name][status] = responseSchema(schema, definitions);
    addUnreadFields(name, rpcs[name], unused);
  }
  for (const path of unused) problems.push(`tests/support/unread-fields.ts: no response has room for ${path}.`);
  const failures = Object.fromEntries(FAILURES.map((status) => [status, responseSchema(FAILURE_DETAILS, definitions)]));
  return { contracts: { ...withDefinitions(rpcs, definitions), failures }, forms, problems };
}
