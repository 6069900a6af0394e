/**
 * The stage of booking sequences: one company, and one statement that performs an action as a person and returns the
 * resulting state.
 */
import { randomUUID } from 'node:crypto';
import type { Attendance } from '../../src/domain/enums.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeCompany, makeOrganisation, makePerson, type Company } from './database-fixtures.ts';
import type { Database } from './database.ts';

export type Category = 'ADULT' | 'CHILD' | 'FAMILY' | 'INFANT';
/** Seats and price of a ticket. A CHILD must come with an ADULT or a FAMILY; an INFANT is at most two years old. */
export const CATEGORIES: Record<Category, { seats: number; amount: number }> = {
  ADULT: { seats: 1, amount: 5000 },
  CHILD: { seats: 1, amount: 2500 },
  FAMILY: { seats: 4, amount: 15000 },
  INFANT: { seats: 0, amount: 0 },
};

/** Credit limit of the active partner: not quite two adults. */
export const CREDIT_LIMIT = 9000;

/** Discount codes without a use limit. */
export const DISCOUNTS = {
  TENTH: { percent: 10 },
  TWENTY: { amount: 2000 },
} as const satisfies Record<string, { percent: number } | { amount: number }>;
export type Discount = keyof typeof DISCOUNTS;

/** Gift vouchers: one that is soon used up, and one that lasts longer; each sequence has its own. */
export const GIFTS = { 'GIFT-A': 7000, 'GIFT-B': 18_000 } as const;
export type Gift = keyof typeof GIFTS;

export interface Stage {
  company: Company;
  categories: Record<Category, Uuid>;
  outsider: Uuid;
  /** One partner with an active agreement, and one whose agreement has ended. */
  partners: { sends: Uuid; ended: Uuid };
}

const STEP = `
create schema stage;
create function stage.stand(departures uuid[]) returns jsonb language plpgsql volatile as $$
begin
  return (
    with calls as materialized (
      select d as id, case when exists (select from public.check_in_actions as a where a.departure_id = d)
        then private.departure_roll_call(d) end as roll_call
      from unnest(departures) as d
    )
    select jsonb_build_object(
      'departures', (select jsonb_object_agg(id, private.seats_taken(id)) from calls),
      'gifts', coalesce((select jsonb_object_agg(c.code, private.voucher_balance(c)) from private.codes as c where c.kind = 'gift' and c.code like 'GIFT-_'), '{}'),
      'checked_in', (select coalesce(jsonb_object_agg(guest.key, calls.id), '{}')
        from calls cross join jsonb_each(calls.roll_call -> 'guests') as guest where guest.value ->> 'status' = 'checked_in'),
      'bookings', coalesce((
        select jsonb_object_agg(b.id, jsonb_build_object('state', private.booking_state(b), 'departure', b.departure_id, 'version', b.version, 'extensions', b.extensions,
          'total', b.total_amount, 'paid', b.paid_amount, 'balance', coalesce(paid.amount, 0) - coalesce(back.amount, 0), 'owed', coalesce(back.owed, 0),
          'on_account', private.on_account(b.id), 'by_gifts', (select coalesce(sum(amount), 0) from private.voucher_payments(b.id)),
          'collected', calls.roll_call #> array['bookings', b.id::text, 'collected'], 'pending', back.pending,
          'guests', coalesce(live.guests, '{}'), 'history', coalesce(log.history, '[]'),
          'tags', b.tags, 'partner', b.organisation_id,
          'attendance', (select l.attendance from private.booking_list as l where l.booking_id = b.id)))
        from public.bookings as b
        join calls on calls.id = b.departure_id
        left join lateral (select sum(p.amount) as amount from public.payments as p where p.booking_id = b.id and p.status = 'RECEIVED') as paid on true
        left join lateral (
          select sum(r.amount) filter (where r.status = 'REFUNDED') as amount, sum(r.amount) filter (where r.status in ('REFUND_PENDING', 'REFUND_FAILED')) as owed,
            min(r.id::text) filter (where r.status = 'REFUND_FAILED' or r.status = 'REFUND_PENDING' and r.payment_id is null) as pending
          from public.refunds as r where r.booking_id = b.id) as back on true
        left join lateral (
          select jsonb_object_agg(g.id, g.category_type) as guests from public.guests as g where g.booking_id = b.id and not g.is_cancelled) as live on true
        left join lateral (
          select jsonb_agg(e.action order by e.happened_at) as history from public.audit_events as e where e.subject_id = b.id) as log on true), '{}')));
end
$$;
create function stage.step(person uuid, act text, args jsonb, departures uuid[]) returns jsonb language plpgsql as $$
declare
  result jsonb;
begin
  -- Guests are not signed in.
  perform set_config('request.jwt.claim.sub', coalesce(person::text, ''), true),
    set_config('request.jwt.claims', case when person is null then '{"role": "anon"}'
      else jsonb_build_object('sub', person, 'role', 'authenticated')::text end, true);
  case act
    when 'hold_booking' then result := public.hold_booking((args ->> 'request')::uuid, (args ->> 'departure')::uuid, args -> 'booking');
    when 'guest_hold' then
      result := public.guest_hold((args ->> 'request')::uuid, args ->> 'token', (args ->> 'departure')::uuid, args -> 'booking');
    when 'guest_redeem' then
      -- Rate limits have separate tests.
      delete from private.rate_limit_buckets where key like 'redeem%';
      result := public.guest_redeem((args ->> 'request')::uuid, args ->> 'token', args -> 'change' ->> 'code');
    when 'guest_extend' then result := public.guest_extend((args ->> 'request')::uuid, args ->> 'token');
    when 'guest_confirm', 'guest_cancel', 'guest_move', 'guest_edit' then
      execute format('select public.%I($1, $2, $3)', act) into result using (args ->> 'request')::uuid, args ->> 'token', args -> 'change';
    when 'push' then result := public.check_in_push((args -> 'device')::json, (args -> 'actions')::json);
    when 'age' then
      update public.bookings set expires_at = clock_timestamp() - interval '1 second' where id = (args ->> 'booking')::uuid;
      result := '{"status": "ok"}';
    when 'refuse_refund' then
      -- As if it had been paid online and the provider had refused the refund.
      update public.refunds as r set payment_id = p.id, provider = 'stripe', method = 'online'
      from (select id from public.payments where booking_id = (args ->> 'booking')::uuid and status = 'RECEIVED' and method <> 'on_account' and gift_id is null limit 1) as p
      where r.booking_id = (args ->> 'booking')::uuid and r.status = 'REFUND_PENDING' and r.payment_id is null;
      perform public.record_refund_refused((args ->> 'refund')::uuid, 'Declined');
      result := '{"status": "ok"}';
    when 'send_refunds' then
      perform public.record_refund_sent(r.id, 're_' || r.id)
      from public.refunds as r
      where r.booking_id = (args ->> 'booking')::uuid and r.status = 'REFUND_PENDING' and r.payment_id is not null;
      result := '{"status": "ok"}';
    when 'redeem_code' then
      delete from private.rate_limit_buckets where key like 'redeem%';
      result := public.redeem_code((args ->> 'request')::uuid, (args ->> 'booking')::uuid, args -> 'change');
    when 'tidy' then
      perform private.tidy_bookings(100);
      result := '{"status": "ok"}';
    else
      execute format('select public.%I($1, $2, $3)', act) into result using (args ->> 'request')::uuid, (args ->> 'booking')::uuid, args -> 'change';
  end case;
  return jsonb_build_object('result', result, 'stand', stage.stand(departures));
end
$$;`;

