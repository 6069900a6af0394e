/** OpenAPI 3.1 document, generated from the schemas that validate requests and responses. */
import { toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { methodOf, OPERATIONS, type Operation, type ReadOperation, type Shape } from './operations.ts';
import { PROBLEMS } from './problems.ts';
import { fields, paging } from './queries.ts';
import { Outcomes } from './check-in-schemas.ts';
import { Outcome } from './response-schemas.ts';

type Json = Record<string, unknown>;

function schemaOf(shape: v.GenericSchema): Json {
  const { $schema: _, ...schema } = toJsonSchema(shape, { target: 'draft-2020-12' });
  return schema as Json;
}

const pageOf = (item: Json): Json => ({
  type: 'object',
  required: ['items', 'cursor', 'has_more'],
  properties: {
    items: { type: 'array', items: item },
    cursor: { type: ['string', 'null'], description: 'Cursor of the next page' },
    has_more: { type: 'boolean' },
  },
});

function queryParameters({ kind, filter }: ReadOperation): Json[] {
  const shape = v.strictObject({ ...filter.entries, ...(kind === 'list' ? paging : {}), fields });
  const { properties, required = [] } = schemaOf(shape) as { properties: Record<string, Json>; required?: string[] };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    ...(description === undefined ? {} : { description }),
  }));
}

const ID_PARAMETER = { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } };
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: true,
  description:
    'Unique key that you generate for each action. A repeated request with the same key has no further effect. Kept for 30 days.',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};
const IF_NONE_MATCH = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'ETag of a previous response; the answer is 304 if nothing has changed',
  schema: { type: 'string' },
};
const RATE_LIMIT_HEADERS = Object.fromEntries(
  ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'].map((name) => [name, { schema: { type: 'string' } }]),
);
const problems = {
  description: 'Problem',
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const jsonResponseOf = (description: string, schema: Json) => ({
  description,
  headers: RATE_LIMIT_HEADERS,
  content: { 'application/json': { schema } },
});

/** All fields are optional, as `fields` may select some. */
const sparse = (shape: Shape) => schemaOf(v.partial(shape));

function operationOf(operation: Operation): Json {
  const { id, summary, scope, path } = operation;
  const pathParameters = path.includes('{id}') ? [ID_PARAMETER] : [];
  const shared = { operationId: id, summary, security: [{ key: [scope] }] };
  if (operation.kind === 'write' || operation.kind === 'push') {
    const isPush = operation.kind === 'push';
    return {
      ...shared,
      parameters: [...pathParameters, ...(isPush ? [] : [IDEMPOTENCY_KEY])],
      requestBody: { required: true, content: { 'application/json': { schema: schemaOf(operation.body) } } },
      responses: isPush
        ? { 200: jsonResponseOf('Outcome of each action, in the same order', schemaOf(Outcomes)), default: problems }
        : {
            [operation.status]: jsonResponseOf('State of the booking', schemaOf(Outcome)),
            default: problems,
          },
    };
  }
  const item = sparse(operation.item);
  return {
    ...shared,
    parameters: [...pathParameters, ...queryParameters(operation), IF_NONE_MATCH],
    responses: {
      200: jsonResponseOf('OK', operation.kind === 'list' ? pageOf(item) : item),
      304: { description: 'Not modified' },
      default: problems,
    },
  };
}

export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const operation of OPERATIONS)
    (paths[operation.path] ??= {})[methodOf(operation).toLowerCase()] = operationOf(operation);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Muster',
      version: '1',
      description:
        'Tours, departures, bookings, guests, payments, check-ins and tour reports of your company. Amounts are in minor units; times are in UTC.',
    },
    // Relative to this document, on any host.
    servers: [{ url: '../api' }],
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'API key of your company' } },
      schemas: {
        Problem: {
          type: 'object',
          description: 'Problem details (RFC 9457)',
          required: ['type', 'title', 'status', 'code'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            code: { type: 'string', enum: Object.keys(PROBLEMS) },
          },
        },
      },
    },
  };
}
