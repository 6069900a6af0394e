/** Many deliveries by several workers on a real PostgreSQL, a tenth of which fails: none is lost, none overtakes another of its booking. */
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FunctionDatabase, WebhookRequest, WebhookSender } from '../../supabase/functions/_shared/ports.ts';
import { deliverWebhooks } from '../../supabase/functions/run-jobs/webhooks.ts';
import { makeBookings, makeCompany, makeDeparture } from '../support/database-fixtures.ts';
import type { Database, Session } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const WORKERS = 4;
/** A thousand make ten thousand deliveries, which took four minutes on two shared cores (ADR 064). */
const BOOKINGS = Number(process.env['WEBHOOK_BOOKINGS'] ?? 100);
const CHANGES = 4;
const RECEIVERS = ['https://one.example.com/', 'https://two.example.com/'];
const ALL = BOOKINGS * (1 + CHANGES) * RECEIVERS.length;

let db: Database;
let sessions: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  db = await openPostgres();
  sessions = await Promise.all(Array.from({ length: WORKERS }, () => db.connect()));
});
afterAll(async () => {
  await Promise.all((sessions ?? []).map((session) => session.close()));
  await db?.close();
});

/** One call after the other, as a connection has one transaction at a time. */
function inTurn(session: Session): FunctionDatabase {
  const database = serviceDatabase(session);
  let last: Promise<unknown> = Promise.resolve();
  return {
    call(name, args) {
      const next = last.then(() => database.call(name, args));
      last = next.catch(() => undefined);
      return next;
    },
  };
}

interface Told {
  id: string;
  type: string;
  data: { id: string; amounts: { total: number } };
}

/** Takes nine of ten, and believes only what is signed by the receiver's secret. */
function receiver(secrets: Map<string, string>) {
  const taken: { url: string; told: Told }[] = [];
  let calls = 0;
  let failures = 0;
  const send = async ({ url, headers, body }: WebhookRequest) => {
    calls += 1;
    const told = new Webhook(secrets.get(url)!).verify(body, headers) as Told;
    await new Promise((resolve) => setTimeout(resolve, calls % 3));
    if (calls % 10 === 0) {
      failures += 1;
      // Half of those that fail had taken it: the answer was lost.
      if (calls % 20 === 0) taken.push({ url, told });
      return { status: null, failure: 'no_answer' as const, answer: null, durationMs: 1 };
    }
    taken.push({ url, told });
    return { status: 200, failure: null, answer: 'ok', durationMs: 1 };
  };
  return { taken, sender: { send } satisfies WebhookSender, counted: () => ({ calls, failures }) };
}

test('of many deliveries', { timeout: 600_000 }, async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company, { localDate: '2035-07-01', capacity: 5000 });
  const secrets = new Map<string, string>();
  for (const url of RECEIVERS) {
    const made = await db.rpc<{ secret: string }>(company.people.owner, 'save_webhook', {
      company: company.id,
      endpoint: crypto.randomUUID(),
      version: 0,
      given: { url, events: ['booking.created', 'booking.changed'] },
    });
    secrets.set(url, made.secret);
  }
  const requests = Array.from({ length: BOOKINGS }, () => ({ names: ['Ana'] }));
  await makeBookings(db, company, { departureId, requests });
  // The tickets are inserted apart from their bookings, which is a change of these.
  await db.exec(`delete from private.webhook_events where type = 'booking.changed'`);
  for (let change = 1; change <= CHANGES; change += 1)
    await db.query(`update public.bookings set total_amount = $2 where company_id = $1`, [company.id, 10_000 + change]);
  const { taken, sender, counted } = receiver(secrets);
  const left = async () => {
    const [row] = await db.query<{ count: number }>(
      `select count(*)::int as count from private.webhook_deliveries where finished_at is null`,
    );
    return row!.count;
  };
  expect(await left()).toBe(ALL);

  const began = performance.now();
  for (let round = 0; round < 300 && (await left()) > 0; round += 1) {
    await Promise.all(
      sessions.map((session) => deliverWebhooks(fakePorts({ database: inTurn(session), webhooks: sender }), 2000)),
    );
    // What failed would come again in ten seconds.
    await db.exec(`update private.webhook_deliveries set run_at = now() where finished_at is null`);
  }
  const seconds = (performance.now() - began) / 1000;
  console.info(`${ALL} deliveries, ${counted().failures} failures, ${WORKERS} workers: ${seconds.toFixed(1)} s`);

  expect(await db.query(`select state, count(*)::int as count from private.webhook_deliveries group by 1`)).toEqual([
    { state: 'delivered', count: ALL },
  ]);
  expect(counted().failures).toBeGreaterThan(ALL / 10);
  // Each came at least once to each receiver, and the first time in the order of what happened.
  const first = new Map<string, Told[]>();
  const seen = new Set<string>();
  for (const { url, told } of taken) {
    if (seen.has(url + told.id)) continue;
    seen.add(url + told.id);
    const key = url + told.data.id;
    first.set(key, [...(first.get(key) ?? []), told]);
  }
  expect(seen.size).toBe(ALL);
  const wrong = [...first.values()].filter(
    (list) =>
      JSON.stringify(list.map(({ type, data }) => [type.slice(8), data.amounts.total])) !==
      JSON.stringify([
        ['created', list[0]!.data.amounts.total],
        ...Array.from({ length: CHANGES }, (_, place) => ['changed', 10_001 + place]),
      ]),
  );
  expect(wrong).toEqual([]);
});
