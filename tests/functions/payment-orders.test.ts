/**
 * Payment events in any order: all orders, repeats, losses, random histories, and a worker that dies between any two
 * calls.
 */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Ports } from '../../supabase/functions/_shared/ports.ts';
import type { Checkout, PaymentEvent } from '../../supabase/functions/_shared/payments/provider.ts';
import type { Stage } from '../support/booking-stage.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import * as paying from '../support/payments.ts';
import { caseCount, randomCheckOptions, seed } from '../../src/lib/testing/random-cases.ts';
import { begin, booksOf, makeWaiting, paidBy, portsOf, type Books } from '../support/payments.ts';
import { serviceDatabase } from './fakes.ts';

let db: Database;
let stage: Stage;
beforeAll(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  db = await openPostgres();
  stage = await paying.makePayingStage(db);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await db?.close();
});
beforeEach(async () => {
  await db.query(`delete from private.rate_limit_buckets`);
  await db.query(`delete from private.jobs`);
});

const deliver = (event: PaymentEvent, ports: Ports = portsOf(db)) =>
  paying.deliverPaymentEvent(stage.company.id, event, ports);
/** Processes one event as its job does, without the queue. */
async function workEvent(event: PaymentEvent): Promise<void> {
  await db.query(
    `select public.process_payment_event(id) from private.payment_events where company_id = $1 and event_id = $2`,
    [stage.company.id, event.event_id],
  );
}
async function started() {
  await db.query(`delete from private.rate_limit_buckets`);
  const waiting = await makeWaiting(db, stage);
  return { ...waiting, checkout: (await begin(waiting.token, portsOf(db))).checkout! };
}
const withoutOutcomes = ({ state, payments, refunds }: Books) => ({ state, payments, refunds });

/** Five related events: paid, repeated, paid a second time, and half of it refunded at the provider. */
function fiveOf(checkout: Checkout): PaymentEvent[] {
  const paid = paidBy(checkout);
  const other = `other_${checkout.session}`;
  return [
    paid,
    { ...paid, event_id: `again_${checkout.session}` },
    { event_id: `expired_${checkout.session}`, fact: 'expired', session_id: checkout.session },
    paidBy(checkout, { event_id: other, payment: other }),
    {
      event_id: `back_${checkout.session}`,
      fact: 'refunded',
      payment: paid.payment!,
      refund: `r_${checkout.session}`,
      amount: 4000,
      currency: 'DKK',
    },
  ];
}
const ENDS = {
  state: 'CONFIRMED',
  payments: [
    { amount: 10_000, currency: 'DKK', status: 'RECEIVED', provider: 'test' },
    { amount: 10_000, currency: 'DKK', status: 'RECEIVED', provider: 'test' },
  ],
  refunds: [
    { amount: 4000, status: 'REFUNDED', bound: true },
    { amount: 10_000, status: 'REFUND_PENDING', bound: true },
  ],
};

function orders<T>(all: readonly T[]): T[][] {
  if (all.length < 2) return [[...all]];
  return all.flatMap((first, at) => orders(all.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

test('all orders of five events end in the same ledger', async () => {
  const all = orders([0, 1, 2, 3, 4]);
  const tried =
    caseCount(all.length) < all.length ? fc.sample(fc.constantFrom(...all), randomCheckOptions(all.length)) : all;
  for (const order of tried) {
    const { id, checkout } = await started();
    const events = fiveOf(checkout);
    for (const at of order) {
      await deliver(events[at]!);
      await workEvent(events[at]!);
    }
    expect({ order, ...withoutOutcomes(await booksOf(db, id)) }).toEqual({ order, ...ENDS });
  }
});

test('repeats, late deliveries and delayed processing end in the same ledger', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(4), fc.constantFrom('tell', 'work', 'both')), { maxLength: 14 }),
      fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      async (history, redelivered) => {
        const { id, checkout } = await started();
        const events = fiveOf(checkout);
        for (const [at, what] of history) {
          if (what !== 'work') await deliver(events[at]!);
          if (what !== 'tell') await workEvent(events[at]!);
        }
        for (const at of redelivered) {
          await deliver(events[at]!);
          await workEvent(events[at]!);
        }
        expect(withoutOutcomes(await booksOf(db, id))).toEqual(ENDS);
      },
    ),
    randomCheckOptions(60),
  );
});

