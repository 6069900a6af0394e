/** The team: roles, invitations, leaving and returning, and what no sequence of them may do. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  COMPANY_ROLES,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  makePerson,
} from '../support/database-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import { setPersona, type Database, type Persona, type Session } from '../support/database.ts';
import { openPostgres, waitsForLock } from '../support/database-postgres.ts';
import { hashOf, teamCalls, type TeamResult } from '../support/team-calls.ts';

type RpcResult = TeamResult;
interface Member {
  id: string;
  roles: string[];
  upcoming: number;
  is_last_owner: boolean;
}
interface Team extends RpcResult {
  may_change: boolean;
  members: Member[];
  former: { id: string; roles: string[] }[];
  invitations: { id: string; email: string; roles: string[]; state: string; mail: string }[];
}

const tomorrow = () => new Date(Date.now() + 86_400_000);

describe('the team', () => {
  let db: Database;
  beforeAll(async () => {
    db = await openPostgres();
  });
  afterAll(() => db?.close());

  const newCompany = () => makeCompany(db);

  test('a guide counts as working from half an hour before an accepted departure until its end', async () => {
    const company = await newCompany();
    const { guide } = company.people;
    const minutes = (more: number) => new Date(Date.now() + more * 60_000);
    const now = async () =>
      (
        await db.rpc<{ members: { id: string; now: { ends_at: string } | null }[] }>(
          company.people.owner,
          'read_team',
          {
            company: company.id,
          },
        )
      ).members.find(({ id }) => id === guide)!.now;
    await makeDeparture(db, company, { guides: [guide], startsAt: minutes(40) });
    await makeDeparture(db, company, { guides: [guide], startsAt: minutes(-100) });
    await makeDeparture(db, company, { guides: [guide], startsAt: minutes(-10), status: 'cancelled' });
    expect(await now()).toBeNull();
    const startsAt = minutes(20);
    const departure = await makeDeparture(db, company, { guides: [guide], startsAt });
    expect(await now()).toMatchObject({ ends_at: new Date(startsAt.getTime() + 90 * 60_000).toISOString() });
    await db.query(`update public.departure_guides set status = 'declined' where departure_id = $1`, [departure]);
    expect(await now()).toBeNull();
  });

  const team = (as: Persona, company: { id: string }) => db.rpc<Team>(as, 'read_team', { company: company.id });
  const {
    accept,
    answerOffer,
    offerOwnership,
    deactivate,
    invite,
    personOf,
    reactivate,
    read,
    rolesOf,
    setRoles,
    tokenFor,
    withdraw,
  } = teamCalls({
    query: (text, values) => db.query(text, values),
    as: (who, fn) => db.as(who, fn),
    rpc: (who, name, input) => db.rpc(who, name, input),
  });
  const outcomes = (result: { outcomes?: { outcome: string }[] }) => result.outcomes?.map(({ outcome }) => outcome);
  const address = () => `${randomUUID()}@guide.test`;
  async function invited(company: Company, roles = ['guide']) {
    const email = address();
    expect(outcomes(await invite(company.people.owner, { company: company.id, emails: [email], roles }))).toEqual([
      'invited',
    ]);
    return { email, token: await tokenFor(email) };
  }

  describe('inviting', () => {
    test('queues one mail per address, with a link whose token is stored only as a hash', async () => {
      const company = await newCompany();
      const { owner, office } = company.people;
      const emails = [address(), address().toUpperCase(), 'nobody', `${office}@muster.test`];
      const request = randomUUID();
      const args = { company: company.id, emails, roles: ['guide', 'office'], request };
      const result = await invite(owner, args);
      expect(outcomes(result)).toEqual(['invited', 'invited', 'bad_address', 'member']);
      expect(await invite(owner, args)).toEqual(result);
      expect(outcomes(await invite(owner, { ...args, request: randomUUID() }))).toEqual([
        'already_invited',
        'already_invited',
        'bad_address',
        'member',
      ]);
      const mails = await db.query<{ recipient: string; data: object }>(
        `select recipient, data from private.outbox_messages where company_id = $1 order by created_at`,
        [company.id],
      );
      expect(mails.map(({ recipient }) => recipient).sort()).toEqual([emails[0]!, emails[1]!.toLowerCase()].sort());
      expect(mails[0]!.data).toMatchObject({ company: 'Harbour Walks', roles: ['office', 'guide'], inviter: 'owner' });
      const token = await tokenFor(emails[0]!);
      const [row] = await db.query<{ everything: string }>(
        'select to_jsonb(i)::text as everything from private.invitations as i where email = $1',
        [emails[0]],
      );
      expect(row!.everything).toContain(hashOf(token));
      expect(row!.everything).not.toContain(token);
      expect((await team(owner, company)).invitations.map(({ state, mail }) => [state, mail])).toEqual([
        ['pending', 'pending'],
        ['pending', 'pending'],
      ]);
    });

    test('is for owners in their own right, and for roles of the team only', async () => {
      const [company, other] = [await newCompany(), await newCompany()];
      const organisation = await makeOrganisation(db, [company]);
      await db.rpc(organisation.admin, 'impersonate', { company: company.id });
      expect((await team(organisation.admin, company)).may_change).toBe(false);
      const args = { company: company.id, emails: [address()] };
      for (const person of [
        organisation.admin,
        other.people.owner,
        ...COMPANY_ROLES.filter((role) => role !== 'owner').map((role) => company.people[role]),
      ])
        expect(await invite(person, args)).toEqual({ status: 'not_permitted' });
      await expect(invite('anon', args)).rejects.toThrow(/permission denied/);
      for (const roles of [['platform_admin'], ['partner_admin'], [], ['guide', 'guide'], ['guide', 'nobody']])
        expect(await invite(company.people.owner, { ...args, roles })).toEqual({ status: 'invalid' });
      const none = { ...args, emails: Array.from({ length: 51 }, address) };
      expect(await invite(company.people.owner, none)).toEqual({ status: 'invalid' });
      // Likewise, only a partner's admin invites into its organisation.
      const into = { organisation: organisation.id, emails: [address()], roles: ['partner_agent'] };
      expect(await invite(company.people.owner, into)).toEqual({ status: 'not_permitted' });
      expect(await invite(organisation.agent, into)).toEqual({ status: 'not_permitted' });
      expect(outcomes(await invite(organisation.admin, into))).toEqual(['invited']);
      const agent = await personOf(into.emails[0]!);
      expect(await accept(agent, await tokenFor(into.emails[0]!))).toEqual({ status: 'ok', company_id: null });
      expect(
        await db.query('select organisation_id from public.organisation_members where user_id = $1', [agent]),
      ).toEqual([{ organisation_id: organisation.id }]);
    });

    test('is limited to two hundred mails a day per team', async () => {
      const company = await newCompany();
      await db.query(`insert into private.rate_limit_buckets (key, tokens, counted_at) values ($1, 1, now())`, [
        `invite:${company.id}`,
      ]);
      const args = { company: company.id, emails: [address(), address()] };
      expect(outcomes(await invite(company.people.owner, args))).toEqual(['invited', 'too_many']);
    });
  });

  describe('an invitation’s link', () => {
    test('lets the invited person join once, and shows the team and roles', async () => {
      const company = await newCompany();
      const { email, token } = await invited(company, ['guide', 'accountant']);
      expect(await read('anon', token)).toMatchObject({
        state: 'pending',
        team: 'Harbour Walks',
        roles: ['guide', 'accountant'],
        email,
        inviter: 'owner',
        has_account: false,
      });
      const person = await personOf(email);
      expect(await read('anon', token)).toMatchObject({ state: 'pending', has_account: true });
      expect(await accept(person, token)).toEqual({ status: 'ok', company_id: company.id });
      expect(await accept(person, token)).toEqual({ status: 'ok', company_id: company.id });
      expect(await rolesOf(company, person)).toEqual(['accountant', 'guide']);
      expect(await read(person, token)).toMatchObject({ state: 'accepted', is_mine: true });
      expect(await read('anon', token)).toMatchObject({ state: 'accepted', is_mine: false });
      expect((await team(company.people.owner, company)).invitations).toEqual([]);
      const events = await db.query<{ action: string; user_id: string }>(
        'select action, user_id from public.audit_events where company_id = $1 order by happened_at',
        [company.id],
      );
      expect(events).toEqual([
        { action: 'invite', user_id: company.people.owner },
        { action: 'accept_invitation', user_id: person },
      ]);
    });

    test('works for nobody else, and not without signing in', async () => {
      const company = await newCompany();
      const { token } = await invited(company);
      const stranger = await makePerson(db);
      expect(await read(stranger, token)).toMatchObject({ state: 'other_email', team: 'Harbour Walks' });
      expect(await accept(stranger, token)).toEqual({ status: 'ended', state: 'other_email' });
      await expect(accept('anon', token)).rejects.toThrow(/permission denied/);
      expect(await rolesOf(company, stranger)).toEqual([]);
    });

    test('has a state for each way it can end, with the same fields in every response', async () => {
      const company = await newCompany();
      const { owner } = company.people;
      const revoked = await invited(company);
      const expired = await invited(company);
      const open = await invited(company);
      const listed = (await team(owner, company)).invitations;
      const idOf = (email: string) => listed.find((member) => member.email === email)!.id;
      const revoke = () => db.rpc<RpcResult>(owner, 'revoke_invitation', { invitation: idOf(revoked.email) });
      expect(await revoke()).toEqual({ status: 'ok' });
      expect(await revoke()).toEqual({ status: 'ok' });
      await db.query('update private.invitations set expires_at = now() where email = $1', [expired.email]);
      const results = [
        await read('anon', revoked.token),
        await read('anon', expired.token),
        await read('anon', open.token),
        await read('anon', 'no such token'),
      ];
      expect(results.map(({ state }) => state)).toEqual(['revoked', 'expired', 'pending', 'unknown']);
      await db.query('update public.companies set is_active = false where id = $1', [company.id]);
      results.push(await read('anon', open.token));
      expect(results.at(-1)!['state']).toBe('company_inactive');
      expect(new Set(results.map((result) => Object.keys(result).sort().join())).size).toBe(1);
      for (const { email, token } of [revoked, expired, open])
        expect(await accept(await personOf(email), token)).toMatchObject({ status: 'ended' });
    });

    test('confirms the address of the account that was made from it, and of no other', async () => {
      const company = await newCompany();
      const { email, token } = await invited(company);
      const [mail] = await db.query<{ id: string }>('select id from private.outbox_messages where recipient = $1', [
        email,
      ]);
      await db.rpc('service_role', 'record_mail_sent', { message: mail!.id });
      const [mine, before] = [randomUUID(), randomUUID()];
      const make = (id: string, under: string, meta: object) =>
        db.query('insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)', [
          id,
          under,
          JSON.stringify(meta),
        ]);
      const confirmed = async (id: string) =>
        (await db.query<{ at: unknown }>('select email_confirmed_at as at from auth.users where id = $1', [id]))[0]!
          .at !== null;
      const confirm = (input: string) => db.rpc<RpcResult>('anon', 'confirm_invited_address', { token: input });
      // Somebody else made an account with the address, hoping that the invited person confirms it.
      await make(before, email, { display_name: 'Mallory', invitation: hashOf('a guess') });
      expect(await confirm(token)).toEqual({ status: 'ok' });
      expect(await confirmed(before)).toBe(false);
      expect(await read('anon', token)).toMatchObject({ has_account: false });
      await db.query('delete from auth.users where id = $1', [before]);
      await make(mine, email, { display_name: 'Eva', invitation: hashOf(token) });
      expect(await confirm('another token')).toEqual({ status: 'ok' });
      expect(await confirmed(mine)).toBe(false);
      expect(await confirm(token)).toEqual({ status: 'ok' });
      expect(await confirmed(mine)).toBe(true);
    });

    test('is replaced when resent, also after it expired', async () => {
      const company = await newCompany();
      const { owner } = company.people;
      const { email, token } = await invited(company);
      const { id } = (await team(owner, company)).invitations[0]!;
      const resend = (as: Persona) => db.rpc<RpcResult>(as, 'resend_invitation', { invitation: id });
      expect(await resend(owner)).toEqual({ status: 'ok' });
      expect(await tokenFor(email), 'twice within a minute is once').toBe(token);
      await db.query(
        `update private.invitations set sent_at = now() - interval '20 days', expires_at = now() - interval '6 days' where id = $1`,
        [id],
      );
      expect(await resend(company.people.office)).toEqual({ status: 'not_permitted' });
      expect(await resend(owner)).toEqual({ status: 'ok' });
      const next = await tokenFor(email);
      expect(next).not.toBe(token);
      expect(await read('anon', token)).toMatchObject({ state: 'unknown' });
      expect(await accept(await personOf(email), next)).toMatchObject({ status: 'ok' });
      expect(await resend(owner)).toEqual({ status: 'ended', state: 'accepted' });
    });

    test('stops working when its inviter may no longer invite', async () => {
      const company = await newCompany();
      const { owner } = company.people;
      const second = await makePerson(db, { role: 'owner', company: company.id });
      const email = address();
      await invite(second, { company: company.id, emails: [email], roles: ['owner'] });
      const token = await tokenFor(email);
      expect(await deactivate(owner, company, second)).toMatchObject({ status: 'ok' });
      expect(await read('anon', token)).toMatchObject({ state: 'revoked' });
      expect(await accept(await personOf(email), token)).toEqual({ status: 'ended', state: 'revoked' });
    });
  });

  describe('leaving', () => {
    test('ends access with the next request, frees future departures, and can be reversed', async () => {
      const company = await newCompany();
      const { owner, guide } = company.people;
      const now = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 600_000) });
      const ahead = await makeDeparture(db, company, { startsAt: tomorrow() });
      const shared = await makeDeparture(db, company, {
        startsAt: new Date(tomorrow().getTime() + 3_600_000),
        guides: [guide, company.people.guide_manager],
      });
      const preview = await db.rpc<RpcResult>(owner, 'preview_member_removal', { company: company.id, person: guide });
      expect(preview).toMatchObject({ is_last_owner: false, departures: [{ id: ahead }, { id: shared }] });
      expect((await team(owner, company)).members.find(({ id }) => id === guide)).toMatchObject({ upcoming: 2 });
      const visibleDepartures = () => db.as(guide, (query) => query('select id from public.departures'));
      expect(await visibleDepartures()).toHaveLength(3);

      const result = await deactivate(owner, company, guide);
      expect(result).toMatchObject({
        status: 'ok',
        departures: [{ id: ahead, title: { en: 'Harbour walk' } }, { id: shared }],
      });
      expect(await deactivate(owner, company, guide)).toEqual({ status: 'ok', departures: [] });
      expect(await visibleDepartures()).toEqual([]);
      expect(await rolesOf(company, guide)).toEqual([]);
      const left = await db.query('select departure_id from public.departure_guides where user_id = $1', [guide]);
      expect(left).toEqual([{ departure_id: now }]);
      const mails = await db.query('select from private.outbox_messages where company_id = $1', [company.id]);
      expect(mails, 'no mail for every departure').toEqual([]);
      const after = await team(owner, company);
      expect(after.members.map(({ id }) => id)).not.toContain(guide);
      expect(after.former).toMatchObject([{ id: guide, roles: ['guide'] }]);

      const reactivateGuide = () =>
        db.rpc<RpcResult>(owner, 'reactivate_member', { company: company.id, person: guide });
      expect(await reactivateGuide()).toEqual({ status: 'ok' });
      expect(await reactivateGuide()).toEqual({ status: 'ok' });
      expect(await rolesOf(company, guide)).toEqual(['guide']);
      expect((await team(owner, company)).former).toEqual([]);
      expect(await visibleDepartures()).toHaveLength(1);
      const events = await db.query<{ action: string }>(
        'select action from public.audit_events where company_id = $1 order by happened_at, action',
        [company.id],
      );
      expect(events.map(({ action }) => action)).toEqual([
        'deactivate_member',
        'unassign_guide',
        'unassign_guide',
        'reactivate_member',
      ]);
    });

    test('refuses actions waiting on a tablet by code, and accepts them after the return', async () => {
      const company = await newCompany();
      const { owner, guide } = company.people;
      const departureId = await makeDeparture(db, company, { startsAt: new Date(Date.now() - 600_000) });
      const device = makeDevice();
      const actions = Array.from({ length: 40 }, (__, at) =>
        device.action('count', { company, departureId, payload: { present: at, missing: [], stop: null } }),
      );
      const push = () =>
        db.rpc<{ outcomes: { id: string; status: string; code?: string }[] }>(guide, 'check_in_push', {
          device: device.header(),
          actions,
        });
      await deactivate(owner, company, guide);
      expect((await push()).outcomes).toEqual(
        actions.map(({ id }) => ({ id, status: 'refused', code: 'not_permitted' })),
      );
      await db.rpc(owner, 'reactivate_member', { company: company.id, person: guide });
      expect((await push()).outcomes.map(({ status }) => status)).toEqual(actions.map(() => 'applied'));
      const [{ devices }] = (await team(owner, company)).members.filter(({ id }) => id === guide) as unknown as [
        { devices: { id: string }[] },
      ];
      expect(devices.map(({ id }) => id)).toEqual([device.id]);
    });

    test('is refused to the last owner; strangers cannot be deactivated', async () => {
      const company = await newCompany();
      const { owner, office } = company.people;
      expect(await deactivate(owner, company, owner)).toEqual({ status: 'last_owner' });
      const down = { company, person: owner, roles: ['office'], before: ['owner'] };
      expect(await setRoles(owner, down)).toEqual({ status: 'last_owner' });
      expect(await deactivate(owner, company, (await newCompany()).people.office)).toEqual({ status: 'not_found' });
      expect(await deactivate(office, company, owner)).toEqual({ status: 'not_permitted' });
      expect(await offerOwnership(owner, company, office, ['owner'])).toEqual({ status: 'ok' });
      expect(await answerOffer(office, company, true)).toEqual({ status: 'ok' });
      expect(await deactivate(owner, company, owner)).toMatchObject({ status: 'ok' });
      expect(await team(owner, company)).toEqual({ status: 'not_permitted' });
      expect((await team(office, company)).members.find(({ id }) => id === office)).toMatchObject({
        is_last_owner: true,
      });
    });
  });

  describe('an ownership offer', () => {
    const openOffers = async (person: Persona) =>
      (
        await db.rpc<{ offers: { company_id: string; offered_by: string; remaining_roles: string[] }[] }>(
          person,
          'read_ownership_offers',
          {},
        )
      ).offers;

    test('makes nobody an owner before they accept it, and then applies the agreed roles in one step', async () => {
      const company = await newCompany();
      const { owner, office } = company.people;
      const change = { company, person: office, roles: ['owner', 'office'], before: ['office'] };
      expect(await setRoles(owner, change)).toEqual({ status: 'needs_consent' });
      expect(await offerOwnership(owner, company, office, ['accountant'])).toEqual({ status: 'ok' });
      expect(await offerOwnership(owner, company, office, ['accountant'])).toEqual({ status: 'ok' });
      expect(await rolesOf(company, office)).toEqual(['office']);
      expect(await db.rpc(office, 'read_pending_requests', {})).toMatchObject({
        company_names: [company.name],
        requests: [],
      });
      expect(await db.rpc(owner, 'read_pending_requests', {})).toMatchObject({ company_names: [] });
      expect(await openOffers(office)).toMatchObject([
        { company_id: company.id, offered_by: 'owner', remaining_roles: ['accountant'] },
      ]);
      expect(await db.rpc(owner, 'read_team', { company: company.id })).toMatchObject({
        ownership_offer: { person: office, offered_by: owner, remaining_roles: ['accountant'] },
      });
      const mails = await db.query(
        `select data -> 'actor' as actor from private.outbox_messages where company_id = $1 and template = 'ownership-offered'`,
        [company.id],
      );
      expect(mails).toEqual([{ actor: 'owner' }]);
      expect([await answerOffer(office, company, true), await answerOffer(office, company, true)]).toEqual([
        { status: 'ok' },
        { status: 'ok' },
      ]);
      expect([await rolesOf(company, owner), await rolesOf(company, office)]).toEqual([
        ['accountant'],
        ['office', 'owner'],
      ]);
      expect((await team(owner, company)).status).toBe('not_permitted');
      expect(await db.rpc(office, 'read_team', { company: company.id })).toMatchObject({ ownership_offer: null });
      const acts = await db.query<{ action: string }>(
        `select action from public.audit_events where company_id = $1 and action like '%own%' order by happened_at, id`,
        [company.id],
      );
      expect(acts.map(({ action }) => action)).toEqual(['offer_ownership', 'accept_ownership']);
    });

    test('cannot be answered in an ended session or without required two-factor authentication', async () => {
      const company = await newCompany();
      const { owner, office } = company.people;
      const ended = randomUUID();
      await db.query('insert into private.ended_sessions (id, user_id) values ($1, $2)', [ended, office]);
      await offerOwnership(owner, company, office, ['guide']);
      /** Calls as the office with the given token claims. */
      const by = (claims: Record<string, string>, asks: string) =>
        db.as(office, async (query) => {
          const allClaims = { sub: office, role: 'authenticated', ...claims };
          await query(`select set_config('request.jwt.claims', $1, true)`, [JSON.stringify(allClaims)]);
          return (await query<{ result: RpcResult & { offers: unknown[] } }>(`select public.${asks} as result`))[0]!
            .result;
        });
      const yes = `answer_ownership('${company.id}', true)`;
      const readOffers = 'read_ownership_offers()';
      const waiting = 'read_pending_requests()';
      const join = `accept_invitation('unknown')`;
      const out = { status: 'signed_out' };
      for (const call of [yes, readOffers, waiting, join])
        expect(await by({ session_id: ended, aal: 'aal2' }, call)).toEqual(out);
      await db.query('insert into private.mfa_requirements (company_id) values ($1)', [company.id]);
      expect(await by({ aal: 'aal1' }, yes)).toEqual(out);
      expect(await by({ aal: 'aal1' }, readOffers)).toEqual({ status: 'ok', offers: [] });
      expect(await by({ aal: 'aal1' }, waiting)).toMatchObject({ company_names: [] });
      await db.query('delete from private.mfa_requirements where company_id = $1', [company.id]);
      await db.query(
        `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at) values ($1, $2, 'totp', 'verified', now(), now())`,
        [randomUUID(), office],
      );
      for (const call of [yes, readOffers, waiting, join]) expect(await by({ aal: 'aal1' }, call)).toEqual(out);
      expect(await rolesOf(company, office)).toEqual(['office']);
      expect((await by({ aal: 'aal2' }, readOffers)).offers).toHaveLength(1);
      expect(await by({ aal: 'aal2' }, yes)).toEqual({ status: 'ok' });
    });

    test('keeps or removes its sender as agreed, and changes nothing when declined', async () => {
      const company = await newCompany();
      const { owner, office, guide } = company.people;
      await offerOwnership(owner, company, office, ['owner', 'guide']);
      expect(await answerOffer(office, company, false)).toEqual({ status: 'ok' });
      expect(await answerOffer(office, company, true)).toEqual({ status: 'ended' });
      expect([await rolesOf(company, owner), await rolesOf(company, office)]).toEqual([['owner'], ['office']]);
      await offerOwnership(owner, company, office, ['owner', 'guide']);
      expect(await answerOffer(office, company, true)).toEqual({ status: 'ok' });
      expect(await rolesOf(company, owner)).toEqual(['guide', 'owner']);
      const ahead = await makeDeparture(db, company, { guides: [owner], startsAt: tomorrow() });
      await offerOwnership(owner, company, guide, []);
      expect(await answerOffer(guide, company, true)).toEqual({ status: 'ok' });
      expect(await rolesOf(company, owner)).toEqual([]);
      expect((await team(office, company)).former.map(({ id }) => id)).toEqual([owner]);
      expect(await db.query('select from public.departure_guides where departure_id = $1', [ahead])).toEqual([]);
    });

    test('is made by owners in their own right to members, and answered by nobody else', async () => {
      const company = await newCompany();
      const { owner, office, guide } = company.people;
      const other = await newCompany();
      const partner = await makeOrganisation(db, [company]);
      await db.rpc(partner.admin, 'impersonate', { company: company.id });
      for (const who of [office, guide, other.people.owner, partner.admin]) {
        expect(await offerOwnership(who, company, guide, [])).toEqual({ status: 'not_permitted' });
        expect(await withdraw(who, company)).toEqual({ status: 'not_permitted' });
      }
      expect(await offerOwnership(owner, company, other.people.office, [])).toEqual({ status: 'not_found' });
      expect(await offerOwnership(owner, company, owner, [])).toEqual({ status: 'already_owner' });
      expect(await offerOwnership(owner, company, office, ['platform_admin'])).toEqual({ status: 'invalid' });
      await offerOwnership(owner, company, office, []);
      for (const who of [owner, guide, other.people.owner, partner.admin]) {
        expect(await answerOffer(who, company, true)).toEqual({ status: 'ended' });
        expect(await openOffers(who)).toEqual([]);
      }
      expect(await answerOffer(office, company, true)).toEqual({ status: 'ok' });
    });

    test('is sent to a returning former owner, who gets their other roles at once', async () => {
      const company = await newCompany();
      const { owner, office, guide } = company.people;
      await offerOwnership(owner, company, office, ['owner']);
      await answerOffer(office, company, true);
      await offerOwnership(office, company, guide, ['office', 'owner']);
      await answerOffer(guide, company, true);
      for (const member of [owner, office]) await deactivate(guide, company, member);
      expect(await reactivate(guide, company, office)).toEqual({ status: 'ok' });
      expect([await rolesOf(company, office), await openOffers(office)]).toMatchObject([
        ['office'],
        [{ company_id: company.id, remaining_roles: ['owner', 'guide'] }],
      ]);
      // Only one offer can be open: without other roles, this person waits until the next.
      expect(await reactivate(guide, company, owner)).toEqual({ status: 'ok' });
      expect([await rolesOf(company, owner), await openOffers(owner)]).toEqual([[], []]);
      expect((await team(owner, company)).status).toBe('not_permitted');
      expect(await answerOffer(office, company, true)).toEqual({ status: 'ok' });
      expect([await rolesOf(company, office), await rolesOf(company, guide)]).toEqual([
        ['office', 'owner'],
        ['guide', 'owner'],
      ]);
      expect(await offerOwnership(office, company, owner, ['owner'])).toEqual({ status: 'ok' });
      const acts = await db.query<{ roles: string[] }>(
        `select after -> 'roles' as roles from public.audit_events where company_id = $1 and action = 'reactivate_member' order by happened_at, id`,
        [company.id],
      );
      expect(acts.map(({ roles }) => roles)).toEqual([['office'], []]);
    });

    test('ends when withdrawn, after seven days, or when either person has left', async () => {
      const ends: ((company: Company, second: string) => Promise<unknown>)[] = [
        (company) => withdraw(company.people.owner, company),
        (company) =>
          db.query(`update private.ownership_offers set expires_at = now() where company_id = $1`, [company.id]),
        async (company) => {
          await deactivate(company.people.owner, company, company.people.office);
          await db.rpc(company.people.owner, 'reactivate_member', {
            company: company.id,
            person: company.people.office,
          });
        },
        (company, second) => deactivate(second, company, company.people.owner),
        (company, second) =>
          setRoles(second, { company, person: company.people.owner, roles: ['guide'], before: ['owner'] }),
      ];
      for (const [at, end] of ends.entries()) {
        const company = await newCompany();
        const { owner, office, guide } = company.people;
        await offerOwnership(owner, company, guide, ['owner']);
        await answerOffer(guide, company, true);
        expect([at, await offerOwnership(owner, company, office, [])]).toEqual([at, { status: 'ok' }]);
        await end(company, guide);
        expect([at, await openOffers(office)]).toEqual([at, []]);
        expect([at, await answerOffer(office, company, true)]).toEqual([at, { status: 'ended' }]);
        expect([at, await rolesOf(company, office)]).toEqual([at, ['office']]);
        // To another person, or the same one again.
        expect([at, await offerOwnership(guide, company, office, ['owner'])]).toEqual([at, { status: 'ok' }]);
      }
    });
  });

  describe('roles', () => {
    test('can be several, change from the roles last seen, and free departures that no longer fit', async () => {
      const company = await newCompany();
      const { owner, guide } = company.people;
      const ahead = await makeDeparture(db, company, { startsAt: tomorrow() });
      const change = { company, person: guide, roles: ['accountant', 'guide'], before: ['guide'] };
      expect(await setRoles(owner, change)).toEqual({ status: 'ok', departures: [] });
      expect(await setRoles(owner, change)).toEqual({ status: 'ok', departures: [] });
      expect(await setRoles(owner, { ...change, roles: ['office'] })).toEqual({
        status: 'stale',
        roles: ['guide', 'accountant'],
      });
      const away = { ...change, roles: ['accountant'], before: ['guide', 'accountant'] };
      expect(await setRoles(owner, away)).toMatchObject({ status: 'ok', departures: [{ id: ahead }] });
      expect(await rolesOf(company, guide)).toEqual(['accountant']);
      expect(await setRoles(company.people.office, change)).toEqual({ status: 'not_permitted' });
      expect(await setRoles(owner, { ...change, roles: ['platform_admin'] })).toEqual({ status: 'invalid' });
    });
  });
});

