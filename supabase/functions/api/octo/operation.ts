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
  key: string;
  /** Id from the path. */
  at: string | undefined;
  /** Validated body, or query of a list. */
  given: unknown;
  capabilities: ReadonlySet<Capability>;
  wished: string | null;
  ports: Ports;
}
export interface OctoResponse {
  body: unknown;
  /** Language of the returned texts, and all available ones. */
  languages?: { told: string; there: string[] };
}
export interface OctoOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: ApiScope;
  /** Schema of the body, or of the query of a list. */
  shape: v.GenericSchema;
  run: (asked: OctoRequest) => Promise<OctoResponse>;
}

const Items = v.object({ status: v.literal('ok'), items: v.array(v.unknown()), product: v.nullable(ProductRow) });
const Refused = v.object({ status: v.string() });

export async function parseDatabaseResponse<Shape extends v.GenericSchema>(
  shape: Shape,
  answer: unknown,
  given: Record<string, unknown>,
): Promise<v.InferOutput<Shape>> {
  const result = v.safeParse(shape, answer);
  if (result.success) return result.output;
  if (v.is(Refused, answer) && answer.status !== 'ok') throw octoErrorFromRefusal(answer, given);
  throw new DatabaseFailure('OCTO was answered something else');
}

export async function readList<Item extends v.GenericSchema>(
  list: 'supplier' | 'products' | 'availability' | 'bookings',
  item: Item,
  { asked, filter, given = {} }: { asked: OctoRequest; filter: object; given?: Record<string, unknown> },
) {
  const answer = await asked.ports.database.call('octo_read', { key_id: asked.key, list, filter });
  const { items, product } = await parseDatabaseResponse(Items, answer, given);
  return { product, items: await parseDatabaseResponse(v.array(item), items, given) };
}

const originOf = ({ ports }: OctoRequest) => ports.secrets('SUPABASE_URL');
/** Returns the context for responses that contain only our own texts. */
export const untranslatedContext = (asked: OctoRequest, locale = 'en'): ResponseContext => ({
  capabilities: asked.capabilities,
  language: negotiateOwnLanguage(asked.wished, locale),
  origin: originOf(asked),
});
export function localizedContext(
  asked: OctoRequest,
  products: readonly Product[],
): { spoken: ResponseContext; languages: OctoResponse['languages'] } {
  const result = negotiateLanguage(products, asked.wished);
  return {
    spoken: { capabilities: asked.capabilities, language: result, origin: originOf(asked) },
    languages: { told: result, there: languagesOf(products) },
  };
}
