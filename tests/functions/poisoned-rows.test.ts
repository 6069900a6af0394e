/**
 * A row of one company that always fails: other companies are unaffected, and the job ends dead where its company sees
 * it (ADR 021).
 */
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { webhookSender } from '../../supabase/functions/_shared/webhook-sender.ts';
import type { WebhookRequest } from '../../supabase/functions/_shared/ports.ts';
import { retryStep } from '../../supabase/functions/run-jobs/jobs/retry-step.ts';
import { deliverWebhooks } from '../../supabase/functions/run-jobs/webhooks.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import {
  makeBooking,
  makeCompany,
  makeDeparture,
  makeOrganisation,
  type Company,
} from '../support/database-fixtures.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const HOUR_MS = 3_600_000;
let db: Database;
beforeAll(async () => {
  db = await openPostgres();
  await db.exec(`
    create table public.poison (company uuid);
    create function public.poison() returns trigger language plpgsql as $$
    begin
      if coalesce(to_jsonb(new) ->> 'company_id', to_jsonb(new) #>> '{payload,company}') in (select company::text from public.poison)
        and (tg_argv[0] is null or to_jsonb(new)::text like '%' || tg_argv[0] || '%') then
        raise exception 'poisoned';
      end if;
      return new;
    end $$`);
});
afterAll(() => db?.close());
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));
afterEach(async () => {
  vi.restoreAllMocks();
  await db.exec(
    'delete from public.poison; delete from private.jobs; update private.job_worker set guest_mails_at = null, figures_at = null',
  );
});

async function departureOf(company: Company, hours: number) {
  const departureId = await makeDeparture(db, company, { startsAt: new Date(Date.now() + hours * HOUR_MS) });
  const { bookingId, guests } = await makeBooking(db, company, { departureId });
  await db.query(
    `update public.bookings set contact_email = 'anna@holm.test', created_at = now() - interval '3 days' where id = $1`,
    [bookingId],
  );
  await db.query(`insert into public.audit_events (company_id, action, subject_id) values ($1, 'hold_booking', $2)`, [
    company.id,
    bookingId,
  ]);
  return { departureId, bookingId, guest: guests[0]!.id };
}
const mailOf = (template: string) => ({
  table: 'private.outbox_messages',
  on: 'insert',
  like: template,
  done: `select from private.outbox_messages where company_id = $1 and template = '${template}'`,
});
const jobOf = (kind: string) => `select from private.jobs where kind = '${kind}' and payload ->> 'company' = $1::text`;

