/** Common parts of OCTO operations: database calls and languages. */
import * as v from 'valibot';
import type { ApiScope } from '../../../../src/domain/api-scopes.ts';
import type { ResponseContext } from '../../_shared/octo/responses.ts';
import { negotiateLanguage, languagesOf, negotiateOwnLanguage } from '../../_shared/octo/content.ts';
import { ProductRow, type Product } from '../../_shared/octo/database-rows.ts';
import type { Capability } from '../../_shared/octo/mapping.ts';
import { DatabaseFailure, type Ports } from '../../_shared/ports.ts';
import { octoErrorFromRefusal } from './octo-error.ts';

export interface OctoRequest {
  /** Id of the API key. */
  key: string;
  /** Id from the path. */
  at: string | undefined;
  /** Validated body, or query of a list. */
  input: unknown;
  capabilities: ReadonlySet<Capability>;
  acceptLanguage: string | null;
  ports: Ports;
}
export interface OctoResponse {
  body: unknown;
  /** Language of the returned texts, and all available ones. */
  languages?: { content: string; available: string[] };
}
export interface OctoOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: ApiScope;
  /** Schema of the body, or of the query of a list. */
  shape: v.GenericSchema;
  run: (request: OctoRequest) => Promise<OctoResponse>;
}

const Items = v.object({ status: v.literal('ok'), items: v.array(v.unknown()), product: v.nullable(ProductRow) });
const Refused = v.object({ status: v.string() });

export async function parseDatabaseResponse<Shape extends v.GenericSchema>(
  shape: Shape,
  response: unknown,
  input: Record<string, unknown>,
): Promise<v.InferOutput<Shape>> {
  const result = v.safeParse(shape, response);
  if (result.success) return result.output;
  if (v.is(Refused, response) && response.status !== 'ok') throw octoErrorFromRefusal(response, input);
  throw new DatabaseFailure('The database returned another shape than OCTO expects');
}

export async function readList<Item extends v.GenericSchema>(
  list: 'supplier' | 'products' | 'availability' | 'bookings',
  item: Item,
  { request, filter, input = {} }: { request: OctoRequest; filter: object; input?: Record<string, unknown> },
) {
  const response = await request.ports.database.call('octo_read', { key_id: request.key, list, filter });
  const { items, product } = await parseDatabaseResponse(Items, response, input);
  return { product, items: await parseDatabaseResponse(v.array(item), items, input) };
}

const originOf = ({ ports }: OctoRequest) => ports.secrets('SUPABASE_URL');
/** Returns the context for responses that contain only our own texts. */
export const untranslatedContext = (request: OctoRequest, locale = 'en'): ResponseContext => ({
  capabilities: request.capabilities,
  language: negotiateOwnLanguage(request.acceptLanguage, locale),
  origin: originOf(request),
});
export function localizedContext(
  request: OctoRequest,
  products: readonly Product[],
): { context: ResponseContext; languages: OctoResponse['languages'] } {
  const language = negotiateLanguage(products, request.acceptLanguage);
  return {
    context: { capabilities: request.capabilities, language, origin: originOf(request) },
    languages: { content: language, available: languagesOf(products) },
  };
}
