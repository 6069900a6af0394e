/** A random sequence of booking actions, played on the database and on the model, which must agree after every step. */
import { checkRandomResponse } from './response-check.ts';
import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Uuid } from '../../src/domain/ids.ts';
import {
  BookingModel,
  liveOf,
  type Change,
  type ModelBooking,
  type ModelDeparture,
  type Ticket,
} from './booking-model.ts';
import { guestTurn, makeToken } from './booking-guest-turn.ts';
import {
  DISCOUNTS,
  GIFTS,
  type RpcResult,
  type Category,
  type Money,
  type Stage,
  type DatabaseState,
} from './booking-stage.ts';
import { makeDevice } from './device-fixtures.ts';
import type { Database } from './database.ts';

const ACTS = [
  'confirm_booking',
  'confirm_booking',
  'extend_booking',
  'change_party',
  'change_party',
  'move_booking',
  'move_booking',
  'cancel_booking',
  'release_hold',
  'reject_booking',
  'restore_booking',
  'decide_refund',
  'record_payment',
  'record_payment',
  'record_refund',
  'merge_bookings',
  'merge_bookings',
  'split_booking',
  'mark_no_show',
  'mark_attended',
  'edit_booking',
  'tag_booking',
  'assign_partner',
  'resend_booking',
  'issue_invoice',
  'redeem_code',
  'redeem_code',
  'retry_refund',
  'refuse_refund',
  'refuse_refund',
  'send_refunds',
  'check_in',
  'collect',
  'undo',
  'age',
  'tidy',
] as const;
type Act = (typeof ACTS)[number];

/** Actions that refund money or transfer it between bookings. */
const MOVES_MONEY = [
  'cancel_booking',
  'reject_booking',
  'merge_bookings',
  'merge_bookings',
  'split_booking',
  'change_party',
] as const;
/** Actions that most bookings do not allow: a sequence carries one out as soon as it can. */
const RARELY_POSSIBLE: readonly Act[] = [
  'decide_refund',
  'mark_attended',
  'mark_no_show',
  'merge_bookings',
  'record_refund',
  'reject_booking',
  'resend_booking',
  'restore_booking',
  'split_booking',
];
/** Actions whose status the model does not predict. */
const WITHOUT_EXPECTATION: ReadonlySet<string> = new Set([
  'refuse_refund',
  'send_refunds',
  'check_in',
  'collect',
  'undo',
  'age',
  'tidy',
]);
const ACTIVE = new Set(['CONFIRMED', 'PENDING']);
const CODES = [...Object.keys(DISCOUNTS), ...Object.keys(GIFTS)];
const TAGS = ['late', 'school', 'vip'];