interface Step {
  /** The write that fails for the poisoned company. */
  table: string;
  on: string;
  like?: string;
  /** Makes a row of the company due. */
  prepare(company: Company): Promise<unknown>;
  /** A query that returns a row once the company's row was processed. */
  done: string;
}
const STEPS: Record<string, Step> = {
  expire_hold: {
    table: 'public.bookings',
    on: 'update',
    like: '"status": "EXPIRED"',
    async prepare(company) {
      const { bookingId } = await departureOf(company, 48);
      await db.query(
        `update public.bookings set status = 'ON_HOLD', expires_at = now() - interval '1 minute' where id = $1`,
        [bookingId],
      );
    },
    done: `select from public.bookings where company_id = $1 and status = 'EXPIRED'`,
  },
  enqueue_reminder: { ...mailOf('booking-reminder'), prepare: (company) => departureOf(company, 12) },
  enqueue_thank_you: {
    ...mailOf('booking-thanks'),
    async prepare(company) {
      const { departureId, bookingId, guest } = await departureOf(company, -5);
      const device = randomUUID();
      const { guide } = company.people;
      await db.query(`insert into public.devices (id, user_id, label, app_version) values ($1, $2, '', '')`, [
        device,
        guide,
      ]);
      await db.query(
        `insert into public.check_in_actions (id, company_id, departure_id, booking_id, guest_id, kind, payload, device_id, device_sequence,
           schema_version, user_id, occurred_at, device_time, body_hash)
         values (gen_random_uuid(), $1, $2, $3, $4, 'check_in', '{"method": "tap"}', $5, 1, 1, $6, now(), now(), '')`,
        [company.id, departureId, bookingId, guest, device, guide],
      );
    },
  },
  enqueue_report_reminder: {
    ...mailOf('report-overdue'),
    async prepare(company) {
      await db.query(`update public.companies set attendance_rule = 'report_always' where id = $1`, [company.id]);
      await departureOf(company, -14.5);
    },
  },
  enqueue_payment_comparison: {
    table: 'private.payment_settings',
    on: 'update',
    prepare: ({ id }) =>
      db.query(`insert into private.payment_settings (company_id, secret_key) values ($1, 'sk_test_x')`, [id]),
    done: jobOf('reconcile_payments'),
  },
  enqueue_guest_erasure: {
    table: 'private.planned_erasures',
    on: 'insert',
    prepare: ({ id }) => db.query(`update public.companies set retention_months = 24 where id = $1`, [id]),
    done: jobOf('erase_guests'),
  },
  enqueue_scheduled_export: {
    table: 'private.scheduled_exports',
    on: 'update',
    prepare: ({ id, people }) =>
      db.query(
        `insert into private.scheduled_exports (id, company_id, kind, frequency, minute, format, locale, made_by, next_at)
         values (gen_random_uuid(), $1, 'tours', 'daily', 0, 'csv', 'en', $2, now() - interval '1 minute')`,
        [id, people.owner],
      ),
    done: `select from private.jobs where kind = 'send_export' and company_id = $1`,
  },
  enqueue_company_end: {
    table: 'private.jobs',
    on: 'insert',
    like: '"kind": "end_company"',
    prepare: ({ id }) =>
      db.query(`update public.companies set closes_at = now() - interval '1 minute' where id = $1`, [id]),
    done: jobOf('end_company'),
  },
  update_referral_commission: {
    table: 'private.referrals',
    on: 'update',
    async prepare(company) {
      const { bookingId } = await departureOf(company, -30);
      const partner = await makeOrganisation(db, [company]);
      await db.query(
        `insert into private.referrals (booking_id, organisation_id, company_id, rate, currency, updated_at, due_at)
         values ($1, $2, $3, '{"percent": 10}', 'DKK', now() - interval '1 day', now() - interval '1 hour')`,
        [bookingId, partner.id, company.id],
      );
    },
    done: `select from private.referrals where company_id = $1 and updated_at > now() - interval '1 minute'`,
  },
};

const tick = () => db.rpc<{ status: string }>('service_role', 'begin_job_run', {});
const catchUpNow = async () => {
  await db.query(`update private.jobs set run_at = now() where kind = 'retry_step' and state = 'waiting'`);
  await runDueJobs(fakePorts({ database: serviceDatabase(db) }), [retryStep]);
};

describe.each(Object.keys(STEPS))('the step %s', (name) => {
  test('serves other companies; the failing row ends dead and can be retried', async () => {
    const { table, on, like, prepare, done } = STEPS[name]!;
    const [poisoned, healthy] = [await makeCompany(db), await makeCompany(db)];
    for (const company of [poisoned, healthy]) await prepare(company);
    const isDone = async ({ id }: Company) => (await db.query(done, [id])).length > 0;
    await db.query('insert into public.poison values ($1)', [poisoned.id]);
    await db.exec(
      `create trigger poison before ${on} on ${table} for each row execute function public.poison(${like ? `'${like}'` : ''})`,
    );
    try {
      for (let n = 0; n < 2; n += 1) {
        expect(await tick()).toEqual({ status: 'ok' });
        await db.exec('update private.job_worker set guest_mails_at = null');
      }
      expect([await isDone(poisoned), await isDone(healthy)]).toEqual([false, true]);
      for (let n = 0; n < 8; n += 1) await catchUpNow();
      const [dead] = await db.query<{ state: string; error: string; id: string }>(
        `select id, state, last_error as error from private.jobs where kind = 'retry_step'`,
      );
      expect(dead).toMatchObject({ state: 'dead' });
      if (name !== 'enqueue_company_end') {
        const shown = await db.rpc<{ jobs: object[] }>(poisoned.people.owner, 'read_dead_jobs', {
          company: poisoned.id,
        });
        expect(shown.jobs).toMatchObject([{ kind: 'retry_step', attempts: 8 }]);
        await db.query('delete from public.poison');
        expect(await db.rpc(poisoned.people.owner, 'retry_job', { job: dead!.id })).toEqual({ status: 'ok' });
        await catchUpNow();
        expect(await isDone(poisoned)).toBe(true);
      }
    } finally {
      await db.exec(`drop trigger poison on ${table}`);
    }
  });
});

