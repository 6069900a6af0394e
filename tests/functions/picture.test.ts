/** Public pictures by tag, as immutable files. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../supabase/functions/picture/handler.ts';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { webp } from '../support/webp.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPostgres();
  company = await makeCompany(db);
});
afterAll(() => db?.close());

const fetchPicture = (query: string, init: RequestInit = {}) =>
  picture(
    new Request(`http://127.0.0.1/functions/v1/picture${query}`, init),
    fakePorts({ database: serviceDatabase(db) }),
  );
const sentBytes = webp({ size: 4000 });
const tag = createHash('sha256').update(sentBytes).digest('hex').slice(0, 16);
const set = (name: string, args: Record<string, unknown>) =>
  db.rpc(company.people.owner, name, { ...args, picture: sentBytes.toString('base64') });
const status = (wanted: string) =>
  db.query('update public.tours set status = $1 where id = $2', [wanted, company.tourId]);

describe('a tour’s picture', () => {
  test('is served as stored, cached forever', async () => {
    expect(await set('set_tour_picture', { tour: company.tourId })).toEqual({ status: 'ok', tag });
    await status('live');
    const response = await fetchPicture(`?tag=${tag}`);
    expect(Buffer.from(await response.arrayBuffer()).equals(sentBytes)).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect((await (await fetchPicture(`?tag=${tag}`, { method: 'HEAD' })).arrayBuffer()).byteLength).toBe(0);
  });

  test('of a draft or an inactive company, or by a malformed tag, is not found', async () => {
    await status('draft');
    expect((await fetchPicture(`?tag=${tag}`)).status).toBe(404);
    await status('paused');
    expect((await fetchPicture(`?tag=${tag}`)).status).toBe(200);
    await db.query('update public.companies set is_active = false where id = $1', [company.id]);
    expect((await fetchPicture(`?tag=${tag}`)).status).toBe(404);
    await db.query('update public.companies set is_active = true where id = $1', [company.id]);
    for (const query of ['', '?tag=', `?tag=${tag.toUpperCase()}x`, '?tag=0000000000000000'])
      expect([query, (await fetchPicture(query)).status]).toEqual([query, 404]);
    expect((await fetchPicture(`?tag=${tag}`, { method: 'POST' })).status).toBe(405);
  });
});

test('a company’s logo is served until it is removed', async () => {
  await status('draft');
  expect(await set('set_company_logo', { company: company.id })).toEqual({ status: 'ok', tag });
  expect((await fetchPicture(`?tag=${tag}`)).status).toBe(200);
  expect(await db.rpc(company.people.owner, 'delete_company_logo', { company: company.id })).toEqual({ status: 'ok' });
  expect((await fetchPicture(`?tag=${tag}`)).status).toBe(404);
});

test('limits requests per client address', async () => {
  await status('live');
  const from = (address: string) => fetchPicture(`?tag=${tag}`, { headers: { 'cf-connecting-ip': address } });
  await db.query(
    `insert into private.rate_limit_buckets (key, tokens, counted_at) values ('picture:192.0.2.7', 0, clock_timestamp())
     on conflict (key) do update set tokens = 0, counted_at = clock_timestamp()`,
  );
  const slow = await from('192.0.2.7');
  expect([slow.status, slow.headers.get('retry-after')]).toEqual([429, '1']);
  expect((await from('192.0.2.8')).status).toBe(200);
});
