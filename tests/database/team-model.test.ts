/**
 * Random histories of a team against a model: invitations, roles, ownership offers, deactivation, leaving, returning,
 * expiry and deactivated companies. After each action the answer and everybody's roles match the model, somebody owns
 * the company, nobody has a role that no owner gave, and nobody owns it without having accepted. MUSTER_SEED repeats
 * one, MUSTER_CASES tries more.
 */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMPANY_ROLES, makeCompanyOf, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import type { Database } from '../support/database.ts';
import { teamCalls } from '../support/team-calls.ts';
import { caseCount, runUntilCovered } from '../../src/lib/testing/random-cases.ts';

let db: Database;
let calls: ReturnType<typeof teamCalls>;
beforeAll(async () => {
  db = await openPostgres();
  calls = teamCalls(db);
});
afterAll(() => db?.close());

/** Two owners, a third member, and two newcomers; behind them strangers who never join. */
const BEGINNING: string[][] = [['owner'], ['owner', 'guide'], ['office', 'accountant'], [], []];
const STRANGERS = ['owner of another', 'partner who acts for it', 'platform'] as const;
const MEMBERS = BEGINNING.length;
const PLATFORM = MEMBERS + STRANGERS.indexOf('platform');

const person = fc.nat(MEMBERS - 1);
/** Mostly the first three, who can do something. */
const actor = fc.oneof({ weight: 3, arbitrary: fc.nat(2) }, fc.nat(MEMBERS + STRANGERS.length - 1));
/** Mostly one of the two who have not joined yet. */
const newcomer = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 3, max: 4 }) }, person);
const roles: fc.Arbitrary<string[]> = fc.oneof(
  fc.constant<string[]>(['owner']),
  fc.subarray<string>([...COMPANY_ROLES], { minLength: 1, maxLength: 3 }),
);
const act = fc.oneof(
  fc.record({ kind: fc.constant('invite' as const), by: actor, whom: newcomer, roles }),
  fc.record({
    kind: fc.constant('accept' as const),
    by: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, person),
    whom: newcomer,
  }),
  fc.record({ kind: fc.constant('revoke' as const), by: actor, whom: person }),
  fc.record({ kind: fc.constant('roles' as const), by: actor, whom: person, roles, isStale: fc.nat(5) }),
  fc.record({ kind: fc.constant('deactivate' as const), by: actor, whom: person }),
  fc.record({ kind: fc.constant('leave' as const), by: person }),
  fc.record({ kind: fc.constant('reinstate' as const), by: actor, whom: person }),
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      by: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, actor),
      whom: fc.oneof({ weight: 3, arbitrary: fc.constant(2) }, person),
      keeps: fc.oneof(fc.constant<string[]>([]), roles),
    }),
  },
  fc.record({
    kind: fc.constant('answer' as const),
    by: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, person),
    accepts: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  }),
  fc.record({ kind: fc.constant('withdraw' as const), by: actor }),
  fc.record({ kind: fc.constant('expire' as const), whom: person }),
  fc.record({ kind: fc.constant('expire asking' as const) }),
  fc.record({
    kind: fc.constant('switch' as const),
    isOn: fc.oneof({ weight: 3, arbitrary: fc.constant(true) }, fc.boolean()),
  }),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

interface Invitation {
  by: number;
  roles: string[];
  state: 'pending' | 'accepted' | 'revoked';
  isOver: boolean;
  acceptedBy: number | null;
}

interface Asking {
  by: number;
  whom: number;
  keeps: string[];
}

/** The expected team: each action's answer, and who has which roles. */
class Team {
  readonly roles = BEGINNING.map((list) => (list.length ? new Set(list) : null));
  readonly left: (Set<string> | null)[] = BEGINNING.map(() => null);
  /** The latest invitation of each address. */
  readonly invitations: (Invitation | null)[] = BEGINNING.map(() => null);
  isOn = true;
  asking: Asking | null = null;
  /** What each answered to the last offer. */
  readonly answers: (string | null)[] = BEGINNING.map(() => null);

