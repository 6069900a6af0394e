/** What check_in_look_up finds behind a code, and for whom. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPglite } from '../support/database.ts';
import type { Database } from '../support/database.ts';
import { makeBooking, makeCompany, makeDeparture, makeDevice, makePerson } from '../support/database-fixtures.ts';
import type { Company } from '../support/database-fixtures.ts';

let db: Database;
let company: Company;
beforeAll(async () => {
  db = await openPglite();
  company = await makeCompany(db);
});
afterAll(() => db?.close());

const DAY = '2026-05-10';
const office = () => company.people.office;

test('a look-up finds by ticket, reference, link and voucher within the company, and says what is known', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  const guide = await makePerson(db, { company: company.id, role: 'guide' });
  const party = await makeBooking(db, company, { departureId, externalReference: 'V-9' });
  await db.query(`update public.bookings set access_token_hash = encode(sha256('secret-token'), 'hex') where id = $1`, [party.bookingId]);
  const device = makeDevice();
  await db.rpc(office(), 'check_in_push', {
    device: device.header(),
    actions: [
      device.action('check_in', { company, departureId, bookingId: party.bookingId, guestId: party.guests[0]!.id, payload: { method: 'tap' } }),
      device.action('payment', { company, departureId, bookingId: party.bookingId, payload: { amount: 5000, currency: 'DKK', method: 'cash' } }),
    ],
  });
  const find = (person: string, kind: string, value: string, at = company.id) =>
    db.rpc<{ status: string; match: Record<string, unknown> | null }>(person, 'check_in_look_up', { company: at, departure: null, code: { kind, value } });
  const ticket = party.guests[0]!.ticketCode;
  const found = await find(guide, 'ticket', `${ticket.slice(0, 4)} ${ticket.slice(4, 8)}-${ticket.slice(8).toLowerCase()}`);
  expect(found.match).toEqual({
    departure_id: departureId, tour_id: company.tourId, tour_title: { en: 'Harbour walk' }, starts_at: `${DAY}T10:00:00.000Z`, local_date: DAY,
    meeting_point: { en: 'The fountain' }, guides: ['guide'], booking_id: party.bookingId, booking_status: 'CONFIRMED', reference: party.reference,
    contact_name: 'Søren Müller', total_amount: 5000, paid_amount: 0, collected: 5000, currency: 'DKK', expires_at: null,
    guest_id: party.guests[0]!.id, guest_name: 'Søren Müller', status: 'checked_in', checked_in_at: expect.stringMatching(/Z$/),
    checked_in_by: 'office', checked_in_device: 'Tablet', departed: false,
  });
  for (const [kind, value] of [['reference', party.reference.toLowerCase()], ['link', 'secret-token'], ['voucher', 'V-9']] as const)
    expect((await find(guide, kind, value)).match).toMatchObject({ booking_id: party.bookingId, guest_id: null, status: null });
  expect(await find(guide, 'ticket', '222222222222')).toMatchObject({ status: 'ok', match: null });
  expect(await find(guide, 'palm', 'x')).toEqual({ status: 'invalid' });
  const other = await makeCompany(db);
  expect(await find(other.people.owner, 'ticket', ticket, other.id)).toMatchObject({ status: 'ok', match: null });
  expect(await find(other.people.owner, 'ticket', ticket)).toEqual({ status: 'not_permitted' });
});

test('a partner’s number is found whatever it looks like and however it is written', async () => {
  const departureId = await makeDeparture(db, company, { localDate: DAY });
  await makeBooking(db, company, { departureId, externalReference: '482739' });
  await makeBooking(db, company, { departureId, externalReference: '234567892345' });
  await makeBooking(db, company, { departureId, externalReference: 'GYG-Ab0' });
  const found = async (kind: string, value: string) =>
    (await db.rpc<{ match: unknown }>(office(), 'check_in_look_up', { company: company.id, departure: null, code: { kind, value } })).match !== null;
  expect(await found('reference', '482739')).toBe(true);
  expect(await found('ticket', '234567892345')).toBe(true);
  expect(await found('voucher', ' gyg-ab0')).toBe(true);
  expect(await found('link', 'GYG-Ab0')).toBe(false);
});
