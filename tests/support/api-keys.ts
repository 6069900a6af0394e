/** API keys for tests, made as the browser does: only the hash is stored. */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { ApiScope } from '../../src/domain/api-scopes.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import type { Session } from './database.ts';

export const ALL_SCOPES: readonly ApiScope[] = [
  'tours_read',
  'departures_read',
  'bookings_read',
  'guests_read',
  'payments_read',
  'check_ins_read',
  'reports_read',
  'bookings_write',
  'check_ins_write',
  'webhooks_write',
];
export interface KeyWishes {
  scopes?: readonly ApiScope[];
  testTour?: Uuid;
  addresses?: string[];
  lastDay?: string;
  name?: string;
}
export const newSecret = (mode: 'live' | 'test' = 'live') => {
  const key = `muster_${mode}_${randomBytes(32).toString('hex')}`;
  return { key, hash: createHash('sha256').update(key).digest('hex'), last_four: key.slice(-4) };
};

export async function createApiKey(
  db: Session,
  company: { id: Uuid; people: { owner: Uuid } },
  wishes: KeyWishes = {},
) {
  const { key, hash, last_four } = newSecret(wishes.testTour ? 'test' : 'live');
  const id = randomUUID();
  const result = await db.rpc<{ status: string }>(company.people.owner, 'create_api_key', {
    company: company.id,
    key_id: id,
    input: {
      name: wishes.name ?? 'Website',
      scopes: wishes.scopes ?? ALL_SCOPES,
      hash,
      last_four,
      test_tour: wishes.testTour ?? null,
      addresses: wishes.addresses ?? [],
      last_day: wishes.lastDay ?? null,
    },
  });
  if (result.status !== 'ok') throw new Error(`The API key was not created: ${JSON.stringify(result)}`);
  return { key, id, hash };
}