/** Returns a seeded random number generator (mulberry32). */
function mulberry(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Returns other arguments for an idempotency key that was used before. */
const somethingElse = ({ act, args }: { act: string; args: Record<string, unknown> }) =>
  act === 'hold_booking'
    ? { booking: { guests: [] } }
    : act === 'guest_hold'
      ? { booking: { guests: [], locale: 'en' } }
      : act === 'guest_redeem'
        ? { change: { code: 'GIFT-C' } }
        : act.startsWith('guest_')
          ? { change: { ...(args['change'] as object), preview: true, note: 'else', version: 0 } }
          : { change: { something: 'else' } };

export class Disagreement extends Error {}

/**
 * Plays sequence `seed` with `steps` steps; calls `after` after each. Throws a Disagreement with the steps up to the
 * first difference.
 */
export async function playSequence(
  db: Database,
  stage: Stage,
  { seed, steps, after }: { seed: number; steps: number; after?: () => Promise<void> },
) {
  const random = mulberry(seed);
  const chance = (of: number) => random() < of;
  const below = (max: number) => Math.floor(random() * max);
  const pick = <T>(from: readonly T[]): T => from[below(from.length)]!;
  const some = <T>(from: readonly T[]): T[] => from.filter(() => chance(0.4));
  const { company, categories, outsider, partners } = stage;
  const log: string[] = [];

  const traits = [
    'open',
    pick(['open', 'past'] as const),
    pick(['open', 'closed', 'cancelled', 'past'] as const),
  ] as const;
  const departures: ModelDeparture[] = [];
  const dates: string[] = [];
  for (const trait of traits) {
    const capacity = 3 + below(6);
    const localDate =
      trait === 'past'
        ? new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
        : `2035-06-0${departures.length + 1}`;
    departures.push({ id: randomUUID(), capacity, trait });
    dates.push(localDate);
  }
  await db.query(
    `with made as (
       insert into public.departures (id, company_id, tour_id, starts_at, ends_at, local_date, capacity, status, is_closed)
       select d.id, $2, $3, d.day + time '10:00', d.day + time '11:30', d.day, d.capacity,
         (case d.trait when 'cancelled' then 'cancelled' else 'scheduled' end)::public.departure_status, d.trait = 'closed'
       from jsonb_to_recordset($1) as d (id uuid, capacity integer, trait text, day date) returning id)
     insert into public.departure_guides (departure_id, user_id, status) select id, $4, 'accepted' from made`,
    [
      JSON.stringify(departures.map((departure, n) => ({ ...departure, day: dates[n] }))),
      company.id,
      company.tourId,
      company.people.guide,
    ],
  );
  const model = new BookingModel(departures, [partners.sends]);
  // Pays off what earlier sequences have put on the account.
  await db.query(
    `insert into private.account_payments (id, organisation_id, company_id, amount, currency, paid_on)
     select gen_random_uuid(), $1, $2, open, 'DKK', current_date from private.account_balance($1, $2, 'DKK') as open where open > 0`,
    [partners.sends, company.id],
  );
  // Renames the vouchers of earlier sequences; new ids are in the order of their codes.
  await db.query(
    `update private.codes set code = 'GONE-' || upper(right(id::text, 30)), is_disabled = true where company_id = $1 and code like 'GIFT-_'`,
    [company.id],
  );
  const giftIds = Object.keys(GIFTS)
    .map(() => randomUUID())
    .sort();
  await db.query(
    `insert into private.codes (id, company_id, code, kind, amount, currency)
     select id, $1, code, 'gift', amount, 'DKK' from jsonb_to_recordset($2) as code (id uuid, code text, amount bigint)`,
    [company.id, JSON.stringify(Object.entries(GIFTS).map(([code, amount], n) => ({ id: giftIds[n], code, amount })))],
  );
  const anyPartner = () => pick([partners.sends, partners.sends, partners.ended, null]);
  const ids = departures.map(({ id }) => id);
  const device = makeDevice();

  const tickets = (max: number): Ticket[] =>
    Array.from({ length: 1 + below(max) }, () => {
      const category = pick<Category>(['ADULT', 'ADULT', 'ADULT', 'CHILD', 'FAMILY', 'INFANT']);
      return category === 'INFANT' && chance(0.5) ? { category, age: below(5) } : { category };
    });
  /** Mergeable bookings are rare by chance, so some sequences use one departure only. */
  const isOnePlace = chance(0.2);
  const dice = { chance, pick, tickets, wire: (party: readonly Ticket[]) => wire(party) };
  const wire = (party: readonly Ticket[]) =>
    party.map(({ category, age }) => ({
      price_category_id: categories[category],
      ...(age === undefined ? {} : { age }),
    }));
  /** Sometimes the price difference is left to the guests instead of the partner's account. */
  const stays = () => (chance(0.15) ? { account: false } : {});
  const override = () => (chance(0.12) ? { override: 'a friend of the house' } : {});

  /** Tokens of guests who have not booked yet. */
  const tokens = [makeToken(), makeToken()];
  /** `person` null: a guest. */
  const play = async (person: Uuid | null, act: string, args: Record<string, unknown>) => {
    const [row] = await db.query<{ got: { result: RpcResult; stand: DatabaseState } }>(
      `select stage.step($1, $2, $3, $4) as got`,
      [person, act, JSON.stringify(args), ids],
    );
    log.push(`${log.length + 1}. ${act} ${JSON.stringify(args)} -> ${JSON.stringify(row!.got.result)}`);
    checkRandomResponse(act === 'push' ? 'check_in_push' : act, row!.got.result);
    await after?.();
    return row!.got;
  };
  const differ = (what: string, is: unknown, should: unknown) => {
    throw new Disagreement(
      `MUSTER_SEED=${seed}: ${what} is ${JSON.stringify(is)}, should be ${JSON.stringify(should)}\n${log.join('\n')}`,
    );
  };
  const agree = (stand: DatabaseState) => {
    const should = model.databaseState();
    const is: DatabaseState = {
      ...stand,
      bookings: Object.fromEntries(
        Object.entries(stand.bookings).map(([id, booking]) => [
          id,
          { ...booking, collected: booking.collected ?? 0, pending: booking.pending === null ? null : 'owed' },
        ]),
      ),
    };
    if (!isDeepStrictEqual(is, should)) differ('the standing', is, should);
    for (const { id, capacity } of departures)
      if (stand.departures[id]! > capacity && !log.some((line) => line.includes('override')))
        differ(`the seats of ${id}`, stand.departures[id], capacity);
  };
  /** Compares the money and state in a response with the model's, for staff or for the guest. */
  const compareWithModel = (outcome: RpcResult) => {
    const result = (outcome['booking'] ?? outcome) as RpcResult & { money: Money; state: string };
    const booking = model.bookings.get((outcome['booking'] ? result['id'] : result['booking_id']) as Uuid)!;
    const should: Partial<Money> = outcome['booking'] ? model.guestMoney(booking) : model.money(booking);
    // Only guests get `due_now`; this stage has no deposits.
    const { due_now: dueNow = should.due, ...money } = result.money as Money & { due_now?: number };
    if (!isDeepStrictEqual(money, should) || dueNow !== should.due) differ('the money', result.money, should);
    if (result.state !== booking.state) differ('the state', result.state, booking.state);
  };
  let pending: Record<Uuid, Uuid | null> = {};
  const remember = (stand: DatabaseState) => {
    pending = Object.fromEntries(Object.entries(stand.bookings).map(([id, { pending: owed }]) => [id, owed]));
  };
  /** A restored hold no longer counts as expired and uncleaned. */
  const tidied = () => {
    for (const booking of model.bookings.values())
      if (booking.state !== 'EXPIRED') Object.assign(booking, { untidied: false });
  };
  let last: { person: Uuid | null; act: string; args: Record<string, unknown>; result: RpcResult } | null = null;

  const changeOf = (act: string, booking: ModelBooking): Change => {
    const live = liveOf(booking).map(({ id }) => id);
    const confirm = chance(0.5) ? { confirm: true } : {};
    switch (act) {
      case 'confirm_booking':
        return {
          ...(chance(0.3) ? { state: 'PENDING' } : {}),
          ...(chance(0.5) ? { contact: { name: `Anna ${log.length}` } } : {}),
          ...override(),
        };
      case 'change_party': {
        const add = chance(0.6) ? tickets(2) : [];
        return {
          tickets: add,
          add: wire(add),
          remove: chance(0.6) ? some(live) : [],
          ...confirm,
          ...stays(),
          ...override(),
        };
      }
      case 'move_booking':
        return { departure_id: pick(ids), reason: pick(['guest_request', 'weather']), ...confirm, ...override() };
      case 'cancel_booking':
        return { ...(chance(0.6) ? { refund: pick(['policy', 'full', 'none', 1000 * below(12)]) } : {}), ...confirm };
      case 'decide_refund':
        return { amount: 1000 * below(8) };
      case 'record_payment':
        return {
          amount: chance(0.4) ? 'due' : 500 * (1 + below(20)),
          currency: 'DKK',
          method: chance(booking.partner === null ? 0.05 : 0.7) ? 'on_account' : 'card',
          ...override(),
        };
      case 'record_refund':
        return booking.owed > 0 && chance(0.6)
          ? { refund_id: pending[booking.id] }
          : { amount: 500 * (1 + below(10)), ...(chance(0.3) ? { method: 'on_account' } : {}) };
      case 'merge_bookings': {
        const all = [...model.bookings.values()];
        const fitting = all.filter(
          (item) => item !== booking && item.departure === booking.departure && item.state === booking.state,
        );
        const paidByVoucher = fitting.filter(({ paidBy }) => Object.values(paidBy).some((paid) => paid > 0));
        const fit = paidByVoucher.length > 0 && chance(0.5) ? paidByVoucher : fitting;
        return { other: pick(fit.length > 0 && chance(0.7) ? fit : all).id, ...confirm };
      }
      case 'split_booking':
        return { guests: some(live), ...override() };
      case 'mark_no_show':
      case 'mark_attended':
        return { ...(chance(0.5) ? { guests: chance(0.5) ? live.slice(0, 1) : live } : {}), ...confirm };
      case 'edit_booking':
        return { version: chance(0.8) ? booking.version : booking.version - 1, contact: { name: `Bea ${log.length}` } };
      case 'tag_booking':
        return { add: some(TAGS), remove: some(TAGS) };
      case 'resend_booking':
        return chance(0.5) ? { message: `See you at ${log.length}` } : {};
      case 'redeem_code':
        return { code: pick(CODES) };
      case 'retry_refund':
        return { refund_id: pending[booking.id] ?? booking.id };
      case 'issue_invoice':
        return { name: 'Lund ApS', address: 'Havnegade 1, København' };
      case 'assign_partner':
        return { organisation_id: anyPartner() };
      default:
        return { ...stays(), ...override() };
    }
  };

  const push = async (act: string, booking: ModelBooking) => {
    const at = chance(0.85) ? booking.departure : pick(ids);
    const about = { company, departureId: at };
    const guest = pick(booking.guests);
    const paid = [...model.bookings.values()]
      .flatMap((booking) => booking.received)
      .filter(({ action }) => action !== null);
    if ((act === 'undo' && paid.length === 0) || !guest) return null;
    const amount = 500 * (1 + below(10));
    const target = act === 'undo' ? pick(paid) : null;
    const action =
      act === 'check_in'
        ? device.action('check_in', { ...about, bookingId: booking.id, guestId: guest.id, payload: { method: 'tap' } })
        : act === 'collect'
          ? device.action('payment', {
              ...about,
              bookingId: booking.id,
              payload: { amount, currency: 'DKK', method: 'cash' },
            })
          : device.action('undo', { company, departureId: target!.at!, payload: { actions: [target!.action!] } });
    const { result, stand } = await play(company.people.guide, 'push', { device: device.header(), actions: [action] });
    const [outcome] = result['outcomes'] as { status: string }[];
    if (outcome!.status !== 'applied' && outcome!.status !== 'flagged') differ('the push', outcome, 'recorded');
    if (act === 'check_in') model.checkedIn.add(`${guest.id} ${at}`);
    else if (act === 'collect') booking.received.push({ amount, at, action: action.id, undone: false });
    else target!.undone = true;
    return stand;
  };

  for (let step = 0; step < steps; step += 1) {
    const all = [...model.bookings.values()];
    const turn = random();
    if (last && last.result.status === 'ok' && turn < 0.06) {
      // Repeats the last request, or sends other arguments with its idempotency key.
      const other = chance(0.3) && last.act !== 'guest_extend';
      const args = other ? { ...last.args, ...somethingElse(last) } : last.args;
      const { result: response, stand } = await play(last.person, last.act, args);
      const { token: _, ...lastResult } = last.result as RpcResult & { token?: string };
      if (other || last.person !== null) {
        const should = other ? { status: 'id_reused' } : lastResult;
        if (!isDeepStrictEqual(response, should)) differ('the response to a repeat', response, should);
      } else if (response.status === 'ok') compareWithModel(response);
      // A repeat by a guest returns the booking's current state.
      else differ('the response to a repeat', response.status, 'ok');
      agree(stand);
      continue;
    }
    if (chance(0.3)) {
      const { act, args, should, left, isPreview, isSame, apply } = guestTurn(model, tokens, dice, log.length);
      const { result: response, stand } = await play(null, act, args);
      if (!should.includes(response.status)) differ('the response', response.status, should);
      if (response.status === 'sold_out' && left !== null && response['left'] !== left)
        differ('what is left', response['left'], left);
      if (response.status === 'ok' && !isPreview) {
        apply(response);
        compareWithModel(response);
        tidied();
        if (!isSame) last = { person: null, act, args, result: response };
      }
      remember(stand);
      agree(stand);
      continue;
    }
    const stranger = chance(0.06)
      ? pick([
          ['accountant', 'not_permitted'],
          ['guide', 'not_found'],
          ['outsider', 'not_found'],
        ] as const)
      : null;
    const person = stranger
      ? stranger[0] === 'outsider'
        ? outsider
        : company.people[stranger[0]]
      : company.people[pick(['office', 'reservations', 'owner'] as const)];
    const request = randomUUID();

    if (all.length === 0 || turn < (all.length < 3 ? 0.4 : 0.15)) {
      const departure = isOnePlace ? departures[0]! : pick(departures);
      const party = tickets(isOnePlace ? 1 : 3);
      const state = isOnePlace ? 'CONFIRMED' : pick(['ON_HOLD', 'ON_HOLD', 'PENDING', 'CONFIRMED']);
      const hasName = chance(0.7);
      const partner = chance(0.35) ? anyPartner() : null;
      const more: Change = { ...override(), ...(partner === null ? {} : { organisation_id: partner }) };
      const preview = chance(0.08);
      const booking = {
        guests: wire(party),
        state,
        ...(hasName ? { contact: { name: 'Anna' } } : {}),
        ...more,
        ...(preview ? { preview } : {}),
      };
      const args = { request, departure: departure.id, booking };
      const should = stranger ? [stranger[1]] : model.expectHold(departure, party, more);
      const { result: response, stand } = await play(person, 'hold_booking', args);
      if (!should.includes(response.status)) differ('the response', response.status, should);
      if (response.status === 'ok' && !preview) {
        model.applyHold(departure.id, party, { state, name: hasName ? 'Anna' : '—', partner }, response);
        model.links.set(response['token'] as string, response['booking_id'] as Uuid);
        compareWithModel(response);
        last = { person, act: 'hold_booking', args, result: response };
      }
      if (response.status === 'sold_out') {
        const left = Math.max(0, departure.capacity - model.taken(departure.id));
        if (response['left'] !== left) differ('what is left', response['left'], left);
      }
      agree(stand);
      continue;
    }

    const failed = all.filter((item) => item.failed);
    const withRequestedRefunds = all.filter(
      (item) => item.requested.length > 0 && model.money(item).owed <= model.balance(item),
    );
    const refusable = all.find(
      ({ owed, failed: no, received }) =>
        owed > 0 && !no && received.some(({ undone, isOwed, isGift }) => !undone && !isOwed && !isGift),
    );
    /** Bookings whose partner may take them on account, and has not yet. */
    const theirs = all.filter(
      (item) =>
        item.partner === partners.sends && ['CONFIRMED', 'PENDING'].includes(item.state) && model.money(item).due > 0,
    );
    /** Bookings partly paid by vouchers: their refunds are interesting. */
    const paidByVoucher = all.filter(
      ({ state, paidBy }) => ACTIVE.has(state) && Object.values(paidBy).some((paid) => paid > 0),
    );
    /** Bookings on a partner's account: price changes go on the account, or exceed its limit. */
    const owing = all.filter(({ state, onAccount }) => ACTIVE.has(state) && onAccount > 0);
    /** Returns the action with a booking and a change that the model allows; most random ones would be refused. */
    const possible = (act: Act): { act: Act; booking: ModelBooking; change: Change } | null => {
      if (WITHOUT_EXPECTATION.has(act)) return null;
      const changes = all.map((booking) => ({ act, booking, change: changeOf(act, booking) }));
      const fitting = changes.filter(({ booking, change }) => model.expect(act, booking, change).includes('ok'));
      return fitting.length > 0 ? pick(fitting) : null;
    };
    const turnOf = below(RARELY_POSSIBLE.length);
    const rare = [...RARELY_POSSIBLE.slice(turnOf), ...RARELY_POSSIBLE.slice(0, turnOf)];
    const wanted = chance(0.6) ? (chance(0.5) ? rare : [pick(ACTS)]) : [];
    let directed: ReturnType<typeof possible> = null;
    for (const act of wanted) directed ??= possible(act);
    // Refused and requested refunds are rare, and most sequences would not come back to them.
    const act: Act = directed
      ? directed.act
      : failed.length > 0 && chance(0.4)
        ? 'retry_refund'
        : withRequestedRefunds.length > 0 && chance(0.4)
          ? 'send_refunds'
          : refusable && chance(0.2)
            ? 'refuse_refund'
            : theirs.length > 0 && chance(0.3)
              ? 'record_payment'
              : owing.length > 0 && chance(0.2)
                ? 'change_party'
                : paidByVoucher.length > 0 && chance(0.3)
                  ? pick(MOVES_MONEY)
                  : pick(ACTS);
    const booking = directed
      ? directed.booking
      : act === 'retry_refund' && failed.length > 0
        ? pick(failed)
        : act === 'record_payment' && theirs.length > 0
          ? pick(theirs)
          : act === 'change_party' && owing.length > 0
            ? pick(owing)
            : paidByVoucher.length > 0 && chance(0.5)
              ? pick(paidByVoucher)
              : pick(all);
    if (act === 'check_in' || act === 'collect' || act === 'undo') {
      const stand = await push(act, booking);
      if (stand) agree(stand);
      continue;
    }
    if (act === 'age' || act === 'tidy') {
      const holds = all.filter(({ state }) => state === 'ON_HOLD');
      const old = pick(holds);
      if (act === 'age' && !old) continue;
      const { stand } = await play(person, act, act === 'age' ? { booking: old!.id } : {});
      if (act === 'age') Object.assign(old!, { state: 'EXPIRED', untidied: true });
      else
        for (const item of all as (ModelBooking & { untidied?: boolean })[])
          if (item.untidied && item.state === 'EXPIRED')
            Object.assign(item, { untidied: false, history: [...item.history, 'release_hold'] });
      agree(stand);
      continue;
    }
    if (act === 'refuse_refund' || act === 'send_refunds') {
      const refundable = act === 'send_refunds' ? withRequestedRefunds[0] : refusable;
      if (!refundable) continue;
      const { stand } = await play(null, act, { booking: refundable.id, refund: pending[refundable.id] ?? null });
      if (act === 'refuse_refund') refundable.failed = true;
      else model.send(refundable);
      remember(stand);
      agree(stand);
      continue;
    }
    const change = directed?.change ?? changeOf(act, booking);
    const preview = chance(0.06);
    const { tickets: _tickets, ...wireChange } = change;
    const args = { request, booking: booking.id, change: { ...wireChange, ...(preview ? { preview } : {}) } };
    const should = stranger ? [stranger[1]] : model.expect(act, booking, change);
    const { result: response, stand } = await play(person, act, args);
    if (!should.includes(response.status)) differ('the response', response.status, should);
    if (response.status === 'ok' && !preview) {
      model.apply(act, booking, change, response);
      if (act === 'split_booking') model.links.set(response['token'] as string, response['new_booking_id'] as Uuid);
      compareWithModel(response);
      tidied();
      last = { person, act, args, result: response };
    }
    remember(stand);
    agree(stand);
  }
  return log;
}
