/** Which sites embed a company's pages: what is stored, who sees it, and how a site is removed. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeCompany, type Company } from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

const [OURS, OTHER] = ['https://www.example.com', 'https://tours.example.com'];

let db: Database;
let company: Company;
let stranger: Company;
beforeAll(async () => {
  db = await openPostgres();
  [company, stranger] = [await makeCompany(db), await makeCompany(db)];
});
afterAll(() => db?.close());
beforeEach(async () => {
  await db.exec('delete from private.rate_limit_buckets; delete from private.embedding_sites');
  await db.query('update public.companies set embed_origins = $2 where id = $1', [company.id, [OURS, OTHER]]);
  await db.query('update public.companies set embed_origins = $2 where id = $1', [stranger.id, [OURS]]);
});

const slugOf = async (of: Company) =>
  (await db.query<{ slug: string }>('select slug from public.companies where id = $1', [of.id]))[0]!.slug;
const show = async (site: string, operator?: string) =>
  db.rpc('anon', 'guest_record_embedding', { operator: operator ?? (await slugOf(company)), site });
const read = (as: string = company.people.owner, of = company) =>
  db.rpc<{ status: string; sites: { site: string; shown_at: string | null }[] }>(as, 'read_embedding_sites', {
    company: of.id,
  });
const storedSites = () => db.query<{ site: string }>('select site from private.embedding_sites');

test('records when an allowed site last showed the page, per company', async () => {
  expect(await show(OURS)).toEqual({ status: 'ok' });
  expect((await read()).sites).toEqual([
    { site: OURS, shown_at: expect.stringMatching(/^\d{4}-.*Z$/) },
    { site: OTHER, shown_at: null },
  ]);
  expect((await read(stranger.people.owner, stranger)).sites).toEqual([{ site: OURS, shown_at: null }]);
  const first = (await read()).sites[0]!.shown_at!;
  await show(OURS);
  expect((await read()).sites[0]!.shown_at).toBe(first);
  await db.exec(`update private.embedding_sites set shown_at = shown_at - interval '2 minutes'`);
  await show(OURS);
  expect(Date.parse((await read()).sites[0]!.shown_at!)).toBeGreaterThanOrEqual(Date.parse(first));
});

test('stores nothing of other sites, and answers every caller alike', async () => {
  for (const [site, operator] of [
    ['https://evil.example.com', undefined],
    [OURS, 'nobody-at-all'],
    ['', undefined],
    ['x'.repeat(5000), undefined],
  ] as const)
    expect(await show(site, operator)).toEqual({ status: 'ok' });
  expect(await storedSites()).toEqual([]);
});

test('the owner removes a site once, logged; nobody else sees or changes the list', async () => {
  await show(OURS);
  const remove = (as: string) => db.rpc(as, 'delete_embedding_site', { company: company.id, site: OURS });
  for (const other of [company.people.guide, company.people.office, stranger.people.owner]) {
    expect(await read(other)).toEqual({ status: 'not_permitted' });
    expect(await remove(other)).toEqual({ status: 'not_permitted' });
  }
  const version = async () =>
    (await db.query<{ version: number }>('select version from public.companies where id = $1', [company.id]))[0]!
      .version;
  const before = await version();
  expect(await remove(company.people.owner)).toEqual({ status: 'ok' });
  expect(await remove(company.people.owner)).toEqual({ status: 'ok' });
  // The version changes, so an open settings form becomes stale.
  expect(await version()).toBe(before + 1);
  expect((await read()).sites).toEqual([{ site: OTHER, shown_at: null }]);
  expect(await storedSites()).toEqual([]);
  expect(
    await db.query(
      `select after -> 'embed_origins' as after from public.audit_events where company_id = $1 and action = 'save_company_settings'`,
      [company.id],
    ),
  ).toEqual([{ after: [OTHER] }]);
  await show(OURS);
  expect(await storedSites()).toEqual([]);
});