describe('two concurrent calls', () => {
  let db: Database;
  let left: Session & { close(): Promise<void> };
  let right: Session & { close(): Promise<void> };
  beforeAll(async () => {
    db = await openPostgres();
    left = await db.connect();
    right = await db.connect();
  });
  afterAll(async () => {
    await left?.close();
    await right?.close();
    await db?.close();
  });
  test('when two owners remove each other, the second fails and one stays', async () => {
    const company = await makeCompany(db);
    const first = company.people.owner;
    const second = await makePerson(db, { role: 'owner', company: company.id });
    await left.exec('begin');
    await setPersona(left.query, first);
    await left.query('select public.deactivate_member($1, $2)', [company.id, second]);
    const result = right.rpc<RpcResult>(second, 'deactivate_member', { company: company.id, person: first });
    await waitsForLock(db);
    await left.exec('commit');
    expect(await result).toEqual({ status: 'not_permitted' });
    const owners = await db.query(
      `select user_id from public.roles_users as ru join public.roles as r on r.id = ru.role where company = $1 and guard_name = 'owner'`,
      [company.id],
    );
    expect(owners).toEqual([{ user_id: first }]);
  });

  test('of two concurrent ownership offers one is made, and the other is refused', async () => {
    const company = await makeCompany(db);
    const { owner: first, office, accountant } = company.people;
    const second = await makePerson(db, { role: 'owner', company: company.id });
    await left.exec('begin');
    await setPersona(left.query, first);
    await left.query('select public.offer_ownership($1, $2, $3)', [company.id, office, '{owner}']);
    const result = right.as(second, (query) =>
      query<{ result: RpcResult }>('select public.offer_ownership($1, $2, $3) as result', [
        company.id,
        accountant,
        '{owner}',
      ]),
    );
    await waitsForLock(db);
    await left.exec('commit');
    expect((await result)[0]!.result).toEqual({ status: 'already_offered' });
  });

  test('when both owners leave, one stays', async () => {
    const company = await makeCompany(db);
    const first = company.people.owner;
    const second = await makePerson(db, { role: 'owner', company: company.id });
    await left.exec('begin');
    await setPersona(left.query, first);
    await left.query('select public.deactivate_member($1, $2)', [company.id, first]);
    const result = right.rpc<RpcResult>(second, 'deactivate_member', { company: company.id, person: second });
    await waitsForLock(db);
    await left.exec('commit');
    expect(await result).toEqual({ status: 'last_owner' });
  });

  const acceptWith = (session: Session) => teamCalls(session).accept;
  /** Invites a person with an account as a guide. */
  async function invited(company: Company) {
    const calls = teamCalls(db);
    const email = `${randomUUID()}@guide.test`;
    await calls.invite(company.people.owner, { company: company.id, emails: [email] });
    return { person: await calls.personOf(email), token: await calls.tokenFor(email) };
  }
  const acceptedBy = async (company: Company) =>
    (
      await db.query<{ user_id: string }>(
        `select user_id from public.audit_events where company_id = $1 and action = 'accept_invitation' order by happened_at`,
        [company.id],
      )
    ).map((row) => row.user_id);

  test('one invitation accepted twice answers ok twice and is logged once', async () => {
    const company = await makeCompany(db);
    const { person, token } = await invited(company);
    await left.exec('begin');
    await setPersona(left.query, person);
    await left.query('select public.accept_invitation($1)', [token]);
    const result = acceptWith(right)(person, token);
    await waitsForLock(db);
    await left.exec('commit');
    expect(await result).toEqual({ status: 'ok', company_id: company.id });
    expect(await teamCalls(db).rolesOf(company, person)).toEqual(['guide']);
    expect(await acceptedBy(company)).toEqual([person]);
  });

  test('two people who accept at once both join', async () => {
    const company = await makeCompany(db);
    const [first, second] = [await invited(company), await invited(company)];
    await left.exec('begin');
    await setPersona(left.query, first.person);
    await left.query('select public.accept_invitation($1)', [first.token]);
    const result = acceptWith(right)(second.person, second.token);
    await waitsForLock(db);
    await left.exec('commit');
    expect(await result).toEqual({ status: 'ok', company_id: company.id });
    expect(await acceptedBy(company)).toEqual([first.person, second.person]);
  });

  test('an invitation that is revoked while being accepted lets nobody join', async () => {
    const company = await makeCompany(db);
    const { person, token } = await invited(company);
    const [row] = await db.query<{ id: string }>('select id from private.invitations where company_id = $1', [
      company.id,
    ]);
    await left.exec('begin');
    await setPersona(left.query, company.people.owner);
    await left.query('select public.revoke_invitation($1)', [row!.id]);
    const result = acceptWith(right)(person, token);
    await waitsForLock(db);
    await left.exec('commit');
    expect(await result).toEqual({ status: 'ended', state: 'revoked' });
    expect(await teamCalls(db).rolesOf(company, person)).toEqual([]);
  });
});
