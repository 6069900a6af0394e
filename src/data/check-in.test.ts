/** Only a response of the expected shape is accepted. */
import { describe, expect, test } from 'vitest';
import type { Action } from '../domain/actions.ts';
import { fail, ok, type Result } from '../domain/result.ts';
import { createCheckInPort } from './check-in.ts';

const action: Action = {
  id: '00000000-0000-4000-8000-000000000001',
  schemaVersion: 1,
  kind: 'walk_in',
  companyId: 'c',
  departureId: 'd',
  bookingId: 'b',
  guestId: null,
  deviceId: 'x',
  deviceSequence: 7,
  occurredAt: '2026-05-01T08:52:00.000Z',
  deviceTime: '2026-05-01T08:51:58.000Z',
  userId: 'u',
  payload: {
    reference: 'ABC234',
    contactName: 'Anna',
    contactPhone: null,
    contactEmail: null,
    totalAmount: 5000,
    currency: 'DKK',
    guests: [{ id: 'g', priceCategoryId: null, name: null, ticketCode: 'T' }],
  },
};
const device = { id: 'x', label: 'Tablet', appVersion: '1', now: '2026-05-01T08:52:00.000Z' };
const outcome = { id: action.id, status: 'applied' };
const pushed = { status: 'ok', server_time: '2026-05-01T08:52:01+00:00', outcomes: [outcome] };
const rows = {
  companies: [],
  tours: [],
  price_categories: [],
  departures: [],
  bookings: [],
  guests: [],
  actions: [],
  people: [],
  devices: [],
};
const pulled = {
  status: 'ok',
  server_time: '2026-05-01T08:52:01Z',
  epoch: 'e',
  full: true,
  done: true,
  as_of: '7',
  cursor: { at_xid: '7' },
  visible_departures: ['d'],
  rows,
};

function portWith(response: unknown) {
  const calls: { name: string; args: Record<string, unknown> }[] = [];
  const port = createCheckInPort(async (name, args) => {
    calls.push({ name, args });
    return ok(response);
  });
  return { port, calls };
}
const code = (result: Result<unknown>) => (result.ok ? 'ok' : result.code);
const push = (response: unknown) => portWith(response).port.push({ device, actions: [action] });
const pull = (response: unknown) =>
  portWith(response).port.pull({ companyId: 'c', from: '2026-05-01', to: '2026-05-04', cursor: null, pageSize: 10 });

describe('push', () => {
  test('follows the protocol and does not send the user id', async () => {
    const { port, calls } = portWith(pushed);
    const response = await port.push({ device, actions: [action] });
    expect(response).toEqual(ok({ serverTime: '2026-05-01T08:52:01.000Z', outcomes: [outcome] }));
    expect(calls).toEqual([
      {
        name: 'check_in_push',
        args: {
          device: { id: 'x', label: 'Tablet', app_version: '1', now: device.now },
          actions: [
            {
              id: action.id,
              schema_version: 1,
              kind: 'walk_in',
              company_id: 'c',
              departure_id: 'd',
              booking_id: 'b',
              guest_id: null,
              device_id: 'x',
              device_sequence: 7,
              occurred_at: action.occurredAt,
              device_time: action.deviceTime,
              payload: {
                reference: 'ABC234',
                contact_name: 'Anna',
                contact_phone: null,
                contact_email: null,
                total_amount: 5000,
                currency: 'DKK',
                guests: [{ id: 'g', price_category_id: null, name: null, ticket_code: 'T' }],
              },
            },
          ],
        },
      },
    ]);
  });

  test.each([
    ['an HTML page', '<html>'],
    ['null', null],
    ['an array', []],
    ['a response without a status', { outcomes: [outcome] }],
    ['too few outcomes', { ...pushed, outcomes: [] }],
    ['outcomes of other actions', { ...pushed, outcomes: [{ ...outcome, id: 'other' }] }],
    ['an unknown outcome', { ...pushed, outcomes: [{ ...outcome, status: 'perhaps' }] }],
    ['a malformed server time', { ...pushed, server_time: 'now' }],
    ['an unknown status', { status: 'fine' }],
  ])('rejects %s as bad_response', async (_, response) => {
    expect(code(await push(response))).toBe('bad_response');
  });

  test('keeps the known flags and maps unknown refusals to malformed', async () => {
    const flagged = await push({
      ...pushed,
      outcomes: [{ ...outcome, status: 'flagged', flags: ['already_paid', 'new_flag'] }],
    });
    expect(flagged.ok && flagged.data.outcomes).toEqual([
      { id: action.id, status: 'flagged', flags: ['already_paid'] },
    ]);
    const refused = await push({ ...pushed, outcomes: [{ ...outcome, status: 'refused', code: 'new_code' }] });
    expect(refused.ok && refused.data.outcomes).toEqual([{ id: action.id, status: 'refused', code: 'malformed' }]);
  });

  test.each([
    ['signed_out', 'signed_out'],
    ['invalid', 'invalid'],
    ['not_permitted', 'not_permitted'],
  ])('maps the status %s to a failure', async (status, expected) => {
    expect(code(await push({ status }))).toBe(expected);
  });
});