export async function makeStage(db: Database): Promise<Stage> {
  await db.exec(STEP);
  const company = await makeCompany(db);
  const categories: Record<Category, Uuid> = {
    ADULT: company.priceCategoryId,
    CHILD: randomUUID(),
    FAMILY: randomUUID(),
    INFANT: randomUUID(),
  };
  for (const type of ['FAMILY', 'INFANT', 'CHILD'] as const)
    await db.query(
      `insert into public.price_categories (id, tour_id, company_id, type, amount, seats, maximum_age, accompanied_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        categories[type],
        company.tourId,
        company.id,
        type,
        CATEGORIES[type].amount,
        CATEGORIES[type].seats,
        type === 'INFANT' ? 2 : null,
        type === 'CHILD' ? `{${categories.ADULT},${categories.FAMILY}}` : '{}',
      ],
    );
  for (const [code, worth] of Object.entries(DISCOUNTS))
    await db.query(
      `insert into private.codes (company_id, code, kind, percent, amount, currency) values ($1, $2, $3, $4, $5, $6)`,
      [
        company.id,
        code,
        ...('percent' in worth ? ['percentage', worth.percent, null, null] : ['amount', null, worth.amount, 'DKK']),
      ],
    );
  const other = await makeCompany(db);
  await makePerson(db, { role: 'owner', company: other.id });
  // Removes the owners' notice of this agreement, which no test expects.
  await db.query(
    `with notices as (delete from private.outbox_messages where company_id = $1 returning id)
     delete from private.jobs where kind = 'send_mail' and dedupe_key in (select id::text from notices)`,
    [other.id],
  );
  const [sends, ended] = [await makeOrganisation(db, [company]), await makeOrganisation(db, [company])];
  await db.query(`update public.organisation_companies set status = 'ended' where organisation_id = $1`, [ended.id]);
  await db.query(
    `insert into private.partner_accounts (agreement_id, organisation_id, company_id, credit_limit, currency)
     select id, organisation_id, company_id, $2, 'DKK' from public.organisation_companies where organisation_id = $1`,
    [sends.id, CREDIT_LIMIT],
  );
  return { company, categories, outsider: other.people.owner, partners: { sends: sends.id, ended: ended.id } };
}

export interface Money {
  currency: string;
  total: number;
  balance: number;
  on_account: number;
  owed: number;
  due: number;
  overpaid: number;
  retained: number;
}

export interface DatabaseState {
  /** Seats taken. */
  departures: Record<Uuid, number>;
  /** The balance of each voucher. */
  gifts: Record<Gift, number>;
  /** The departure at which each present guest is checked in. */
  checked_in: Record<Uuid, Uuid>;
  bookings: Record<
    Uuid,
    {
      state: string;
      departure: Uuid;
      version: number;
      extensions: number;
      total: number;
      paid: number;
      balance: number;
      /** The part on the partner's account. */
      on_account: number;
      /** What vouchers have paid and would get back. */
      by_gifts: number;
      owed: number;
      /** What the roll-call of its departure collected, by the fold; null without any action. */
      collected: number | null;
      pending: Uuid | null;
      guests: Record<Uuid, Category>;
      history: string[];
      tags: readonly string[];
      partner: Uuid | null;
      /** As the booking list stores it. */
      attendance: Attendance | null;
    }
  >;
}

export type RpcResult = { status: string } & Record<string, unknown>;
