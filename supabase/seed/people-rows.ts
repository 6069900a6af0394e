/** Inserts companies, organisations and people, who sign in through Auth like anyone else. */
import { insertRows, type Sql } from './insert.ts';
import { COMPANIES, DEMO_PASSWORD_HASH, emailOf, ORGANISATIONS, OVERSIGHT, PEOPLE } from './people.ts';
import { idOf } from './random.ts';

/** Auth reads these as text: a NULL makes sign-in fail with 500. */
export const NO_TOKENS = {
  confirmation_token: '',
  recovery_token: '',
  email_change: '',
  email_change_token_new: '',
  email_change_token_current: '',
  phone_change: '',
  phone_change_token: '',
  reauthentication_token: '',
} as const;

/** Auth only finds people of its instance, which has this id on every project. */
const INSTANCE = '00000000-0000-0000-0000-000000000000';

/** Sets the instance of people we inserted, where the column exists; the embedded Auth has none. */
export async function joinAuthInstance(db: { query(sql: string, values: unknown[]): Promise<unknown> }): Promise<void> {
  await db.query(
    `do $$ begin
       if exists (select from pg_catalog.pg_attribute where attrelid = to_regclass('auth.users') and attname = 'instance_id') then
         update auth.users set instance_id = '${INSTANCE}' where instance_id is null;
       end if;
     end $$`,
    [],
  );
}

export interface Account {
  id: string;
  identityId: string;
  email: string;
  name: string;
  locale: string;
  created_at: string;
}

/** Returns Auth's rows of people with the demo's password. */
export const accountRows = (accounts: readonly Account[]) => ({
  'auth.users': accounts.map(({ id, email, name, locale, created_at }) => ({
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    encrypted_password: DEMO_PASSWORD_HASH,
    email_confirmed_at: created_at,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: { sub: id, email, display_name: name, locale, email_verified: true, phone_verified: false },
    ...NO_TOKENS,
    email_change_confirm_status: 0,
    is_sso_user: false,
    is_anonymous: false,
    created_at,
    updated_at: created_at,
  })),
  'auth.identities': accounts.map(({ id, identityId, email, created_at }) => ({
    id: identityId,
    provider: 'email',
    provider_id: id,
    user_id: id,
    identity_data: { sub: id, email, email_verified: true, phone_verified: false },
    last_sign_in_at: created_at,
    created_at,
    updated_at: created_at,
  })),
});

export async function insertPeople(db: Sql, now: Date): Promise<void> {
  const created_at = new Date(now.getTime() - 400 * 86_400_000).toISOString();
  await insertRows(db, {
    'public.companies': Object.values(COMPANIES).map((company) => Object.assign({ created_at }, company)),
    'public.organisations': Object.values(ORGANISATIONS).map((organisation) =>
      Object.assign({ created_at }, organisation),
    ),
    'public.organisation_companies': OVERSIGHT.map(({ organisation, company, commission, each = {}, sharing }) => ({
      id: idOf(`oversight:${organisation}:${company}`),
      organisation_id: ORGANISATIONS[organisation].id,
      company_id: COMPANIES[company].id,
      terms: {
        kind: 'percent',
        percent: commission,
        tours: Object.entries(each).map(([tour, amount]) => ({ tour: idOf(`tour:${tour}`), amount })),
        click: 'last',
        window_days: 30,
      },
      data_sharing: sharing,
      status: 'active',
      created_at,
    })),
    ...accountRows(
      PEOPLE.map(({ id, login, name, locale }) => ({
        id,
        identityId: idOf(`identity:${login}`),
        email: emailOf(login),
        name,
        locale,
        created_at,
      })),
    ),
    'public.company_members': PEOPLE.flatMap(({ id, company }) =>
      company ? [{ user_id: id, company_id: COMPANIES[company].id, created_at }] : [],
    ),
    'public.organisation_members': PEOPLE.flatMap(({ id, organisation }) =>
      organisation ? [{ user_id: id, organisation_id: ORGANISATIONS[organisation].id, created_at }] : [],
    ),
  });
  await joinAuthInstance(db);
  const { rows: roles } = await db.query<{ id: string; guard_name: string }>('select id, guard_name from public.roles');
  const roleIds = new Map(roles.map(({ id, guard_name }) => [guard_name, id]));
  const assignments = PEOPLE.map(({ id, login, role, company, organisation }) => ({
    id: idOf(`assignment:${login}`),
    user_id: id,
    role: roleIds.get(role),
    company: company ? COMPANIES[company].id : null,
    organisation: organisation ? ORGANISATIONS[organisation].id : null,
  }));
  await insertRows(db, { 'public.roles_users': assignments, 'private.invitations': invitationRows(now) });
}

/** Returns Copenhagen's pending invitations: one sent yesterday, one expired. */
function invitationRows(now: Date) {
  const days = (count: number) => new Date(now.getTime() + count * 86_400_000).toISOString();
  const invited = (email: string, more: { roles: string[]; sent: number }) => ({
    id: idOf(`invitation:${email}`),
    company_id: COMPANIES.copenhagen.id,
    email,
    roles: more.roles,
    // Not a hash of any token; resending makes one.
    token_hash: idOf(`invitation-token:${email}`),
    invited_by: idOf('person:owner'),
    created_at: days(more.sent),
    sent_at: days(more.sent),
    expires_at: days(more.sent + 14),
  });
  return [
    invited('clara.holm@muster.test', { roles: ['guide'], sent: -1 }),
    invited('nikolaj.bech@muster.test', { roles: ['guide_manager', 'guide'], sent: -18 }),
  ];
}
