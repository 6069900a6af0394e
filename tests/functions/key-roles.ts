/** Keys of every kind, with the error that each gets for any request. */
import { randomUUID } from 'node:crypto';
import type { Uuid } from '../../src/domain/ids.ts';
import { createApiKey, newSecret } from '../support/api-keys.ts';
import type { Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';

export interface KeyOfRole {
  role: string;
  key: string;
  /** The client address; undefined sends none. */
  address?: string;
  refused: 'unknown_key' | 'wrong_address' | 'no_test_tour' | null;
}

/** Makes a draft tour with a price. */
export async function makeTestTour(db: Database, company: Company): Promise<{ tour: Uuid; category: Uuid }> {
  const [tour, category] = [randomUUID() as Uuid, randomUUID() as Uuid];
  await db.query(
    `insert into public.tours (id, company_id, slug, duration_minutes, capacity) values ($1, $2, $3, 60, 10)`,
    [tour, company.id, `test-tour-${tour}`],
  );
  await db.query(
    `insert into public.price_categories (id, tour_id, company_id, type, amount) values ($1, $2, $3, 'ADULT', 100)`,
    [category, tour, company.id],
  );
  return { tour, category };
}

export async function keysOfEachRole(db: Database, company: Company): Promise<KeyOfRole[]> {
  const { owner } = company.people;
  const rotated = async (hours: number) => {
    const { key, id } = await createApiKey(db, company);
    const { hash, last_four, key: next } = newSecret();
    await db.rpc(owner, 'rotate_api_key', {
      company: company.id,
      key_id: id,
      successor: randomUUID(),
      input: { hash, last_four, overlap_hours: hours },
    });
    return { former: key, next };
  };
  const [revoked, over, bound, { tour }, overlapping, replaced] = [
    await createApiKey(db, company),
    await createApiKey(db, company, { lastDay: '2099-12-31' }),
    await createApiKey(db, company, { addresses: ['192.0.2.0/24'] }),
    await makeTestTour(db, company),
    await rotated(24),
    await rotated(0),
  ];
  const testKey = await createApiKey(db, company, { testTour: tour });
  await db.rpc(owner, 'revoke_api_key', { company: company.id, key_id: revoked.id });
  await db.query(`update private.api_keys set expires_at = now() - interval '1 second' where id = $1`, [over.id]);
  await db.query(`update public.tours set status = 'archived' where id = $1`, [tour]);
  return [
    { role: 'revoked', key: revoked.key, refused: 'unknown_key' },
    { role: 'past its last day', key: over.key, refused: 'unknown_key' },
    { role: 'rotated, without an overlap', key: replaced.former, refused: 'unknown_key' },
    { role: 'its successor', key: replaced.next, refused: null },
    { role: 'rotated, within its overlap', key: overlapping.former, refused: null },
    { role: 'from elsewhere', key: bound.key, address: '198.51.100.7', refused: 'wrong_address' },
    { role: 'from nobody knows where', key: bound.key, refused: 'wrong_address' },
    { role: 'from where it may be used', key: bound.key, address: '192.0.2.7', refused: null },
    { role: 'of a test tour that is on sale', key: testKey.key, refused: 'no_test_tour' },
  ];
}
