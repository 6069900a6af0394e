/** A walk-in costs the office's price, whatever the guide's tablet says (docs/protocol.md). */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeDevice } from '../support/device-fixtures.ts';
import { company, db, office, openScene, outcomes, push, setUp, walkIn } from './push-scene.ts';

/** The price of the category in company fixtures. */
const PRICE = 5000;
const guide = () => company.people.guide;
beforeAll(openScene);
afterAll(() => db?.close());

const totalOf = async (booking: string) =>
  (await db.query<{ total: number }>('select total_amount as total from public.bookings where id = $1', [booking]))[0]!
    .total;

describe('a walk-in', () => {
  test.each([
    ['nothing', 0],
    ['a thousand times the price', 5_000_000],
    ['the maximum', 1_000_000_000],
  ])('with a total of %s is recorded at its categories’ price and flagged', async (_, amount) => {
    const { departureId, device } = await setUp();
    const action = walkIn(device, departureId, { total_amount: amount }, 2);
    expect(outcomes(await push(guide(), device, [action]))).toEqual([['amount_differs']]);
    expect(await totalOf(action.booking_id!)).toBe(2 * PRICE);
  });

  test('with the right total is not flagged', async () => {
    const { departureId, device } = await setUp();
    const action = walkIn(device, departureId, { total_amount: 3 * PRICE }, 3);
    expect(outcomes(await push(guide(), device, [action]))).toEqual(['applied']);
    expect(await totalOf(action.booking_id!)).toBe(3 * PRICE);
  });

  test('uses its departure’s own prices, which the tablet gets', async () => {
    const { departureId, device } = await setUp();
    const ownPrice = PRICE + 2500;
    await db.query(
      `insert into public.departure_prices (departure_id, price_category_id, amount) values ($1, $2, $3)`,
      [departureId, company.priceCategoryId, ownPrice],
    );
    const action = walkIn(device, departureId, { total_amount: 2 * ownPrice }, 2);
    expect(outcomes(await push(guide(), device, [action]))).toEqual(['applied']);
    expect(await totalOf(action.booking_id!)).toBe(2 * ownPrice);
    expect(await db.query(`select amount::int from public.guests where booking_id = $1`, [action.booking_id])).toEqual([
      { amount: ownPrice },
      { amount: ownPrice },
    ]);
    const late = walkIn(device, departureId, { total_amount: PRICE });
    expect(outcomes(await push(guide(), device, [late]))).toEqual([['amount_differs']]);
    const today = new Date().toISOString().slice(0, 10);
    const { rows } = await db.rpc<{ rows: { departures: { id: string; prices?: object }[] } }>(
      guide(),
      'check_in_pull',
      {
        company: company.id,
        from_date: today,
        to_date: today,
        cursor: null,
        page_size: 5000,
      },
    );
    const others = rows.departures.filter(({ id }) => id !== departureId);
    expect(rows.departures.find(({ id }) => id === departureId)?.prices).toEqual({
      [company.priceCategoryId]: ownPrice,
    });
    expect(others.map(({ prices }) => prices)).toEqual(others.map(() => undefined));
  });

  test('with a total beyond any limit is malformed', async () => {
    const { departureId, device } = await setUp();
    expect(
      outcomes(await push(guide(), device, [walkIn(device, departureId, { total_amount: 100_000_000_000 })])),
    ).toEqual(['malformed']);
  });

  test.each([
    ['its price', [PRICE], []],
    ['less than its price', [PRICE - 1], []],
    ['more than its price', [PRICE + 1], ['amount_differs']],
    ['more than its price in two parts', [PRICE - 1, 2], ['amount_differs']],
  ])('with payments of %s keeps them as collected', async (_, amounts, flags) => {
    const { departureId } = await setUp();
    const device = makeDevice();
    const action = walkIn(device, departureId);
    const paid = amounts.map((amount) =>
      device.action('payment', {
        company,
        departureId,
        bookingId: action.booking_id!,
        payload: { amount, currency: 'DKK', method: 'cash' },
      }),
    );
    const allFlags = outcomes(await push(guide(), device, [action, ...paid]));
    expect(allFlags.at(-1)).toEqual(flags.length > 0 ? flags : 'applied');
    const [stored] = await db.query<{ sum: number }>(
      `select sum((payload ->> 'amount')::int)::int as sum from public.check_in_actions where booking_id = $1 and kind = 'payment'`,
      [action.booking_id],
    );
    expect(stored!.sum).toBe(amounts.reduce((sum, amount) => sum + amount, 0));
  });
});

test('flags a payment by neither cash nor card', async () => {
  const { departureId, party, device } = await setUp();
  const payments = (['cash', 'card', 'other'] as const).map((method) =>
    device.action('payment', {
      company,
      departureId,
      bookingId: party.bookingId,
      payload: { amount: 1, currency: 'DKK', method },
    }),
  );
  const allFlags = outcomes(await push(office(), device, payments));
  expect(allFlags.map((flags) => flags.includes('other_method'))).toEqual([false, false, true]);
});