const departure = {
  id: 'd',
  company_id: 'c',
  tour_id: 't',
  starts_at: '2026-05-01T09:00:00+00:00',
  ends_at: '2026-05-01T10:30:00.5Z',
  local_date: '2026-05-01',
  capacity: 20,
  language: 'en',
  closed: false,
  status: 'status_of_a_newer_server',
  guides: [{ user_id: 'u', role: 'lead' }],
};

describe('pull', () => {
  test('converts rows to camelCase, normalises instants and leaves the cursor unread', async () => {
    const response = await pull({ ...pulled, rows: { ...rows, departures: [{ ...departure, of_a_newer_server: 1 }] } });
    expect(response.ok && response.data.cursor).toEqual({ at_xid: '7' });
    expect(response.ok && response.data.rows.departures).toEqual([
      {
        id: 'd',
        companyId: 'c',
        tourId: 't',
        startsAt: '2026-05-01T09:00:00.000Z',
        endsAt: '2026-05-01T10:30:00.500Z',
        localDate: '2026-05-01',
        capacity: 20,
        language: 'en',
        closed: false,
        status: 'status_of_a_newer_server',
        guides: [{ userId: 'u', role: 'lead' }],
        ofANewerServer: 1,
      },
    ]);
  });

  test.each([
    ['an HTML page', '<html>'],
    ['a response without rows', { ...pulled, rows: undefined }],
    ['rows without a table', { ...pulled, rows: { ...rows, guests: undefined } }],
    ['a row without id', { ...pulled, rows: { ...rows, people: [{ display_name: 'x' }] } }],
    ['a row without a required field', { ...pulled, rows: { ...rows, people: [{ id: 'p' }] } }],
    ['a number as text', { ...pulled, rows: { ...rows, departures: [{ ...departure, capacity: '20' }] } }],
    ['a broken instant', { ...pulled, rows: { ...rows, departures: [{ ...departure, starts_at: 'soon' }] } }],
    ['a full pull without visible departures', { ...pulled, visible_departures: null }],
    ['a response without as_of', { ...pulled, as_of: undefined }],
    ['a response without a cursor', { ...pulled, cursor: null }],
  ])('rejects %s', async (_, response) => {
    expect(code(await pull(response))).toBe('bad_response');
  });

  test('accepts null for departures that are unchanged since the last pull', async () => {
    const response = await pull({ ...pulled, full: false, visible_departures: null });
    expect(response.ok && response.data).toMatchObject({ visibleDepartures: null, asOf: '7' });
  });

  test('treats a 403 from a proxy as bad_response, so that nothing is deleted', async () => {
    const port = createCheckInPort(async () => fail('not_permitted'));
    const window = { companyId: 'c', from: '2026-05-01', to: '2026-05-04', cursor: null, pageSize: 10 };
    for (const response of [await port.pull(window), await port.push({ device, actions: [action] })])
      expect(response).toEqual({ ok: false, code: 'bad_response', retry: true });
  });

  test('fails without retry for no_subscription and not_permitted', async () => {
    expect(await pull({ status: 'no_subscription' })).toEqual({ ok: false, code: 'no_subscription', retry: false });
    expect(await pull({ status: 'not_permitted' })).toEqual({ ok: false, code: 'not_permitted', retry: false });
  });
});
