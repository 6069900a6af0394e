/** Each closed list is an enum of the database; where TypeScript has it too, both have the same order. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTION_KINDS, FLAGS } from '../../src/domain/actions.ts';
import { API_SCOPES } from '../../src/domain/api-scopes.ts';
import { BOOKING_REASONS } from '../../src/domain/booking-reasons.ts';
import {
  SUPPRESSION_REASONS,
  MAIL_STATES,
  PAYMENT_DIFFERENCES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from '../../src/domain/bookings.ts';
import { ASSIGNMENT_STATES, CANCEL_REASONS } from '../../src/domain/calendar.ts';
import { ATTENDANCE_RULES } from '../../src/domain/company-settings.ts';
import { DOCUMENT_KINDS } from '../../src/domain/document-sheet.ts';
import { PAY_KINDS } from '../../src/domain/guide-pay.ts';
import { LOCALES } from '../../src/domain/locales.ts';
import {
  ATTENDANCES,
  BOOKING_SOURCES,
  BOOKING_STATUSES,
  DEPARTURE_STATUSES,
  GUIDE_NOTICES,
  GUIDE_ROLES,
  PRICE_CATEGORY_TYPES,
} from '../../src/domain/closed-lists.ts';
import {
  EXPORT_KINDS,
  EXPORT_PAUSES,
  EXPORT_FREQUENCIES,
  EXPORT_SPANS,
  SCHEDULED_FORMATS,
} from '../../src/domain/scheduled-exports.ts';
import { DEPARTURE_DECISIONS, DEPARTURE_IMPACTS, EXCEPTION_KINDS } from '../../src/domain/schedules.ts';
import { REPORT_STATES } from '../../src/domain/tour-report.ts';
import {
  DELIVERY_STATES,
  OCTO_EVENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_PAUSES,
  WEBHOOK_STATES,
} from '../../src/domain/webhooks.ts';
import { TOUR_STATUSES } from '../../src/domain/tours.ts';
import type { Database } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

test.each([
  ['locale', LOCALES],
  ['tour_status', TOUR_STATUSES],
  ['schedule_exception_kind', EXCEPTION_KINDS],
  ['attendance_rule', ATTENDANCE_RULES],
  ['price_category_type', PRICE_CATEGORY_TYPES],
  ['departure_status', DEPARTURE_STATUSES],
  ['guide_role', GUIDE_ROLES],
  ['assignment_status', ASSIGNMENT_STATES],
  ['guide_notice', GUIDE_NOTICES],
  ['departure_cancel_reason', CANCEL_REASONS],
  ['booking_status', BOOKING_STATUSES],
  ['booking_source', BOOKING_SOURCES],
  ['booking_reason', BOOKING_REASONS],
  ['payment_method', PAYMENT_METHODS],
  ['payment_status', PAYMENT_STATUSES],
  ['refund_status', REFUND_STATUSES],
  ['action_kind', ACTION_KINDS],
  ['action_flag', FLAGS],
  ['pay_kind', PAY_KINDS],
  ['webhook_event', WEBHOOK_EVENTS],
  ['octo_event', OCTO_EVENTS],
  ['api_scope', API_SCOPES],
  ['export_kind', EXPORT_KINDS],
  ['export_span', EXPORT_SPANS],
  ['export_rhythm', EXPORT_FREQUENCIES],
  ['export_format', SCHEDULED_FORMATS],
  ['export_pause', EXPORT_PAUSES],
  ['document_kind', DOCUMENT_KINDS],
])('%s is the same list in the database and in TypeScript', async (name, list) => {
  const [row] = await db.query(`select to_jsonb(enum_range(null::public.${name})) as list`);
  expect(row).toEqual({ list });
});

test.each([
  ['departure_outcome', DEPARTURE_IMPACTS],
  ['departure_decision', DEPARTURE_DECISIONS],
  ['report_state', REPORT_STATES],
  ['attendance', ATTENDANCES],
  ['webhook_state', WEBHOOK_STATES],
  ['webhook_pause', WEBHOOK_PAUSES],
  ['delivery_state', DELIVERY_STATES],
  ['webhook_failure', WEBHOOK_FAILURES],
  ['message_state', MAIL_STATES],
  ['payment_difference_kind', PAYMENT_DIFFERENCES],
  ['suppression_reason', SUPPRESSION_REASONS],
])('%s, which no column uses, matches TypeScript', async (name, list) => {
  const [row] = await db.query(`select to_jsonb(enum_range(null::private.${name})) as list`);
  expect(row).toEqual({ list });
});

test('no column lists its values in a check', async () => {
  const listed = await db.query<{ place: string }>(
    `select conrelid::regclass || '.' || conname as place from pg_constraint
     where contype = 'c' and connamespace in ('public'::regnamespace, 'private'::regnamespace) and conrelid <> 0
       and pg_get_constraintdef(oid) ~ 'ARRAY\\[|= ''[^'']*''::text\\) OR'`,
  );
  expect(listed).toEqual([]);
});

test.each([
  ['da', 'da'],
  ['xx', 'en'],
  [null, 'en'],
])('a person who signs up with the language %j gets %s', async (given, kept) => {
  const id = randomUUID();
  await db.query(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
    id,
    `${id}@muster.test`,
    JSON.stringify({ locale: given }),
  ]);
  expect(await db.query(`select locale from public.users where id = $1`, [id])).toEqual([{ locale: kept }]);
});