test('after every step of a random history the ledger has payments less refunds', async () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('paid' as const), payment: fc.nat(3), amount: fc.constantFrom(10_000, 10_000, 1) }),
    fc.record({ kind: fc.constant('back' as const), payment: fc.nat(3), refund: fc.nat(2) }),
    fc.record({ kind: fc.constantFrom('work', 'cancel', 'restore', 'expire', 'cash') }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      const { id, checkout } = await started();
      const paidIn = new Map<string, number>();
      const went = new Map<string, number>();
      /** Cash, which the provider does not know. */
      let cash = 0;
      const office = (name: string, change: object) =>
        db.rpc<{ status: string }>(stage.company.people.office, name, { request: randomUUID(), booking: id, change });
      for (const step of steps) {
        if (step.kind === 'paid') {
          const payment = `p${step.payment}_${checkout.session}`;
          await deliver(paidBy(checkout, { event_id: payment, payment, amount: step.amount }));
          // An event id always has the same content at the provider.
          if (!paidIn.has(payment)) paidIn.set(payment, step.amount);
        } else if (step.kind === 'back') {
          const payment = `p${step.payment}_${checkout.session}`;
          const refund = `r${step.refund}_${payment}`;
          await deliver({ event_id: refund, fact: 'refunded', payment, refund, amount: 1, currency: 'DKK' });
          went.set(refund, 1);
        } else if (step.kind === 'cancel') await office('cancel_booking', { refund: 'full' });
        else if (step.kind === 'restore') await office('restore_booking', {});
        else if (step.kind === 'cash') {
          const result = await office('record_payment', { amount: 500, currency: 'DKK', method: 'cash' });
          if (result.status === 'ok') cash += 500;
        } else if (step.kind === 'expire')
          await db.query(`update public.bookings set expires_at = now() where id = $1 and status = 'ON_HOLD'`, [id]);
        await paying.runDueJobsFor(db, portsOf(db));
        const [ledger] = await db.query<{
          received: number;
          ours: number;
          theirs: number;
          balance: number;
          paid: number;
        }>(
          `select (select coalesce(sum(amount), 0)::int from public.payments where booking_id = $1 and status = 'RECEIVED' and provider is not null) as received,
             (select coalesce(sum(amount), 0)::int from public.refunds where booking_id = $1 and status = 'REFUNDED' and reference like 'refund_%') as ours,
             (select coalesce(sum(amount), 0)::int from public.refunds where booking_id = $1 and status = 'REFUNDED' and reference like 'r_\\_%') as theirs,
             private.paid_amount($1)::int as balance, (select paid_amount::int from public.bookings where id = $1) as paid`,
          [id],
        );
        const sum = (amounts: Iterable<number>) => [...amounts].reduce((all, amount) => all + amount, 0);
        // A refund of a payment that was not reported yet waits for it.
        const counted = [...went].filter(([refund]) => paidIn.has(refund.slice(3))).map(([, amount]) => amount);
        expect(ledger).toMatchObject({ received: sum(paidIn.values()), theirs: sum(counted) });
        expect(ledger!.balance).toBe(ledger!.received + cash - ledger!.ours - ledger!.theirs);
        expect(ledger!.paid).toBe(ledger!.balance);
        // No payment is refunded twice.
        expect(
          await db.query(
            `select from public.payments as p where p.booking_id = $1 and p.amount + 3 < (
               select sum(r.amount) from public.refunds as r where r.payment_id = p.id and r.status <> 'WITHDRAWN')`,
            [id],
          ),
        ).toEqual([]);
      }
    }),
    randomCheckOptions(25),
  );
});

/** Makes ports that fail at the call with the given number, before or after it was carried out, and count the calls. */
function crashingPorts(at: number, when: 'before' | 'after') {
  const real = serviceDatabase(db);
  const died = { count: 0, did: false };
  const ports = portsOf(db, {
    database: {
      async call(name, args) {
        const dies = !died.did && died.count++ === at;
        if (dies) died.did = true;
        if (dies && when === 'before') throw new Error('killed');
        const result = await real.call(name, args);
        if (dies) throw new Error('killed');
        return result;
      },
    },
  });
  return { ports, died };
}

const WAYS = ['before', 'after'] as const;

test('a worker killed around any call and run again makes one page, one payment and one refund', async () => {
  let isOver = false;
  for (let at = 0; !isOver; at += 1) {
    // One of the two ways at each call; both where all cases are tried.
    const ways = caseCount(2, 1) > 1 ? WAYS : [WAYS[(seed + at) % 2]!];
    for (const when of ways) {
      const waiting = await makeWaiting(db, stage);
      const { ports, died } = crashingPorts(at, when);
      const retryOnce = async <T>(run: () => Promise<T>): Promise<T> => run().catch(run);
      const { checkout } = await retryOnce(() => begin(waiting.token, ports));
      const event = paidBy(checkout!);
      await retryOnce(() => deliver(event, ports));
      await retryOnce(() =>
        deliver({ ...event, event_id: randomUUID(), payment: `second_${checkout!.session}` }, ports),
      );
      await retryOnce(() => paying.runDueJobsFor(db, ports));
      await paying.runDueJobsFor(db, portsOf(db));
      isOver = !died.did;
      const [row] = await db.query(
        `select count(*)::int as sessions from private.payment_sessions where booking_id = $1`,
        [waiting.id],
      );
      expect({ at, when, ...row, ...withoutOutcomes(await booksOf(db, waiting.id)) }).toEqual({
        at,
        when,
        sessions: 1,
        ...ENDS,
        refunds: [{ amount: 10_000, status: 'REFUNDED', bound: true }],
      });
    }
  }
});
