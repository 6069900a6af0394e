/** API keys of a company. */
import * as v from 'valibot';
import { API_SCOPES, type ApiScope } from '../domain/api-scopes.ts';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

const titles = v.record(v.string(), v.string());
const key = v.object({
  id: v.string(),
  name: v.string(),
  scopes: v.array(v.picklist(API_SCOPES)),
  lastFour: v.string(),
  version: v.number(),
  /** Title of the tour that a test key may book; null for a key of real bookings. */
  testTour: v.nullable(titles),
  addresses: v.array(v.string()),
  expiresAt: textOrNull,
  /** Last valid day in the company's time zone. */
  lastDay: textOrNull,
  revokedAt: textOrNull,
  /** Whether the key is valid now: neither expired nor revoked. */
  isLive: v.boolean(),
  /** Whether a rotation created its successor. */
  isReplaced: v.boolean(),
  madeAt: v.string(),
  madeBy: textOrNull,
  lastUsedAt: textOrNull,
  lastUsedFrom: textOrNull,
});
export type ApiKey = v.InferOutput<typeof key>;
const RESPONSE = v.object({
  keys: v.array(key),
  tours: v.array(v.object({ id: v.string(), title: titles })),
});
export type ApiKeys = v.InferOutput<typeof RESPONSE>;

const gone = v.object({});
export type ApiKeyRefusal = 'gone' | 'no_test_tour' | 'replaced' | 'stale' | 'too_many';

export const readApiKeysRpc = defineRpc('read_api_keys', { response: RESPONSE });

export const readApiKeys = (company: Uuid, signal?: AbortSignal) => rpc(readApiKeysRpc, { company }, { signal });

interface Secret {
  hash: string;
  lastFour: string;
}
interface KeySettings {
  name: string;
  scopes: ApiScope[];
  addresses: string[];
  lastDay: LocalDate | null;
}
export interface CreateApiKeyInput extends KeySettings, Secret {
  company: Uuid;
  id: Uuid;
  testTour: Uuid | null;
}

export const createApiKeyRpc = defineRpc('create_api_key', {
  response: RESPONSE,
  refusals: { no_test_tour: v.object({}), too_many: v.object({}) },
});

export const createApiKey = ({ company, id, lastFour, testTour, lastDay, ...settings }: CreateApiKeyInput) =>
  rpc(createApiKeyRpc, {
    company,
    key_id: id,
    input: { ...settings, last_four: lastFour, test_tour: testTour, last_day: lastDay },
  });

export interface ChangeApiKeyInput extends KeySettings {
  company: Uuid;
  id: Uuid;
  version: number;
}

export const changeApiKeyRpc = defineRpc('change_api_key', {
  response: RESPONSE,
  refusals: { gone, stale: v.object({ version: v.number() }) },
});

export const changeApiKey = ({ company, id, version, lastDay, ...settings }: ChangeApiKeyInput) =>
  rpc(changeApiKeyRpc, { company, key_id: id, version, input: { ...settings, last_day: lastDay } });

export interface RotateApiKey extends Secret {
  company: Uuid;
  id: Uuid;
  successor: Uuid;
  overlapHours: number;
}

export const rotateApiKeyRpc = defineRpc('rotate_api_key', {
  response: RESPONSE,
  refusals: { gone, replaced: v.object({}) },
});

export const rotateApiKey = ({ company, id, successor, hash, lastFour, overlapHours }: RotateApiKey) =>
  rpc(rotateApiKeyRpc, {
    company,
    key_id: id,
    successor,
    input: { hash, last_four: lastFour, overlap_hours: overlapHours },
  });

export const revokeApiKeyRpc = defineRpc('revoke_api_key', { response: RESPONSE });

export const revokeApiKey = ({ company, id }: { company: Uuid; id: Uuid }) =>
  rpc(revokeApiKeyRpc, { company, key_id: id });
