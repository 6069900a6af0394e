/** What every operation of OCTO does alike: asks the database, and says in which words it answers. */
import * as v from 'valibot';
import type { ApiScope } from '../../../../src/domain/api-scopes.ts';
import type { Spoken } from '../../_shared/octo/answers.ts';
import { languageFor, languagesOf, ownLanguageFor } from '../../_shared/octo/content.ts';
import { ProductFacts, type Product } from '../../_shared/octo/facts.ts';
import type { Capability } from '../../_shared/octo/mapping.ts';
import { DatabaseFailure, type Ports } from '../../_shared/ports.ts';
import { refusalOf } from './refusal.ts';

export interface Asked {
  key: string;
  /** What stands in the address. */
  at: string | undefined;
  /** The body or, of a list, the query, as its shape reads it. */
  given: unknown;
  capabilities: ReadonlySet<Capability>;
  wished: string | null;
  ports: Ports;
}
export interface Told {
  body: unknown;
  /** Of texts: in which language they are, and in which there are any. */
  languages?: { told: string; there: string[] };
}
export interface OctoOperation {
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  scope: ApiScope;
  /** Of the body, of a list of the query. */
  shape: v.GenericSchema;
  run: (asked: Asked) => Promise<Told>;
}

const Items = v.object({ status: v.literal('ok'), items: v.array(v.unknown()), product: v.nullable(ProductFacts) });
const Refused = v.object({ status: v.string() });

export async function answerOf<Shape extends v.GenericSchema>(
  shape: Shape,
  answer: unknown,
  given: Record<string, unknown>,
): Promise<v.InferOutput<Shape>> {
  const told = v.safeParse(shape, answer);
  if (told.success) return told.output;
  if (v.is(Refused, answer) && answer.status !== 'ok') throw refusalOf(answer, given);
  throw new DatabaseFailure('OCTO was answered something else');
}

export async function read<Item extends v.GenericSchema>(
  list: 'supplier' | 'products' | 'availability' | 'bookings',
  item: Item,
  { asked, filter, given = {} }: { asked: Asked; filter: object; given?: Record<string, unknown> },
) {
  const answer = await asked.ports.database.call('octo_read', { key_id: asked.key, list, filter });
  const { items, product } = await answerOf(Items, answer, given);
  return { product, items: await answerOf(v.array(item), items, given) };
}

const originOf = ({ ports }: Asked) => ports.secrets('SUPABASE_URL');
/** Of what has no texts but ours. */
export const plain = (asked: Asked, locale = 'en'): Spoken => ({
  capabilities: asked.capabilities,
  language: ownLanguageFor(asked.wished, locale),
  origin: originOf(asked),
});
export function spoken(asked: Asked, products: readonly Product[]): { spoken: Spoken; languages: Told['languages'] } {
  const told = languageFor(products, asked.wished);
  return {
    spoken: { capabilities: asked.capabilities, language: told, origin: originOf(asked) },
    languages: { told, there: languagesOf(products) },
  };
}
