/** Lists and single items: cursor paging, selected fields, and ETags. */
import * as v from 'valibot';
import { DatabaseFailure, type Ports } from '../_shared/ports.ts';
import { parseJson, findUnstorableText } from '../_shared/request-body.ts';
import { authenticate, sha256Hex } from './authenticate.ts';
import { API_CORS_HEADERS } from './cors-headers.ts';
import type { ReadOperation, Shape } from './operations.ts';
import { problem, problemFromRefusal } from './problems.ts';
import { id } from './response-schemas.ts';

/** Parameters of every list, besides its filters. */
export const paging = {
  limit: v.optional(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(200), v.description('Items per page; 50 by default')),
  ),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(500), v.description('Cursor of the previous page'))),
};
export const fields = v.optional(v.pipe(v.string(), v.maxLength(1000), v.description('Comma-separated field names')));

const Page = v.variant('status', [
  v.object({
    status: v.literal('ok'),
    items: v.array(v.unknown()),
    cursor: v.nullable(v.record(v.string(), v.string())),
    has_more: v.boolean(),
  }),
  v.object({ status: v.picklist(['unknown_key', 'invalid']) }),
]);
const MAX_DAYS = 366;

/** Returns the query parameters as the schemas expect them; a repeated one becomes null, which is invalid. */
function queryOf(request: Request): Record<string, unknown> {
  const parameters: Record<string, unknown> = {};
  for (const [name, value] of new URL(request.url).searchParams)
    parameters[name] = name in parameters ? null : name === 'limit' && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return parameters;
}

export async function handleQuery(
  request: Request,
  { operation, at, ports }: { operation: ReadOperation; at: string | undefined; ports: Ports },
): Promise<Response> {
  const isList = operation.kind === 'list';
  const query = v.safeParse(
    v.strictObject({ ...operation.filter.entries, ...(isList ? paging : {}), fields }),
    queryOf(request),
  );
  const admission = await authenticate(request, operation.scope, ports);
  if (admission instanceof Response) return admission;
  const { headers } = admission;
  if (!query.success) return problem('invalid', { fields: invalidFieldNames(query.issues) }, headers);
  const unstorable = findUnstorableText(query.output);
  if (unstorable !== null) return problem('invalid', { fields: [unstorable] }, headers);
  if (!isList && !v.is(id(), at)) return problem('not_found', {}, headers);
  const {
    limit,
    cursor,
    fields: requestedFields,
    ...filter
  } = query.output as Record<string, string> & { limit?: number };
  if (isTooLong(filter)) return problem('invalid', { fields: ['until'] }, headers);
  const names = requestedFields === undefined ? null : requestedFields.split(',');
  const unknown = names?.filter((name) => !Object.hasOwn(operation.item.entries as object, name)) ?? [];
  if (unknown.length > 0) return problem('invalid', { fields: ['fields'] }, headers);
  const after = cursor === undefined ? null : decodeCursor(cursor);
  if (cursor !== undefined && !after) return problem('invalid', { fields: ['cursor'] }, headers);
  const page = v.safeParse(
    Page,
    await ports.database.call('api_read', {
      key_id: admission.key,
      list: operation.list,
      filter: isList ? filter : { id: at },
      after,
      page_size: isList ? (limit ?? 50) : 1,
    }),
  );
  if (!page.success) throw new DatabaseFailure('api_read returned an unexpected response');
  if (page.output.status !== 'ok') return problemFromRefusal(page.output, headers);
  const items = page.output.items.map((item) => parseItem(item, operation.item, names));
  if (!isList && items.length === 0) return problem('not_found', {}, headers);
  const body = isList
    ? { items, cursor: page.output.cursor && encodeCursor(page.output.cursor), has_more: page.output.has_more }
    : items[0];
  return respondUnlessCached(request, JSON.stringify(body), headers);
}

/** Returns the requested fields of a row. Throws if it does not match the documented schema, which is our error. */
function parseItem(item: unknown, shape: Shape, names: readonly string[] | null): Record<string, unknown> {
  const parsed = v.safeParse(shape, item);
  if (!parsed.success) throw new DatabaseFailure('api_read returned an unexpected response');
  const row = parsed.output as Record<string, unknown>;
  return names ? Object.fromEntries(names.map((name) => [name, row[name]])) : row;
}

const isTooLong = ({ from, until }: Record<string, string>) =>
  from !== undefined && until !== undefined && (Date.parse(until) - Date.parse(from)) / 86_400_000 > MAX_DAYS;

/** Returns the paths of invalid fields, without their values. */
export const invalidFieldNames = (issues: readonly v.BaseIssue<unknown>[]) => [
  ...new Set(issues.map((issue) => v.getDotPath(issue) ?? '').filter((name) => name.length <= 100)),
];

async function respondUnlessCached(request: Request, body: string, more: Record<string, string>): Promise<Response> {
  const tag = `"${(await sha256Hex(body)).slice(0, 32)}"`;
  const headers = { ETag: tag, 'Cache-Control': 'private, no-cache', ...API_CORS_HEADERS, ...more };
  const etags = request.headers.get('if-none-match')?.split(',') ?? [];
  // A gateway that compresses the response makes the ETag weak.
  if (etags.some((etag) => etag.trim().replace(/^W\//, '') === tag))
    return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { 'Content-Type': 'application/json', ...headers } });
}

const encodeCursor = (position: unknown) =>
  btoa(JSON.stringify(position)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** Decodes a cursor; null if it is not one of ours. */
function decodeCursor(cursor: string): Record<string, string> | null {
  try {
    const position = v.safeParse(
      v.record(v.string(), v.string()),
      parseJson(atob(cursor.replaceAll('-', '+').replaceAll('_', '/'))),
    );
    return position.success && findUnstorableText(position.output) === null ? position.output : null;
  } catch {
    return null;
  }
}
