/**
 * A partner and a company act at the same moment: the second gets a refusal, nothing is settled twice, and nobody
 * agrees to terms that they have not read.
 */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makePerson } from '../support/database-fixtures.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import {
  ago,
  bookedBy,
  call,
  company,
  db,
  departureIn,
  monthBefore,
  openScene,
  partner,
  referrals,
  setScene,
  terms,
  type RpcResult,
} from './referral-scene.ts';

let [first, second]: (Session & { close(): Promise<void> })[] = [];
let real: Database;
beforeAll(async () => {
  real = await openPostgres();
  await openScene(async () => real);
  [first, second] = [await real.connect(), await real.connect()];
});
afterAll(async () => {
  await first?.close();
  await second?.close();
  await real?.close();
});
beforeEach(setScene);

/** Runs both calls, the second before the first has committed. */
async function atOnce(
  early: { as: Persona; sql: string; values: unknown[] },
  other: { as: Persona; name: string; input: object },
) {
  await first!.exec('begin');
  await setPersona(first!.query, early.as);
  const [row] = await first!.query<{ result: RpcResult }>(`select ${early.sql} as result`, early.values);
  const late = second!.rpc<RpcResult>(other.as, other.name, { ...other.input });
  await waitsForLock(real);
  await first!.exec('commit');
  return [row!.result.status, (await late).status];
}
async function createStatement(): Promise<string> {
  await ago(await departureOf(), 40 * 24);
  await call(partner.admin, 'create_statement', {
    organisation: partner.id,
    company: company.id,
    month: monthBefore(1),
  });
  const all = (await referrals())['statements'] as { id: string; state: string }[];
  return all.find(({ state }) => state === 'issued')!.id;
}
async function departureOf(): Promise<string> {
  const departure = await departureIn(48);
  await bookedBy(partner, departure);
  return departure;
}

test('two admins of a partner who state the same month make one statement', async () => {
  const colleague = await makePerson(db, { role: 'partner_admin', organisation: partner.id });
  await ago(await departureOf(), 40 * 24);
  const of = { organisation: partner.id, company: company.id, month: monthBefore(1) };
  const statuses = await atOnce(
    { as: partner.admin, sql: 'public.create_statement($1, $2, $3)', values: Object.values(of) },
    { as: colleague, name: 'create_statement', input: of },
  );
  expect(statuses).toEqual(['ok', 'nothing']);
  expect((await referrals())['statements']).toMatchObject([{ amount: 1000, state: 'issued' }]);
});

test('withdrawing a statement and agreeing to it exclude each other, in either order', async () => {
  const { owner } = company.people;
  const withdrawn = await createStatement();
  expect(
    await atOnce(
      { as: partner.admin, sql: 'public.withdraw_statement($1)', values: [withdrawn] },
      { as: owner, name: 'answer_statement', input: { statement: withdrawn, agrees: true } },
    ),
  ).toEqual(['ok', 'withdrawn']);
  const agreed = await createStatement();
  expect(
    await atOnce(
      { as: owner, sql: 'public.answer_statement($1, true)', values: [agreed] },
      { as: partner.admin, name: 'withdraw_statement', input: { statement: agreed } },
    ),
  ).toEqual(['ok', 'agreed']);
});

test('refuses an answer to terms that the other side is changing at that moment', async () => {
  const { owner } = company.people;
  const slug = `company-${company.id}`;
  const [proposed, dearer] = [
    terms({ tours: [{ tour: company.tourId, amount: 500 }] }),
    terms({ tours: [{ tour: company.tourId, amount: 90_000 }] }),
  ];
  const propose = { company: null, organisation: partner.id, partner: slug, terms: proposed };
  expect((await call(partner.admin, 'propose_agreement', propose)).status).toBe('ok');
  const [link] = await db.query<{ id: string }>(`select id from public.organisation_companies where organisation_id = $1`, [partner.id]); // prettier-ignore
  const statuses = await atOnce(
    {
      as: partner.admin,
      sql: 'public.propose_agreement(null, $1, $2, $3)',
      values: [partner.id, slug, JSON.stringify(dearer)],
    },
    { as: owner, name: 'answer_agreement', input: { agreement: link!.id, says: true, terms: proposed } },
  );
  expect(statuses).toEqual(['ok', 'stale']);
  const [current] = await db.query<{ terms: object }>(`select terms from public.organisation_companies where id = $1`, [link!.id]); // prettier-ignore
  expect(current!.terms).toEqual(terms());
});
