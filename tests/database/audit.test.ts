/** The audit log: every action has a text, and only the company's owner reads it, page by page. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AUDIT_ACTIONS } from '../../src/domain/audit.ts';
import { COMPANY_ROLES, makeBooking, makeCompany, makeDeparture, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

interface Event {
  id: string;
  action: string;
  subject: Record<string, unknown>;
  actor: { name: string; is_member: boolean } | null;
}
type RpcResult = { status: string; events: Event[]; next: unknown; people: { id: string }[] };
const read = (who: Persona, company: Company, more: Record<string, unknown> = {}) =>
  db.rpc<RpcResult>(who, 'read_audit', { company: company.id, ...more });
const note = (
  company: Company,
  action: string,
  more: { at?: string; user?: string; after?: unknown; subject?: string } = {},
) =>
  db.query(
    `insert into public.audit_events (company_id, action, happened_at, user_id, after, subject_id) values ($1, $2, coalesce($3::timestamptz, now()), $4, $5, $6)`,
    [company.id, action, more.at ?? null, more.user ?? null, JSON.stringify(more.after ?? null), more.subject ?? null],
  );

test('every action that a function logs has a text', async () => {
  const written = await db.query<{ action: string }>(
    `select distinct m[1] as action from pg_proc as p, regexp_matches(p.prosrc, '(?:log_change|log_booking_change|log_acting|log_team_change|log_agreement_change)\\((?:(?!jsonb_build_object)[^'';])*''([a-z]+(?:_[a-z]+)+)''', 'g') as m
     where p.pronamespace in ('public'::regnamespace, 'private'::regnamespace)`,
  );
  expect(written.length).toBeGreaterThan(50);
  // Actions on organisations are in no company's log.
  const unknown = written
    .map(({ action }) => action)
    .filter((action) => !AUDIT_ACTIONS.includes(action as never) && !action.includes('organisation'));
  expect(unknown).toEqual([]);
});

test('is read by page, newest first, each entry once even if many share a timestamp', async () => {
  const company = await makeCompany(db);
  for (let n = 0; n < 5; n += 1) await note(company, 'save_tour', { at: '2026-11-01T10:00:00Z' });
  await note(company, 'invite', { at: '2026-11-02T10:00:00Z' });
  const { owner } = company.people;
  const seen: Event[] = [];
  let after: unknown = null;
  do {
    const page = await read(owner, company, { page_size: 2, ...(after ? { after: JSON.stringify(after) } : {}) });
    seen.push(...page.events);
    after = page.next;
  } while (after);
  expect(seen.map(({ action }) => action)).toEqual(['invite', ...Array.from({ length: 5 }, () => 'save_tour')]);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(6);
});

test('is filtered by action, person and the company’s local days', async () => {
  const company = await makeCompany(db);
  const { owner, office } = company.people;
  // 23:30 UTC is the next day in Copenhagen.
  await note(company, 'save_tour', { at: '2026-11-01T23:30:00Z', user: owner });
  await note(company, 'invite', { at: '2026-11-01T12:00:00Z', user: office });
  const acts = async (more: Record<string, unknown>) =>
    (await read(owner, company, more)).events.map(({ action }) => action);
  expect(await acts({ actions: '{invite}' })).toEqual(['invite']);
  expect(await acts({ people: `{${owner}}` })).toEqual(['save_tour']);
  expect(await acts({ since: '2026-11-02' })).toEqual(['save_tour']);
  expect(await acts({ until: '2026-11-01' })).toEqual(['invite']);
  expect(await read(owner, company, { page_size: 1000 })).toEqual({ status: 'invalid' });
  expect(await read(owner, company, { page_size: null })).toEqual({ status: 'invalid' });
  expect(await read(owner, company, { after: '{"at": "x", "id": "y"}' })).toEqual({ status: 'invalid' });
});

test('names its subject and the person, and marks those who only acted for the company', async () => {
  const [company, other] = [await makeCompany(db), await makeCompany(db)];
  const { owner, guide } = company.people;
  const departureId = await makeDeparture(db, company);
  const party = await makeBooking(db, company, { departureId, guests: 1 });
  const theirs = await makeBooking(db, other, { departureId: await makeDeparture(db, other), guests: 1 });
  await note(company, 'move_booking', { subject: party.bookingId, user: owner, at: '2026-11-04T10:00:00Z' });
  await note(company, 'cancel_departure', {
    after: { id: departureId },
    user: other.people.owner,
    at: '2026-11-03T10:00:00Z',
  });
  await note(company, 'set_member_roles', { after: { user_id: guide }, at: '2026-11-02T10:00:00Z' });
  await note(company, 'move_booking', { subject: theirs.bookingId, user: randomUUID(), at: '2026-11-01T10:00:00Z' });
  expect((await read(owner, company)).events).toMatchObject([
    { subject: { reference: party.reference }, actor: { name: 'owner', is_member: true } },
    { subject: { title: { en: 'Harbour walk' } }, actor: { is_member: false } },
    { subject: { person: 'guide' }, actor: null },
    // An entry that names a row of another company shows nothing of it.
    { subject: {}, actor: { name: null } },
  ]);
  expect((await read(owner, company)).events[3]!.subject).toEqual({});
});

test('shows why the platform changed a company’s status, and no reasons of other actions', async () => {
  const company = await makeCompany(db);
  const after = { reason: 'Unpaid since August' };
  await note(company, 'set_company_status', { after, at: '2026-11-02T10:00:00Z' });
  await note(company, 'cancel_departure', { after, at: '2026-11-01T10:00:00Z' });
  expect((await read(company.people.owner, company)).events.map(({ subject: about }) => about)).toEqual([after, {}]);
});

test('is readable by the company’s owner only', async () => {
  const company = await makeCompany(db);
  const others = COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]);
  for (const person of [...others, (await makeCompany(db)).people.owner])
    expect(await read(person, company)).toEqual({ status: 'not_permitted' });
});
