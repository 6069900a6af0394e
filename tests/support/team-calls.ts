/** Team RPCs as a person, and their results. */
import { createHash, randomUUID } from 'node:crypto';
import { makePerson } from './database-fixtures.ts';
import type { Persona, Session } from './database.ts';

export type TeamResult = { status: string } & Record<string, unknown>;
export type InviteResult = TeamResult & { outcomes?: { email: string; outcome: string }[] };

export interface InviteArgs {
  company?: string;
  organisation?: string;
  emails: string[];
  roles?: string[];
  request?: string;
}
interface Change {
  company: { id: string };
  person: string;
  roles: string[];
  before: string[];
}

export const hashOf = (token: string) => createHash('sha256').update(token).digest('hex');
const sql = (values: readonly string[]) => `{${values.map((value) => JSON.stringify(value)).join(',')}}`;

export const teamCalls = (db: Pick<Session, 'query' | 'as' | 'rpc'>) => ({
  deactivate: (as: Persona, company: { id: string }, person: string) =>
    db.rpc<TeamResult>(as, 'deactivate_member', { company: company.id, person }),
  reactivate: (as: Persona, company: { id: string }, person: string) =>
    db.rpc<TeamResult>(as, 'reactivate_member', { company: company.id, person }),
  setRoles: (as: Persona, { company, person, roles, before }: Change) =>
    db.as(as, async (query) => {
      const rows = await query<{ result: TeamResult }>('select public.set_member_roles($1, $2, $3, $4) as result', [
        company.id,
        person,
        sql(roles),
        sql(before),
      ]);
      return rows[0]!.result;
    }),
  invite: (as: Persona, { company, organisation, emails, roles = ['guide'], request = randomUUID() }: InviteArgs) =>
    db.as(as, async (query) => {
      const rows = await query<{ result: InviteResult }>('select public.invite($1, $2, $3, $4, $5) as result', [
        request,
        sql(emails),
        sql(roles),
        company ?? null,
        organisation ?? null,
      ]);
      return rows[0]!.result;
    }),
  /** Offers ownership to a member; the owner then keeps these roles. */
  offerOwnership: (as: Persona, company: { id: string }, person: string, remainingRoles: string[]) =>
    db.as(as, async (query) => {
      const rows = await query<{ result: TeamResult }>('select public.offer_ownership($1, $2, $3) as result', [
        company.id,
        person,
        sql(remainingRoles),
      ]);
      return rows[0]!.result;
    }),
  withdraw: (as: Persona, company: { id: string }) =>
    db.rpc<TeamResult>(as, 'withdraw_ownership', { company: company.id }),
  answerOffer: (as: Persona, company: { id: string }, accepts: boolean) =>
    db.rpc<TeamResult>(as, 'answer_ownership', { company: company.id, accepts }),
  read: (as: Persona, token: string) => db.rpc<TeamResult>(as, 'read_invitation', { token }),
  accept: (as: Persona, token: string) => db.rpc<TeamResult>(as, 'accept_invitation', { token }),
  rolesOf: async (company: { id: string }, person: string) =>
    (
      await db.query<{ role: string }>(
        `select r.guard_name as role from public.roles_users as ru join public.roles as r on r.id = ru.role
         where ru.company = $1 and ru.user_id = $2 order by 1`,
        [company.id, person],
      )
    ).map(({ role }) => role),
  /** Returns the token of the newest mail to an address; it exists only in the mail. */
  tokenFor: async (email: string) => {
    const [row] = await db.query<{ token: string }>(
      `select secrets ->> 'token' as token from private.outbox_messages where recipient = $1 order by created_at desc limit 1`,
      [email],
    );
    return row!.token;
  },
  /** Creates a person with an account under an address. */
  personOf: async (email: string) => {
    const id = await makePerson(db);
    await db.query('update auth.users set email = $2, email_confirmed_at = now() where id = $1', [id, email]);
    return id;
  },
});