test('a step that fails as a whole blocks no other step, and is counted', async () => {
  const company = await makeCompany(db);
  await db.query(`update public.companies set retention_months = 24 where id = $1`, [company.id]);
  await db.exec(`alter function private.enqueue_due_payment_comparisons() rename to plan_comparisons_later`);
  try {
    expect(await tick()).toEqual({ status: 'ok' });
  } finally {
    await db.exec(`alter function private.plan_comparisons_later() rename to enqueue_due_payment_comparisons`);
  }
  expect(await db.query(jobOf('erase_guests'), [company.id])).toHaveLength(1);
  expect(await db.rpc('service_role', 'read_jobs_health', {})).toMatchObject({ dead: 1 });
});

test('all deferred constraints run within a row’s own step', async () => {
  const [row] = await db.query<{ deferred: string[]; source: string }>(
    `select array(select n.nspname || '.' || c.conname from pg_constraint as c join pg_namespace as n on n.oid = c.connamespace
       where c.contype = 't' and c.condeferred and c.conname <> 'send_change_events' group by 1) as deferred,
       (select prosrc from pg_proc where proname = 'attempt_step') as source`,
  );
  expect(row!.deferred.filter((name) => !row!.source.includes(name))).toEqual([]);
});

test('a job whose end cannot be recorded blocks no other job', async () => {
  const company = await makeCompany(db);
  for (const cause of ['bad', 'good'])
    await db.query(`select private.enqueue_job('told', jsonb_build_object('name', $1::text), $2, $1)`, [
      cause,
      company.id,
    ]);
  const ran: string[] = [];
  const job = {
    ...retryStep,
    kind: 'told',
    payload: v.record(v.string(), v.string()),
    run: async (payload: unknown) => {
      const { name } = payload as { name: string };
      ran.push(name);
      if (name === 'bad') throw new Error('half a pair \ud83d and a NUL \0');
    },
  };
  const real = serviceDatabase(db);
  const call = (name: string, args?: Record<string, unknown>) =>
    name === 'fail_job' && !/^[^\0\ud800-\udfff]*$/.test(String(args?.['error']))
      ? Promise.reject(new Error('unsupported Unicode escape sequence'))
      : real.call(name, args);
  expect(await runDueJobs(fakePorts({ database: { call } }), [job])).toMatchObject({ done: 1, waiting: 1 });
  expect(ran.toSorted()).toEqual(['bad', 'good']);
});

