/**
 * Sends many webhook deliveries with several workers on a real PostgreSQL, a tenth of which fail. Used by a test and a
 * benchmark.
 */
import { Webhook } from 'standardwebhooks';
import type { FunctionDatabase, WebhookRequest, WebhookSender } from '../../supabase/functions/_shared/ports.ts';
import { deliverWebhooks } from '../../supabase/functions/run-jobs/webhooks.ts';
import { fakePorts, serviceDatabase } from '../functions/fakes.ts';
import { makeBookings, makeCompany, makeDeparture } from './database-fixtures.ts';
import type { Database, Session } from './database.ts';
import { openPostgres } from './database-postgres.ts';

const CHANGES = 4;
const RECEIVERS = ['https://one.example.com/', 'https://two.example.com/'];

/** Serialises calls, because a connection has one transaction at a time. */
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

interface DeliveredEvent {
  id: string;
  type: string;
  data: { id: string; amounts: { total: number } };
}

/** Accepts nine of ten deliveries, and verifies each signature with the receiver's secret. */
function receiver(secrets: Map<string, string>) {
  const taken: { url: string; event: DeliveredEvent }[] = [];
  let calls = 0;
  let failures = 0;
  const send = async ({ url, headers, body }: WebhookRequest) => {
    // Captured, because other calls arrive during the pause.
    const call = (calls += 1);
    const result = new Webhook(secrets.get(url)!).verify(body, headers) as DeliveredEvent;
    await new Promise((resolve) => setTimeout(resolve, call % 3));
    if (call % 10 === 0) {
      failures += 1;
      // Half of the failures are lost responses: the receiver had accepted the delivery.
      if (call % 20 === 0) taken.push({ url, event: result });
      return { status: null, failure: 'no_response' as const, response: null, durationMs: 1 };
    }
    taken.push({ url, event: result });
    return { status: 200, failure: null, response: 'ok', durationMs: 1 };
  };
  return { taken, sender: { send } satisfies WebhookSender, counted: () => ({ failures }) };
}

export interface Delivered {
  wanted: number;
  /** Queued before the first was sent. */
  queued: number;
  states: Record<string, number>;
  failures: number;
  /** Deliveries that no receiver ever accepted. */
  lost: number;
  /** Bookings whose first deliveries reached a receiver out of order. */
  outOfOrder: number;
  seconds: number;
}

/** Creates bookings with one creation and four changes each, for two receivers: ten deliveries per booking. */
export async function manyDeliveries({
  bookings,
  workers = 4,
}: {
  bookings: number;
  workers?: number;
}): Promise<Delivered> {
  const db = await openPostgres();
  const sessions = await Promise.all(Array.from({ length: workers }, () => db.connect()));
  try {
    return await deliver(db, sessions, bookings);
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
    await db.close();
  }
}

async function deliver(db: Database, sessions: readonly Session[], bookings: number): Promise<Delivered> {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company, { localDate: '2035-07-01', capacity: 5000 });
  const secrets = new Map<string, string>();
  for (const url of RECEIVERS) {
    const webhook = await db.rpc<{ secret: string }>(company.people.owner, 'save_webhook', {
      company: company.id,
      endpoint: crypto.randomUUID(),
      version: 0,
      input: { url, events: ['booking.created', 'booking.changed'] },
    });
    secrets.set(url, webhook.secret);
  }
  const requests = Array.from({ length: bookings }, () => ({ names: ['Ana'] }));
  await makeBookings(db, company, { departureId, requests });
  // Tickets are inserted separately from their bookings, which triggers an extra change.
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
  const queued = await left();
  const began = performance.now();
  for (let round = 0; round < 300 && (await left()) > 0; round += 1) {
    await Promise.all(
      sessions.map((session) => deliverWebhooks(fakePorts({ database: inTurn(session), webhooks: sender }), 2000)),
    );
    // Failed deliveries would be retried in ten seconds.
    await db.exec(`update private.webhook_deliveries set run_at = now() where finished_at is null`);
  }
  const seconds = (performance.now() - began) / 1000;
  const states = await db.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from private.webhook_deliveries group by 1`,
  );
  // Each delivery arrives at least once per receiver, and the first arrivals are in order.
  const first = new Map<string, DeliveredEvent[]>();
  const seen = new Set<string>();
  for (const { url, event } of taken) {
    if (seen.has(url + event.id)) continue;
    seen.add(url + event.id);
    const key = url + event.data.id;
    first.set(key, [...(first.get(key) ?? []), event]);
  }
  const wrong = [...first.values()].filter(
    (list) =>
      JSON.stringify(list.map(({ type, data }) => [type.slice(8), data.amounts.total])) !==
      JSON.stringify([
        ['created', list[0]!.data.amounts.total],
        ...Array.from({ length: CHANGES }, (_, place) => ['changed', 10_001 + place]),
      ]),
  );
  const wantedCount = bookings * (1 + CHANGES) * RECEIVERS.length;
  return {
    wanted: wantedCount,
    queued,
    states: Object.fromEntries(states.map(({ state, count }) => [state, count])),
    failures: counted().failures,
    lost: wantedCount - seen.size,
    outOfOrder: wrong.length,
    seconds,
  };
}
