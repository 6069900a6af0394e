/**
 * How a company and a partner reach an agreement: one side proposes, the other accepts or declines; nothing applies
 * before.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeCompany, makeOrganisation, makePerson, type Company } from '../support/database-fixtures.ts';
import type { Database, Persona } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

type RpcResult = { status: string } & Record<string, unknown>;
interface Link {
  id: string;
  status: string;
  terms: unknown;
  proposed: unknown;
  proposed_by: string | null;
}
const terms = (more: object = {}) => ({
  kind: 'percent',
  percent: 10,
  tours: [] as object[],
  click: 'last',
  window_days: 30,
  ...more,
});

describe('an agreement', () => {
  let db: Database;
  let company: Company;
  let strange: Company;
  let partner: Awaited<ReturnType<typeof makeOrganisation>>;
  let slugs: { company: string; organisation: string };
  beforeAll(async () => {
    db = await openPostgres();
    company = await makeCompany(db);
    strange = await makeCompany(db);
  });
  afterAll(() => db?.close());
  beforeEach(async () => {
    partner = await makeOrganisation(db);
    const slugOf = async (table: string, id: string) =>
      (await db.query<{ slug: string }>(`select slug from public.${table} where id = $1`, [id]))[0]!.slug;
    slugs = {
      company: await slugOf('companies', company.id),
      organisation: await slugOf('organisations', partner.id),
    };
  });

  const call = (as: Persona, name: string, input: Record<string, unknown>) => db.rpc<RpcResult>(as, name, input);
  const proposeAs = {
    company: (as: Persona, wanted: object, slug = slugs.organisation) =>
      call(as, 'propose_agreement', { company: company.id, organisation: null, partner: slug, terms: wanted }),
    organisation: (as: Persona, wanted: object, slug = slugs.company) =>
      call(as, 'propose_agreement', { company: null, organisation: partner.id, partner: slug, terms: wanted }),
  };
  const link = async (): Promise<Link | undefined> =>
    (
      await db.query<Link>(
        'select id, status, terms, proposed, proposed_by from public.organisation_companies where organisation_id = $1',
        [partner.id],
      )
    )[0];
  const reply = async (as: Persona, says: boolean, of: object) =>
    (await call(as, 'answer_agreement', { agreement: (await link())?.id ?? randomUUID(), says, terms: of })).status;
  const loggedActions = async () =>
    (
      await db.query<{ action: string }>(
        'select action from public.audit_events where subject_id = $1 and company_id = $2 order by happened_at, id',
        [partner.id, company.id],
      )
    ).map(({ action }) => action);

  test.each(['company', 'organisation'] as const)(
    'a proposal by the %s is mailed once a day to the managers of the other side only',
    async (by) => {
      const proposer = by === 'company' ? company.people.owner : partner.admin;
      const mails = async () =>
        db.query<{ recipient: string; data: Record<string, string> }>(
          `select recipient, data from private.outbox_messages where template = 'agreement-proposed' and data ->> 'id' = $1`,
          [by === 'company' ? partner.id : company.id],
        );
      const before = (await mails()).length;
      await proposeAs[by](proposer, terms());
      await proposeAs[by](proposer, terms({ percent: 20 }));
      const newMails = (await mails()).slice(before);
      const addressOf = async (person: string) =>
        (await db.query<{ email: string }>('select email::text from auth.users where id = $1', [person]))[0]!.email;
      expect(newMails.map(({ recipient }) => recipient)).toEqual([
        await addressOf(by === 'company' ? partner.admin : company.people.owner),
      ]);
      expect(newMails[0]!.data).toMatchObject({ side: by === 'company' ? 'organisation' : 'company' });
      // A refused proposal mails nobody.
      await proposeAs[by](partner.agent, terms({ percent: 30 }));
      expect((await mails()).length).toBe(before + 1);
    },
  );

  test.each(['company', 'organisation'] as const)(
    'a proposal by the %s takes effect when the other side accepts it',
    async (by) => {
      const [proposer, answerer] =
        by === 'company' ? [company.people.owner, partner.admin] : [partner.admin, company.people.owner];
      const proposedTerms = terms({ percent: 12.5, click: 'first', window_days: 7 });
      expect([await proposeAs[by](proposer, proposedTerms), await proposeAs[by](proposer, proposedTerms)]).toEqual([
        { status: 'ok' },
        { status: 'ok' },
      ]);
      expect(await link()).toMatchObject({ status: 'invited', proposed: proposedTerms, proposed_by: by });
      expect(await call(partner.admin, 'impersonate', { company: company.id })).toEqual({ status: 'not_permitted' });
      // Nobody accepts their own proposal, nor one for another party.
      for (const who of [proposer, partner.agent, company.people.office, strange.people.owner])
        expect(await reply(who, true, proposedTerms)).toBe('not_permitted');
      expect(await reply(answerer, true, terms())).toBe('stale');
      expect(await reply(answerer, true, proposedTerms)).toBe('ok');
      expect(await link()).toMatchObject({ status: 'active', terms: proposedTerms, proposed: null });
      expect(await call(partner.admin, 'impersonate', { company: company.id })).toMatchObject({ status: 'ok' });
      expect(await loggedActions()).toEqual(['propose_agreement', 'accept_agreement']);
    },
  );

  test('does not exist after it was declined or withdrawn, and can be proposed again', async () => {
    await proposeAs.organisation(partner.admin, terms());
    expect(await reply(company.people.owner, false, terms())).toBe('ok');
    expect(await link()).toMatchObject({ status: 'ended', proposed: null });
    await proposeAs.company(company.people.owner, terms({ percent: 5 }));
    expect(await link()).toMatchObject({ status: 'invited', proposed_by: 'company' });
    expect(await reply(company.people.owner, false, terms({ percent: 5 }))).toBe('ok');
    expect(await link()).toMatchObject({ status: 'ended' });
    expect(await loggedActions()).toEqual([
      'propose_agreement',
      'decline_agreement',
      'propose_agreement',
      'withdraw_agreement',
    ]);
  });

  test('keeps its terms while others are proposed, and after they are declined', async () => {
    await proposeAs.organisation(partner.admin, terms());
    await reply(company.people.owner, true, terms());
    const more = terms({ kind: 'tiers', tiers: [{ from: 1, percent: 10 }, { from: 51, percent: 12 }] }); // prettier-ignore
    await proposeAs.organisation(partner.admin, more);
    expect(await link()).toMatchObject({ status: 'active', terms: terms(), proposed: more });
    // A counter-proposal replaces the one that was not answered.
    const less = terms({ percent: 8, tours: [{ tour: company.tourId, percent: 4 }] });
    await proposeAs.company(company.people.owner, less);
    expect(await reply(company.people.owner, true, more)).toBe('stale');
    expect(await reply(partner.admin, false, less)).toBe('ok');
    expect(await link()).toMatchObject({ status: 'active', terms: terms(), proposed: null });
    await proposeAs.company(company.people.owner, less);
    expect(await call(company.people.owner, 'end_agreement', { agreement: (await link())!.id })).toEqual({
      status: 'ok',
    });
    expect(await link()).toMatchObject({ status: 'ended', proposed: null });
    expect(await reply(partner.admin, true, less)).toBe('stale');
  });

  test('is proposed only by managers of a side, to existing parties, with valid terms', async () => {
    for (const who of [company.people.office, partner.admin, strange.people.owner])
      expect(await proposeAs.company(who, terms())).toEqual({ status: 'not_permitted' });
    for (const who of [company.people.owner, partner.agent])
      expect(await proposeAs.organisation(who, terms())).toEqual({ status: 'not_permitted' });
    await expect(proposeAs.company('anon', terms())).rejects.toThrow(/permission denied/);
    expect(await proposeAs.organisation(partner.admin, terms(), 'nobody-at-all')).toEqual({ status: 'not_found' });
    for (const wrong of [
      {},
      { ...terms(), kind: 'gift' },
      terms({ percent: 100.5 }),
      terms({ percent: 1.005 }),
      terms({ percent: '10' }),
      terms({ click: 'any' }),
      terms({ window_days: 91 }),
      terms({ window_days: -1 }),
      terms({ kind: 'per_guest' }),
      terms({ kind: 'per_guest', amount: -5 }),
      terms({ kind: 'tiers', tiers: [] }),
      terms({ kind: 'tiers', tiers: [{ from: 5, percent: 10 }] }),
      terms({ kind: 'tiers', tiers: [{ from: 1, percent: 10 }, { from: 1, percent: 11 }] }), // prettier-ignore
      terms({ tours: [{ tour: strange.tourId, percent: 4 }] }),
      terms({ tours: [{ tour: company.tourId, percent: 4 }, { tour: company.tourId, percent: 5 }] }), // prettier-ignore
      terms({ tours: [{ tour: company.tourId, percent: 4 }, { tour: company.tourId.toUpperCase(), percent: 5 }] }), // prettier-ignore
      // Each tour has exactly one rate, in whole units.
      terms({ tours: [{ tour: company.tourId }] }),
      terms({ tours: [{ tour: company.tourId, percent: 4, amount: 700 }] }),
      terms({ tours: [{ tour: company.tourId, amount: -1 }] }),
      terms({ tours: [{ tour: company.tourId, amount: 7.5 }] }),
      terms({ tours: [{ tour: company.tourId, amount: '700' }] }),
      terms({ tours: [{ tour: company.tourId, amount: null }] }),
    ])
      expect([wrong, await proposeAs.organisation(partner.admin, wrong)]).toEqual([wrong, { status: 'invalid' }]);
    expect(await link()).toBeUndefined();
    for (const right of [
      terms({ kind: 'per_guest', percent: undefined, amount: 2000 }),
      terms({ tours: [{ tour: company.tourId, amount: 0 }] }),
      terms({ window_days: 0, percent: 0, tours: [{ tour: company.tourId, percent: 12.25 }] }),
    ])
      expect(await proposeAs.organisation(partner.admin, right)).toEqual({ status: 'ok' });
  });

  test('is readable by both sides with its proposal, and ends when its company closes', async () => {
    await proposeAs.organisation(partner.admin, terms({ percent: 7 }));
    const readAgreementsOf = async (as: Persona, of: object) =>
      ((await call(as, 'read_agreements', { ...of })) as unknown as { agreements: Record<string, unknown>[] })
        .agreements;
    expect((await readAgreementsOf(partner.admin, { organisation: partner.id }))[0]).toMatchObject({
      slug: slugs.company,
      agreement_status: 'invited',
      currency: 'DKK',
      proposed: { terms: terms({ percent: 7 }), is_ours: true },
      tours: [{ id: company.tourId }],
    });
    const ours = (await readAgreementsOf(company.people.owner, { company: company.id })).find(
      ({ slug }) => slug === slugs.organisation,
    );
    expect(ours).toMatchObject({ proposed: { is_ours: false } });
    // An archived tour that has its own terms is still named; other archived tours are not listed.
    const [gone, other] = [randomUUID(), randomUUID()];
    for (const id of [gone, other])
      await db.query(`insert into public.tours (id, company_id, slug, duration_minutes, capacity, status) values ($1, $2, $3, 90, 20, 'archived')`, [id, company.id, `t-${id}`]); // prettier-ignore
    await proposeAs.organisation(partner.admin, terms({ tours: [{ tour: gone, amount: 900 }] }));
    const [read] = await readAgreementsOf(partner.admin, { organisation: partner.id });
    expect((read!['tours'] as { id: string }[]).map(({ id }) => id).sort()).toEqual([company.tourId, gone].sort());
    // A partner that acts for the company cannot accept on its behalf.
    const active = await makeOrganisation(db, [company]);
    await db.rpc(active.admin, 'impersonate', { company: company.id });
    const proposal = terms({ percent: 99 });
    await call(active.admin, 'propose_agreement', { company: null, organisation: active.id, partner: slugs.company, terms: proposal }); // prettier-ignore
    const [row] = await db.query<{ id: string }>('select id from public.organisation_companies where organisation_id = $1', [active.id]); // prettier-ignore
    expect(await call(active.admin, 'answer_agreement', { agreement: row!.id, says: true, terms: proposal })).toEqual({
      status: 'not_permitted',
    });
    const admin = await makePerson(db, { role: 'platform_admin' });
    expect((await readAgreementsOf(admin, { company: company.id })).length).toBeGreaterThan(0);
  });
});
