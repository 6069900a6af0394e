/**
 * Schemas of check-ins and tour reports. Actions are the same as a device's (docs/protocol.md); the database checks
 * them.
 */
import * as v from 'valibot';
import { ACTION_KINDS, ACTION_FLAGS, REFUSALS } from '../../../src/domain/actions.ts';
import { PRICE_CATEGORY_TYPES } from '../../../src/domain/enums.ts';
import { REPORT_STATES } from '../../../src/domain/tour-report.ts';
import { amount, count, day, id, instant, text } from './response-schemas.ts';

/** UUIDs are stored in lower case. */
const clientId = () => v.pipe(v.string(), v.uuid(), v.regex(/^[0-9a-f-]+$/));
const words = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest));
const wholeNumber = (largest: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(largest));
const moment = (about: string) =>
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    v.description(`${about}; UTC with three decimals, 2027-05-01T08:52:00.000Z`),
  );
const currency = () => v.pipe(v.string(), v.regex(/^[A-Z]{3}$/), v.description('ISO 4217'));
const code = (length: number) =>
  v.pipe(v.string(), v.regex(new RegExp(`^[23456789ABCDEFGHJKMNPQRSTVWXYZ]{${length}}$`)));
const orNull = <T extends v.GenericSchema>(shape: T) => v.optional(v.nullable(shape), null);

/** Fields of every action; omitted ones are filled in from the key and device. */
const fields = {
  id: v.pipe(clientId(), v.description('Of your own making: sent again with the same one, it is done once')),
  departure_id: clientId(),
  occurred_at: moment('When it happened'),
  device_time: v.optional(moment('What the clock said; as occurred_at unless said')),
  device_sequence: v.optional(v.pipe(wholeNumber(1e15), v.description('Counts the actions of a device'))),
  schema_version: v.optional(v.literal(1)),
  company_id: v.optional(clientId()),
  device_id: v.optional(clientId()),
};
const booking = clientId();
const none = v.optional(v.null());
const METHODS = ['tap', 'scan', 'code', 'party', 'walk_in'] as const;
const person = v.strictObject({
  id: clientId(),
  price_category_id: orNull(clientId()),
  name: orNull(v.pipe(v.string(), v.maxLength(200))),
  ticket_code: code(12),
});
const action = v.variant('kind', [
  v.strictObject({
    ...fields,
    kind: v.literal('check_in'),
    booking_id: booking,
    guest_id: clientId(),
    payload: v.strictObject({ method: v.picklist(METHODS) }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('no_show'),
    booking_id: booking,
    guest_id: clientId(),
    payload: v.strictObject({}),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('walk_in'),
    booking_id: v.pipe(clientId(), v.description('Of your own making')),
    guest_id: none,
    payload: v.strictObject({
      reference: code(6),
      contact_name: words(200),
      contact_phone: orNull(words(50)),
      contact_email: orNull(words(320)),
      total_amount: wholeNumber(1e12),
      currency: currency(),
      guests: v.pipe(v.array(person), v.minLength(1), v.maxLength(100)),
    }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('payment'),
    booking_id: booking,
    guest_id: none,
    payload: v.strictObject({
      amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1e12)),
      currency: currency(),
      method: v.picklist(['cash', 'card', 'other']),
    }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('note'),
    booking_id: booking,
    guest_id: v.optional(v.nullable(clientId())),
    payload: v.strictObject({ text: words(5000) }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('count'),
    booking_id: none,
    guest_id: none,
    payload: v.strictObject({
      present: wholeNumber(100_000),
      missing: v.pipe(v.array(clientId()), v.maxLength(2000)),
      stop: orNull(v.pipe(v.string(), v.maxLength(200))),
    }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('depart'),
    booking_id: none,
    guest_id: none,
    payload: v.strictObject({ head_count: wholeNumber(100_000) }),
  }),
  v.strictObject({
    ...fields,
    kind: v.literal('undo'),
    booking_id: none,
    guest_id: none,
    payload: v.strictObject({
      actions: v.pipe(
        v.array(clientId()),
        v.minLength(1),
        v.maxLength(1000),
        v.description('Ids of actions of that departure'),
      ),
    }),
  }),
]);

export const Push = v.strictObject({
  device: v.strictObject({
    id: v.pipe(clientId(), v.description('Of your own making, another for each place where people are let in')),
    label: v.optional(
      v.pipe(v.string(), v.maxLength(200), v.description('As staff know it; the key’s name unless said')),
    ),
    now: moment('What its clock says as this is sent'),
  }),
  actions: v.pipe(v.array(action), v.minLength(1), v.maxLength(100), v.description('The oldest first')),
});

export const Outcomes = v.object({
  server_time: instant(),
  outcomes: v.array(
    v.object({
      id: id(),
      status: v.pipe(
        v.picklist(['applied', 'duplicate', 'flagged', 'refused']),
        v.description('flagged: it counts, and somebody should look at it'),
      ),
      flags: v.optional(v.array(v.picklist(ACTION_FLAGS))),
      code: v.optional(v.picklist(REFUSALS)),
    }),
  ),
});

const ROLL_CALL = ACTION_KINDS.filter((kind) => !kind.startsWith('report_')) as Exclude<
  (typeof ACTION_KINDS)[number],
  `report_${string}`
>[];
export const CheckIn = v.object({
  id: id(),
  kind: v.picklist(ROLL_CALL),
  departure_id: id(),
  booking_id: v.nullable(id()),
  guest_id: v.nullable(id()),
  payload: v.pipe(
    v.record(v.string(), v.unknown()),
    v.description('What the kind carries; names and words only with the scope guests_read'),
  ),
  device_id: id(),
  occurred_at: instant(),
  recorded_at: instant(),
  flags: v.array(v.picklist(ACTION_FLAGS)),
  by: v.pipe(text(), v.description('The person, or the program’s key')),
});

export const Attendance = v.object({
  guest_id: id(),
  booking_id: id(),
  departure_id: id(),
  type: v.picklist(PRICE_CATEGORY_TYPES),
  state: v.picklist(['expected', 'checked_in', 'no_show', 'cancelled']),
  checked_in_at: v.nullable(instant()),
  is_conflict: v.pipe(v.boolean(), v.description('Let in on two devices')),
});

const attendance = v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), attended: count() });
export const Report = v.object({
  departure_id: id(),
  tour_id: id(),
  starts_at: instant(),
  ends_at: instant(),
  local_date: day(),
  state: v.picklist(REPORT_STATES),
  is_overdue: v.boolean(),
  lines: v.pipe(
    v.array(v.object({ type: v.picklist(PRICE_CATEGORY_TYPES), booked: count(), attended: count() })),
    v.description('What the check-ins say'),
  ),
  walk_ins: count(),
  cash: amount(),
  currency: v.string(),
  locked_at: v.nullable(instant()),
  report: v.pipe(
    v.nullable(
      v.object({
        id: id(),
        submitted_at: instant(),
        by: text(),
        lines: v.array(attendance),
        walk_ins: count(),
        minutes_late: count(),
        handed_over: amount(),
        currency: v.string(),
        incidents: v.pipe(text(), v.description('Null without the scope guests_read')),
        note: v.pipe(text(), v.description('Null without the scope guests_read')),
      }),
    ),
    v.description('What its guide reported'),
  ),
});
