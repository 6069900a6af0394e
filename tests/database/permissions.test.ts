/** can() in TypeScript and private.subject_can in SQL agree on random assignments and on stored rows. */
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Assignment, Subject } from '../../src/domain/permissions.ts';
import { PERMISSIONS, can } from '../../src/domain/permissions.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { makeCompany, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { caseCount, seed } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const uuid = (family: number) =>
  fc.integer({ min: 0, max: 2 }).map((n) => `${String(family).repeat(8)}-0000-4000-8000-00000000000${n}`);
const company = uuid(1);
const organisation = uuid(2);
const bound = (id: fc.Arbitrary<string>) => fc.record({ id, isActive: fc.boolean() });
const assignment: fc.Arbitrary<Assignment> = fc
  .tuple(
    fc.constantFrom('nothing', 'company', 'organisation', 'organisation'),
    bound(company),
    bound(organisation),
    fc.uniqueArray(fc.constantFrom(...PERMISSIONS), { maxLength: 3 }),
  )
  .map(([binding, c, o, permissions]) => ({
    role: 'role',
    permissions,
    company: binding === 'company' ? c : null,
    organisation: binding === 'organisation' ? o : null,
  }));
const subject: fc.Arbitrary<Subject> = fc.record({
  assignments: fc.array(assignment, { maxLength: 3 }),
  impersonatedCompanyId: fc.option(company),
  overseen: fc.array(fc.record({ companyId: company, organisationId: organisation }), { maxLength: 4 }),
});
const question = fc.record({
  subject,
  permission: fc.constantFrom(...PERMISSIONS),
  company: fc.option(company, { freq: 4 }),
});

const wire = ({ assignments, impersonatedCompanyId, overseen }: Subject) => ({
  assignments: assignments.map((assignment) => ({
    ...assignment,
    company: assignment.company && { id: assignment.company.id, is_active: assignment.company.isActive },
    organisation: assignment.organisation && {
      id: assignment.organisation.id,
      is_active: assignment.organisation.isActive,
    },
  })),
  impersonated_company_id: impersonatedCompanyId,
  overseen: overseen.map((link) => ({ company_id: link.companyId, organisation_id: link.organisationId })),
});

test('agree on random assignments', async () => {
  const total = caseCount(8_000);
  const questions = fc.sample(question, { seed, numRuns: total });
  const rows = await db.query<{ result: boolean }>(
    `select private.subject_can(one -> 'subject', one ->> 'permission', (one ->> 'company')::uuid) as result
     from jsonb_array_elements($1::jsonb) with ordinality as input (one, place) order by place`,
    [JSON.stringify(questions.map((question) => ({ ...question, subject: wire(question.subject) })))],
  );
  let granted = 0;
  questions.forEach((question, place) => {
    const expected = can(question.subject, question.permission, question.company);
    if (expected) granted += 1;
    expect({ seed, one: question, result: rows[place]!.result }).toEqual({ seed, one: question, result: expected });
  });
  expect(granted).toBeGreaterThan(total / 10);
  expect(granted).toBeLessThan((total * 9) / 10);
});