describe('webhooks', () => {
  const ADDRESS = {
    unreadable: 'https://xn--a.example/',
    throwing: 'https://throws.example/',
    well: 'https://well.example/',
  };
  async function subscribe(url: string): Promise<{ company: Company; endpoint: string; delivery: string }> {
    const company = await makeCompany(db);
    const endpoint = randomUUID();
    const input = { url, events: ['booking.created'] };
    const saved = { company: company.id, endpoint, version: 0, input };
    expect(await db.rpc(company.people.owner, 'save_webhook', saved)).toMatchObject({ status: 'ok' });
    expect(await db.rpc(company.people.owner, 'test_webhook', { endpoint })).toEqual({ status: 'ok' });
    const [row] = await db.query<{ id: string }>('select id from private.webhook_deliveries where endpoint_id = $1', [
      endpoint,
    ]);
    return { company, endpoint, delivery: row!.id };
  }
  const sender = webhookSender({ timeoutMs: 500, resolve: async () => [] });
  const send = (request: WebhookRequest) => {
    if (request.url === ADDRESS.throwing) return Promise.reject(new Error('a fault of ours'));
    return request.url === ADDRESS.well
      ? Promise.resolve({ status: 200, failure: null, response: '', durationMs: 1 })
      : sender.send(request);
  };
  const ports = () => fakePorts({ database: serviceDatabase(db), webhooks: { send } });
  const stateOf = async (delivery: string) =>
    (
      await db.query<{ state: string; failure: string | null }>(
        `select d.state, (select a.failure from private.webhook_attempts as a where a.delivery_id = d.id order by a.number desc limit 1) as failure
         from private.webhook_deliveries as d where d.id = $1`,
        [delivery],
      )
    )[0];
  afterEach(() => db.exec('delete from private.webhook_endpoints; delete from private.rate_limit_buckets'));

  test('refuse an impossible port when saved', async () => {
    const company = await makeCompany(db);
    const input = { url: 'https://host.example:99999', events: ['booking.created'] };
    const saved = { company: company.id, endpoint: randomUUID(), version: 0, input };
    expect(await db.rpc(company.people.owner, 'save_webhook', saved)).toEqual({ status: 'bad_url' });
  });

  test('with an unparsable address or an internal error fail alone', async () => {
    const [unreadable, throwing, well] = [
      await subscribe(ADDRESS.unreadable),
      await subscribe(ADDRESS.throwing),
      await subscribe(ADDRESS.well),
    ];
    expect(await deliverWebhooks(ports())).toBe(3);
    expect(await stateOf(unreadable.delivery)).toEqual({ state: 'retrying', failure: 'unreachable' });
    expect(await stateOf(throwing.delivery)).toEqual({ state: 'retrying', failure: 'not_sent' });
    expect(await stateOf(well.delivery)).toEqual({ state: 'delivered', failure: null });
    await db.exec(
      `update private.webhook_deliveries set run_at = now(), began_at = now() - interval '4 days' where finished_at is null`,
    );
    await deliverWebhooks(ports());
    for (const { delivery } of [unreadable, throwing]) expect(await stateOf(delivery)).toMatchObject({ state: 'dead' });
  });

  test('at the limit of attempts, or lost by a worker, block no others and end', async () => {
    const [counted, lost, well] = [
      await subscribe(ADDRESS.well),
      await subscribe(ADDRESS.well),
      await subscribe(ADDRESS.well),
    ];
    await db.query(`update private.webhook_deliveries set attempts = 32767 where id = $1`, [counted.delivery]);
    await db.query(
      `update private.webhook_deliveries set lease = gen_random_uuid(), leased_until = now() - interval '1 minute', began_at = now() - interval '4 days', attempts = 9
       where id = $1`,
      [lost.delivery],
    );
    await deliverWebhooks(ports());
    expect((await stateOf(counted.delivery))!.state).toBe('delivered');
    expect(await stateOf(lost.delivery)).toEqual({ state: 'dead', failure: 'not_sent' });
    expect((await stateOf(well.delivery))!.state).toBe('delivered');
  });

  test('whose body cannot be made are dead, and the others are sent', async () => {
    const [unwritable, well] = [await subscribe(ADDRESS.well), await subscribe(ADDRESS.well)];
    await db.exec(`alter function private.webhook_body(private.webhook_events, boolean) rename to webhook_body_of`);
    await db.exec(`create function private.webhook_body(event private.webhook_events, with_personal boolean) returns jsonb language plpgsql as $$
      begin
        if event.company_id = '${unwritable.company.id}' then raise exception 'poisoned'; end if;
        return private.webhook_body_of(event, with_personal);
      end $$`);
    try {
      expect(await deliverWebhooks(ports())).toBe(1);
    } finally {
      await db.exec(`drop function private.webhook_body(private.webhook_events, boolean);
        alter function private.webhook_body_of(private.webhook_events, boolean) rename to webhook_body`);
    }
    expect(await stateOf(unwritable.delivery)).toEqual({ state: 'dead', failure: 'not_sent' });
    expect((await stateOf(well.delivery))!.state).toBe('delivered');
  });

  test('limit replays', async () => {
    const { company, delivery } = await subscribe(ADDRESS.well);
    const statuses = new Set<string>();
    for (let n = 0; n < 62; n += 1)
      statuses.add((await db.rpc<{ status: string }>(company.people.owner, 'replay_webhook', { delivery })).status);
    expect([...statuses]).toEqual(['ok', 'rate_limited']);
  });
});
