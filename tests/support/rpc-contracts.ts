/** The contracts that src/data declares with `defineRpc`: their forms, and their answers as JSON schemas. */
import { toJsonSchema } from '@valibot/to-json-schema';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { FAILURES, type Refusals, type Schema } from '../../src/data/parse-response.ts';
import { snakeName } from '../../src/data/wire.ts';
import type { WireSchema } from '../../src/domain/wire-schema.ts';
import { wireSchemaOf } from '../../src/domain/testing/wire-schema.ts';

const FOLDER = join(import.meta.dirname, '../../src/data');

export type JsonSchema = { [key: string]: unknown };
/** Schema of each status' details: the answer without `status`. */
export type Answers = Record<string, JsonSchema>;

export interface Contracts {
  /** Schemas that occur more than once. */
  definitions: Record<string, JsonSchema>;
  /** Statuses that any RPC may answer with. */
  failures: Answers;
  rpcs: Record<string, Answers>;
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

/** `message` and `problems` are for developers; only `retry_after` is read. */
const FAILURE_DETAILS = v.object({ retryAfter: v.optional(v.number()) });

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

function answerSchema(schema: Schema): JsonSchema {
  const { $schema: _, ...found } = toJsonSchema(schema, {
    typeMode: 'input',
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      'form' in valibotSchema
        ? typesOf(wireSchemaOf(valibotSchema.form as Schema))
        : valibotSchema.type === 'object'
          ? { ...jsonSchema, additionalProperties: false }
          : undefined,
  });
  return wireSchema(found) as JsonSchema;
}

/** Shorter schemas are repeated instead of referred to. */
const MIN_LENGTH = 200;

/** Replaces schemas that occur more than once by references. Each is named after the first property that has it. */
function withDefinitions(rpcs: Record<string, Answers>): Pick<Contracts, 'definitions' | 'rpcs'> {
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
  const definitions: Record<string, JsonSchema> = {};
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
  const withReferences: Record<string, Answers> = {};
  for (const [rpc, answers] of Object.entries(rpcs))
    withReferences[rpc] = Object.fromEntries(
      Object.entries(answers).map(([status, schema]) => [status, refer(schema, `${rpc}_${status}`) as JsonSchema]),
    );
  return { definitions, rpcs: withReferences };
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
  const rpcs: Record<string, Answers> = {};
  const forms: FormsOfRpcs = {};
  for (const name of [...found.keys()].toSorted()) {
    const { form, response, refusals = {} } = found.get(name)!;
    if (form) forms[name] = form;
    rpcs[name] = { ok: answerSchema(response) };
    for (const [status, schema] of Object.entries(refusals)) rpcs[name][status] = answerSchema(schema);
  }
  const failures = Object.fromEntries(FAILURES.map((status) => [status, answerSchema(FAILURE_DETAILS)]));
  return { contracts: { ...withDefinitions(rpcs), failures }, forms, problems };
}