test('agree on the stored rows of every persona', async () => {
  const company = await makeCompany(db);
  const off = await makeCompany(db, { isActive: false });
  const partner = await makeOrganisation(db, [company, off]);
  const platform = await makePerson(db, { role: 'platform_admin' });
  await db.rpc(partner.admin, 'impersonate', { company: company.id });
  const people = [
    ...Object.values(company.people),
    ...Object.values(off.people),
    partner.admin,
    partner.agent,
    platform,
  ];
  for (const person of people) {
    const [row] = await db.as(person, async (query) => {
      await query('reset role');
      return query<{ subject: ReturnType<typeof wire> }>(`select private.subject($1, 'read_tables') as subject`, [
        person,
      ]);
    });
    const stored = row!.subject;
    const same: Subject = {
      assignments: stored.assignments.map((assignment) => ({
        ...assignment,
        company: assignment.company && { id: assignment.company.id, isActive: assignment.company.is_active },
        organisation: assignment.organisation && {
          id: assignment.organisation.id,
          isActive: assignment.organisation.is_active,
        },
      })),
      impersonatedCompanyId: stored.impersonated_company_id,
      overseen: stored.overseen.map((link) => ({ companyId: link.company_id, organisationId: link.organisation_id })),
    };
    for (const permission of PERMISSIONS) {
      const inOwnRight = { ...same, impersonatedCompanyId: null };
      const expected = [null, company.id, off.id].map((id) => can(inOwnRight, permission, id));
      const readable = [company.id, off.id].map((id) => can(same, permission, id));
      const [result] = await db.as(person, async (query) => {
        // As the owner of the functions, with the person's claims, because the person cannot access private.
        await query('reset role');
        return query<{ can: boolean[]; companies: string[] }>(
          `select array[private.can($1, null), private.can($1, $2), private.can($1, $3)] as can,
             array(select private.companies_with_permission(array[$1])::text) as companies`,
          [permission, company.id, off.id],
        );
      });
      expect(result!.can).toEqual(expected);
      expect([company.id, off.id].map((id) => result!.companies.includes(id))).toEqual(readable);
    }
  }
});

test('acting for a company is limited to overseen companies, for allowed people, and logged', async () => {
  const company = await makeCompany(db);
  const other = await makeCompany(db);
  const partner = await makeOrganisation(db, [company]);
  const platform = await makePerson(db, { role: 'platform_admin' });
  const start = (person: string, id: string | null) =>
    db.rpc<{ status: string }>(person, 'impersonate', { company: id });
  const acting = async (person: string) =>
    (
      await db.query<{ id: string | null }>(`select impersonated_company_id as id from public.users where id = $1`, [
        person,
      ])
    )[0]!.id;

  for (const person of [company.people.owner, partner.agent])
    expect(await start(person, company.id)).toEqual({ status: 'not_permitted' });
  expect(await start(partner.admin, other.id)).toEqual({ status: 'not_permitted' });
  expect(await start(platform, '00000000-0000-4000-8000-000000000000')).toEqual({ status: 'not_permitted' });
  expect(await start(platform, null)).toEqual({ status: 'not_permitted' });
  expect(await start(platform, other.id)).toEqual({ status: 'ok', impersonated_company_id: other.id });
  expect(await start(partner.admin, company.id)).toMatchObject({ status: 'ok' });
  expect(await start(partner.admin, company.id)).toMatchObject({ status: 'ok' });
  expect(await acting(partner.admin)).toBe(company.id);
  expect(await db.rpc(partner.admin, 'stop_impersonating', {})).toEqual({ status: 'ok' });
  expect(await db.rpc(partner.admin, 'stop_impersonating', {})).toEqual({ status: 'ok' });
  expect(await acting(partner.admin)).toBeNull();
  const events = await db.query(
    `select action, company_id, before, after from public.audit_events where user_id = $1 order by happened_at`,
    [partner.admin],
  );
  expect(events).toEqual([
    {
      action: 'impersonate',
      company_id: company.id,
      before: { impersonated_company_id: null },
      after: { impersonated_company_id: company.id },
    },
    {
      action: 'stop_impersonating',
      company_id: company.id,
      before: { impersonated_company_id: company.id },
      after: { impersonated_company_id: null },
    },
  ]);
  await db.query(`update public.organisation_companies set status = 'ended' where organisation_id = $1`, [partner.id]);
  expect(await start(partner.admin, company.id)).toEqual({ status: 'not_permitted' });
  await db.query(`update public.organisation_companies set status = 'active' where organisation_id = $1`, [partner.id]);
  await db.query(`update public.organisations set is_active = false where id = $1`, [partner.id]);
  expect(await start(partner.admin, company.id)).toEqual({ status: 'not_permitted' });
  await expect(
    db.query(`update public.users set impersonated_company_id = gen_random_uuid() where id = $1`, [platform]),
  ).rejects.toThrow(/does not reference a company/);
  await db.query(`delete from public.companies where id = $1`, [other.id]);
  expect(await acting(platform)).toBeNull();
});