  /** Returns the open ownership offer; those of an inactive company are suspended until it is active again. */
  open(): Asking | null {
    return this.asking && this.manages(this.asking.by) ? this.asking : null;
  }
  endAsking(who: number): void {
    if (this.asking && [this.asking.by, this.asking.whom].includes(who)) this.asking = null;
  }

  manages(who: number): boolean {
    return who === PLATFORM || (this.isOn && this.roles[who]?.has('owner') === true);
  }
  isLastOwner(who: number): boolean {
    return this.roles.filter((held) => held?.has('owner')).length === 1 && this.roles[who]?.has('owner') === true;
  }
  standing({ state, by, isOver }: Invitation): string {
    if (state !== 'pending') return state;
    if (!this.manages(by) && this.isOn) return 'revoked';
    return isOver ? 'expired' : this.manages(by) ? 'pending' : 'company_inactive';
  }
  give(who: number, given: readonly string[]): void {
    this.roles[who] = new Set([...(this.roles[who] ?? []), ...given]);
    this.left[who] = null;
  }

  does(one: Act): string {
    if (one.kind === 'switch') {
      this.isOn = one.isOn;
      return 'done';
    }
    if (one.kind === 'expire') {
      if (this.invitations[one.whom]) this.invitations[one.whom]!.isOver = true;
      return 'done';
    }
    if (one.kind === 'accept') {
      const invitation = this.invitations[one.whom];
      if (!invitation) return 'none';
      const by = one.by ?? one.whom;
      const standing = this.standing(invitation);
      if (standing === 'pending' && by !== one.whom) return 'ended';
      if (standing !== 'pending') return invitation.acceptedBy === by ? 'ok' : 'ended';
      Object.assign(invitation, { state: 'accepted', acceptedBy: by });
      this.give(by, invitation.roles);
      return 'ok';
    }
    if (one.kind === 'expire asking') {
      this.asking = null;
      return 'done';
    }
    if (one.kind === 'answer') {
      const open = this.open();
      const by = one.by ?? this.asking?.whom ?? null;
      if (by === null) return 'none';
      const answer = one.accepts ? 'accepted' : 'declined';
      if (open?.whom !== by) return this.answers[by] === answer ? 'ok' : 'ended';
      this.asking = null;
      this.answers[by] = answer;
      if (!one.accepts) return 'ok';
      this.give(by, ['owner']);
      if (!this.roles[open.by]) return 'ok';
      if (open.keeps.length === 0) this.left[open.by] = this.roles[open.by]!;
      this.roles[open.by] = open.keeps.length > 0 ? new Set(open.keeps) : null;
      return 'ok';
    }
    if (one.kind === 'withdraw') {
      if (!this.manages(one.by)) return 'not_permitted';
      this.asking = null;
      return 'ok';
    }
    const subject = one.kind === 'leave' ? one.by : one.whom;
    if (one.kind === 'revoke' && !this.invitations[subject]) return 'none';
    if (!this.manages(one.by)) return 'not_permitted';
    const held = this.roles[subject] ?? null;
    switch (one.kind) {
      case 'invite': {
        if (held) return 'member';
        const known = this.invitations[subject];
        const isSame = known?.roles.toSorted().join() === one.roles.toSorted().join();
        if (known && isSame && this.standing(known) === 'pending') return 'already_invited';
        this.invitations[subject] = { by: one.by, roles: one.roles, state: 'pending', isOver: false, acceptedBy: null };
        return 'invited';
      }
      case 'revoke': {
        const known = this.invitations[subject]!;
        if (known.state === 'accepted') return 'ended';
        known.state = 'revoked';
        return 'ok';
      }
      case 'roles': {
        if (!held) return 'not_found';
        if ([...held].toSorted().join() === one.roles.toSorted().join()) return 'ok';
        if (one.isStale === 0) return 'stale';
        if (one.roles.includes('owner') && !held.has('owner')) return 'must_agree';
        if (!one.roles.includes('owner') && this.isLastOwner(subject)) return 'last_owner';
        if (!one.roles.includes('owner') && held.has('owner')) this.endAsking(subject);
        this.roles[subject] = new Set(one.roles);
        return 'ok';
      }
      case 'ask': {
        if (!held) return 'not_found';
        if (held.has('owner')) return 'already_owner';
        const open = this.open();
        const keeps = one.keeps.toSorted();
        if (open)
          return open.by === one.by && open.whom === subject && open.keeps.join() === keeps.join()
            ? 'ok'
            : 'already_asked';
        this.asking = { by: one.by, whom: subject, keeps };
        this.answers[subject] = null;
        return 'ok';
      }
      case 'reinstate': {
        if (held) return 'ok';
        const had = this.left[subject];
        if (!had) return 'not_found';
        this.give(
          subject,
          [...had].filter((role) => role !== 'owner'),
        );
        if (had.has('owner') && !this.open()) {
          this.asking = { by: one.by, whom: subject, keeps: [...(this.roles[one.by] ?? [])].toSorted() };
          this.answers[subject] = null;
        }
        return 'ok';
      }
      default:
        if (this.left[subject]) return 'ok';
        if (!held) return 'not_found';
        if (this.isLastOwner(subject)) return 'last_owner';
        this.left[subject] = held;
        this.roles[subject] = null;
        this.endAsking(subject);
        return 'ok';
    }
  }
}

