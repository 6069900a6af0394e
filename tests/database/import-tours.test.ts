/** Imported tours are saved as the form saves them, each with its own outcome. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeCompany, makeOrganisation, makePerson, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona, Row } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

interface RpcResult {
  status: string;
  outcomes: { outcome: string; problems?: Row[] }[];
}
interface File {
  status: string;
  tours: { id: string; version: number; tour_status: string; tour: Row }[];
}

describe('importing tours', () => {
  let db: Database;
  let company: Company;
  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
  });
  afterAll(() => db?.close());

  const read = (person: Persona = company.people.owner) =>
    db.rpc<File>(person, 'read_tour_forms', { company: company.id });
  const bring = (rows: unknown, more: { person?: Persona; request?: string } = {}) =>
    db.rpc<RpcResult>(more.person ?? company.people.owner, 'import_tours', {
      request: more.request ?? randomUUID(),
      company: company.id,
      rows,
    });
  const form = async () => (await read()).tours.find(({ tour }) => tour['slug'] === 'walk')!;

  test('an exported tour is the form’s, and importing it again changes nothing', async () => {
    const walk = await form();
    expect(walk).toMatchObject({ tour_status: 'live', tour: { duration_minutes: 90, capacity: 20 } });
    // A live tour must be complete; an import does not make an incomplete one live.
    const result = await bring([{ id: walk.id, version: walk.version, tour: walk.tour }]);
    expect(result.outcomes.map(({ outcome }) => outcome)).toEqual(['invalid']);
    await db.query(`update public.tours set status = 'draft' where id = $1`, [walk.id]);
    expect(await bring([{ id: walk.id, version: walk.version, tour: walk.tour }])).toEqual({
      status: 'ok',
      outcomes: [{ outcome: 'same' }],
    });
  });

  test('rows make drafts, change tours, or are refused alone; a repeat has no effect', async () => {
    const walk = await form();
    const made = randomUUID();
    const request = randomUUID();
    const rows = [
      { id: made, version: 0, tour: { ...walk.tour, slug: `castle-${made.slice(0, 8)}`, prices: [] } },
      { id: walk.id, version: walk.version, tour: { ...walk.tour, capacity: 25 } },
      { id: randomUUID(), version: 0, tour: { ...walk.tour, slug: 'walk', prices: [] } },
      { id: randomUUID(), version: 0, tour: { ...walk.tour, slug: 'no slug!', capacity: -1, prices: [] } },
    ];
    const result = await bring(rows, { request });
    expect(result.outcomes).toMatchObject([
      { outcome: 'new' },
      { outcome: 'changed' },
      { outcome: 'invalid', problems: [{ field: 'slug', code: 'taken' }] },
      { outcome: 'invalid' },
    ]);
    expect(await bring(rows, { request })).toEqual(result);
    expect((await bring(rows.slice(0, 2))).outcomes).toEqual([{ outcome: 'same' }, { outcome: 'same' }]);
    expect(await bring(rows.slice(0, 1), { request })).toEqual({ status: 'id_reused' });
    expect(
      await db.query(`select status::text, capacity from public.tours where id = any ($1::uuid[]) order by capacity`, [
        [made, walk.id],
      ]),
    ).toMatchObject([{ status: 'draft', capacity: 20 }, { capacity: 25 }]);
    const old = [{ id: walk.id, version: walk.version, tour: { ...walk.tour, capacity: 30 } }];
    expect((await bring(old)).outcomes).toEqual([{ outcome: 'stale' }]);
  });

  test('rejects invalid rows', async () => {
    for (const rows of [
      {},
      [],
      [{ id: 'x', version: 0, tour: {} }],
      [{ id: randomUUID(), tour: {} }],
      [{ version: 0, tour: {} }],
    ])
      expect(await bring(rows)).toEqual({ status: 'invalid' });
  });

  test('is for people who may edit tours', async () => {
    const foreign = await makeCompany(db);
    const organisation = await makeOrganisation(db, [company]);
    const partner = await makePerson(db, { role: 'partner_agent', organisation: organisation.id });
    const { office, reservations, guide, accountant } = company.people;
    for (const person of [office, reservations, guide, accountant, foreign.people.owner, partner]) {
      const may = await db.rpc<{ status: string }>(person, 'save_tour', {
        company: company.id,
        tour: randomUUID(),
        version: 0,
        input: {},
      });
      // Same permission as for saving a single tour.
      const expected = may.status === 'not_permitted' ? 'not_permitted' : 'ok';
      expect((await read(person)).status).toBe(expected);
      expect((await bring([{ id: randomUUID(), version: 0, tour: {} }], { person })).status).toBe(expected);
    }
    expect((await read(foreign.people.owner)).status).toBe('not_permitted');
    expect((await read(guide)).status).toBe('not_permitted');
    await expect(read('anon')).rejects.toThrow(/permission denied/);
    await expect(bring([], { person: 'anon' })).rejects.toThrow(/permission denied/);
    const theirs = (
      await db.query<{ id: string }>(`select id from public.tours where company_id = $1`, [foreign.id])
    )[0]!.id;
    expect((await bring([{ id: theirs, version: 1, tour: {} }])).outcomes).toEqual([{ outcome: 'not_found' }]);
  });
});
