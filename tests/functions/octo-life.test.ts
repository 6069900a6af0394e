/**
 * A booking's life over OCTO (reserve, extend, change, confirm, cancel) in this process and on two versions of Deno:
 * responses and webhooks are equal.
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '../../supabase/functions/api/handler.ts';
import { runJobs } from '../../supabase/functions/run-jobs/handler.ts';
import { makeDeparture } from '../support/database-fixtures.ts';
import { DENOS, serveSeveralOn } from './deno.ts';
import { JOBS_SECRET, normalised, openLife, type Life } from './life.ts';

const SCOPES = ['tours_read', 'departures_read', 'bookings_read', 'guests_read', 'bookings_write', 'webhooks_write'];

let life: Life;
beforeAll(async () => {
  life = await openLife('octo-life', SCOPES);
});
afterAll(() => life?.close());

type Json = Record<string, unknown>;
type Ask = (name: 'api' | 'run-jobs', init: RequestInit, path?: string) => Promise<Response>;

const DIFFERS = {
  named: { code: /"(supplierReference|deliveryValue)":"([^"]+)"/g },
  moments: /"(utc\w+At)":"[^"]+"/g,
};

async function live(ask: Ask): Promise<Json> {
  const { db, company, key } = life;
  const [first, second] = [
    await makeDeparture(db, company, { localDate: '2035-07-01', capacity: 9, guides: [] }),
    await makeDeparture(db, company, { localDate: '2035-07-02', capacity: 9, guides: [] }),
  ];
  const headers = {
    Authorization: `Bearer ${key}`,
    'Octo-Capabilities': 'octo/pricing, octo/questions, octo/webhooks',
    'Accept-Language': 'it',
  };
  const call = async (method: string, path: string, body?: Json) => {
    const response = await ask(
      'api',
      { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) },
      `/octo${path}`,
    );
    return { status: response.status, body: (await response.json()) as Json };
  };
  const tick = async () => {
    const ticking = { method: 'POST', headers: { Authorization: `Bearer ${JOBS_SECRET}` } };
    expect((await ask('run-jobs', ticking)).status).toBe(200);
  };
  const uuid = randomUUID();
  const of = `/bookings/${uuid}`;
  const unitItems = [{ unitId: company.priceCategoryId, contact: { fullName: 'Bo Lund' } }];
  const reservation = { uuid, productId: company.tourId, optionId: 'DEFAULT', availabilityId: first, unitItems };
  const subscribed = await call('POST', '/webhooks', {
    event: 'booking_update',
    url: 'https://octo.reseller.invalid/',
  });
  const steps: Json = {
    subscribed,
    reserved: await call('POST', '/bookings', reservation),
    repeated: await call('POST', '/bookings', reservation),
    extended: await call('POST', `${of}/extend`, { expirationMinutes: 60 }),
    changed: await call('PATCH', of, { availabilityId: second, unitItems: [...unitItems, ...unitItems] }),
    confirmed: await call('POST', `${of}/confirm`, {
      contact: { fullName: 'Anna Holm', emailAddress: 'anna@holm.test' },
      questionAnswers: [{ questionId: 'phone', value: '+45 20 30 40 50' }],
    }),
    read: await call('GET', of),
    cancelled: await call('POST', `${of}/cancel`, { reason: 'Rain' }),
    repeatedly: await call('POST', `${of}/cancel`, {}),
    over: await call('POST', `${of}/extend`, {}),
    unknown: await call('GET', `/bookings/${randomUUID()}`),
  };
  await tick();
  const delivered = () =>
    db.query<{ sent: string | null; failure: string | null }>(
      `select d.sent, a.failure from private.webhook_deliveries as d left join private.webhook_attempts as a on a.delivery_id = d.id order by d.place`,
    );
  const [earliest] = await delivered();
  steps['delivered'] = { ...earliest, sent: JSON.parse(earliest!.sent!) };
  steps['unsubscribed'] = await call('DELETE', `/webhooks/${String(subscribed.body['id'])}`);
  steps['listed'] = await call('GET', '/webhooks');
  await db.query('delete from private.rate_limit_buckets');
  return steps;
}

let recorded: Json;
describe('in this process', () => {
  beforeAll(async () => {
    const { webhookSender } = await import('../../supabase/functions/_shared/webhook-sender.ts');
    const ports = life.ports({ webhooks: webhookSender() });
    const handlers = { api, 'run-jobs': runJobs };
    recorded = await live((name, init, path = '') =>
      handlers[name](new Request(`http://127.0.0.1/functions/v1/${name}${path}`, init), ports),
    );
  });

  test('a booking is held, extended, changed, confirmed and cancelled, each step idempotent', () => {
    const statusOf = (step: string) => {
      const { status, body } = recorded[step] as { status: number; body: Json };
      return [status, body['status'] ?? body['error']];
    };
    const steps = Object.keys(recorded).filter(
      (step) => !['delivered', 'subscribed', 'unsubscribed', 'listed'].includes(step),
    );
    expect(Object.fromEntries(steps.map((step) => [step, statusOf(step)]))).toEqual({
      reserved: [200, 'ON_HOLD'],
      repeated: [200, 'ON_HOLD'],
      extended: [200, 'ON_HOLD'],
      changed: [200, 'ON_HOLD'],
      confirmed: [200, 'CONFIRMED'],
      read: [200, 'CONFIRMED'],
      cancelled: [200, 'CANCELLED'],
      repeatedly: [200, 'CANCELLED'],
      over: [400, 'UNPROCESSABLE_ENTITY'],
      unknown: [400, 'INVALID_BOOKING_UUID'],
    });
    expect(recorded['repeated']).toEqual(recorded['reserved']);
    expect(recorded['read']).toEqual(recorded['confirmed']);
    expect(recorded['confirmed']).toMatchObject({
      body: {
        unitItems: [{}, {}],
        questionAnswers: [{ question: { label: 'Telefono' }, value: '+45 20 30 40 50' }, {}],
      },
    });
    expect(recorded['delivered']).toMatchObject({ failure: 'unreachable', sent: { booking: { status: 'ON_HOLD' } } });
  });
});

describe.each(DENOS)('on %s', (deno) => {
  let served: Record<'api' | 'run-jobs', string>;
  let stop: (() => Promise<void>) | undefined;
  beforeAll(async () => {
    ({ served, stop } = await serveSeveralOn(deno, { names: ['api', 'run-jobs'], env: life.env }));
  });
  afterAll(() => stop?.());

  test('all responses and webhooks are the same', async () => {
    const onDeno = await live((name, init, path = '') => fetch(`${served[name]}${path}`, init));
    expect(normalised(onDeno, DIFFERS)).toEqual(normalised(recorded, DIFFERS));
  });
});