/** Makes the company in the model's initial state, and the functions that perform each action on it. */
async function stage() {
  const people: string[] = [];
  const company = await makeCompanyOf(db, async (id) => {
    for (const [at, list] of BEGINNING.entries()) {
      const one = await calls.personOf(`${at}-${randomUUID()}@guide.test`);
      people.push(one);
      if (list.length > 0)
        await db.query('insert into public.company_members (user_id, company_id) values ($1, $2)', [one, id]);
      await db.query(
        `insert into public.roles_users (user_id, role, company) select $1, r.id, $2 from public.roles as r where guard_name = any ($3::text[])`,
        [one, id, `{${list.join(',')}}`],
      );
    }
    return { guide: people[1] };
  });
  const organisation = await makeOrganisation(db, [company]);
  await db.rpc(organisation.admin, 'impersonate', { company: company.id });
  const other = await makeCompanyOf(db, (id) => makePerson(db, { role: 'owner', company: id }));
  people.push(other.people, organisation.admin, await makePerson(db, { role: 'platform_admin' }));
  const emails = await db.query<{ id: string; email: string }>(
    'select id, email from auth.users where id = any ($1::uuid[])',
    [`{${people.join(',')}}`],
  );
  const emailOf = (at: number) => emails.find(({ id }) => id === people[at])!.email;
  const invitationOf = async (at: number) =>
    (
      await db.query<{ id: string }>(
        'select id from private.invitations where company_id = $1 and email = $2 order by created_at desc, state limit 1',
        [company.id, emailOf(at)],
      )
    )[0]?.id;
  const tokens = new Map<number, string>();

  /** Returns who the latest open ownership offer is for. */
  const askedNow = async () => {
    const [row] = await db.query<{ asked: string }>(
      `select asked from private.ownership_offers where company_id = $1 and state = 'asked' and expires_at > now()`,
      [company.id],
    );
    return row ? people.indexOf(row.asked) : null;
  };

  const does = async (one: Act): Promise<string> => {
    switch (one.kind) {
      case 'switch':
        await db.query('update public.companies set is_active = $2 where id = $1', [company.id, one.isOn]);
        return 'done';
      case 'expire':
        await db.query(`update private.invitations set expires_at = now() where company_id = $1 and email = $2`, [
          company.id,
          emailOf(one.whom),
        ]);
        return 'done';
      case 'accept': {
        const token = tokens.get(one.whom);
        return token ? (await calls.accept(people[one.by ?? one.whom]!, token)).status : 'none';
      }
      case 'invite': {
        const invitation = { company: company.id, emails: [emailOf(one.whom)], roles: one.roles };
        const answer = await calls.invite(people[one.by]!, invitation);
        const outcome = answer.outcomes?.[0]!.outcome ?? answer.status;
        if (outcome === 'invited') tokens.set(one.whom, await calls.tokenFor(emailOf(one.whom)));
        return outcome;
      }
      case 'revoke': {
        const invitation = await invitationOf(one.whom);
        if (!invitation) return 'none';
        return (await db.rpc<{ status: string }>(people[one.by]!, 'revoke_invitation', { invitation })).status;
      }
      case 'roles': {
        const before = one.isStale === 0 ? ['nothing'] : await calls.rolesOf(company, people[one.whom]!);
        return (await calls.setRoles(people[one.by]!, { company, person: people[one.whom]!, roles: one.roles, before }))
          .status;
      }
      case 'ask':
        return (await calls.ask(people[one.by]!, company, people[one.whom]!, one.keeps)).status;
      case 'answer': {
        const by = one.by ?? (await askedNow());
        return by === null ? 'none' : (await calls.answer(people[by]!, company, one.accepts)).status;
      }
      case 'withdraw':
        return (await calls.withdraw(people[one.by]!, company)).status;
      case 'expire asking':
        await db.query(
          `update private.ownership_offers set expires_at = now() where company_id = $1 and state = 'asked'`,
          [company.id],
        );
        return 'done';
      case 'reinstate':
        return (await calls.reactivate(people[one.by]!, company, people[one.whom]!)).status;
      default:
        return (await calls.deactivate(people[one.by]!, company, people[one.kind === 'leave' ? one.by : one.whom]!))
          .status;
    }
  };
  const held = async () => {
    const rows = await db.query<{ id: string; roles: string[] }>(
      `select ru.user_id as id, array_agg(r.guard_name order by r.guard_name) as roles from public.roles_users as ru
       join public.roles as r on r.id = ru.role where ru.company = $1 group by 1`,
      [company.id],
    );
    return people.map((id) => rows.find((row) => row.id === id)?.roles ?? []);
  };
  return { does, held };
}

test('no history leaves a team without an owner, or gives anybody more than an owner gave', async () => {
  const seen = new Map<string, number>();
  const play = (seed: number) =>
    fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 12, maxLength: 40, size: 'max' }), async (history) => {
        const team = new Team();
        const { does, held } = await stage();
        for (const [at, one] of history.entries()) {
          const answer = await does(one);
          const key = `${one.kind} ${answer}`;
          seen.set(key, (seen.get(key) ?? 0) + 1);
          expect({ at, one, answer }).toEqual({ at, one, answer: team.does(one) });
          const now = await held();
          expect({ at, one, now }).toEqual({
            at,
            one,
            now: [...team.roles, ...STRANGERS.map(() => null)].map((list) => [...(list ?? [])].toSorted()),
          });
          expect(
            now.some((list) => list.includes('owner')),
            'somebody owns it',
          ).toBe(true);
        }
      }),
      {
        seed,
        numRuns: caseCount(110),
        // A rare case: the only owner gives up the role.
        examples: [
          [
            [
              { kind: 'leave', by: 1 },
              { kind: 'roles', by: 0, whom: 0, roles: ['office'], isStale: 1 },
            ],
          ],
        ],
      },
    );
  // A generator that stops trying something would prove nothing about it.
  const tried = [
    'invite invited',
    'invite not_permitted',
    'accept ok',
    'accept ended',
    'revoke ok',
    'roles ok',
    'roles stale',
    'roles last_owner',
    'roles must_agree',
    'ask ok',
    'ask already_asked',
    'answer ok',
    'answer ended',
    'withdraw ok',
    'deactivate ok',
    'leave last_owner',
    'reinstate ok',
  ];
  const missing = () => tried.filter((key) => !seen.has(key));
  await runUntilCovered(() => missing().length === 0, play);
  expect(missing()).toEqual([]);
});
