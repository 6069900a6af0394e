/** Compares the enums of the database with the lists of the same names in TypeScript. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACTION_KINDS, ACTION_FLAGS } from '../../src/domain/actions.ts';
import { API_SCOPES } from '../../src/domain/api-scopes.ts';
import { BOOKING_REASONS } from '../../src/domain/booking-reasons.ts';
import {
  SUPPRESSION_REASONS,
  MESSAGE_STATES,
  PAYMENT_DIFFERENCE_KINDS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
} from '../../src/domain/bookings.ts';
import { ASSIGNMENT_STATUSES, DEPARTURE_CANCEL_REASONS } from '../../src/domain/calendar.ts';
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
} from '../../src/domain/enums.ts';
import {
  EXPORT_KINDS,
  EXPORT_PAUSES,
  EXPORT_FREQUENCIES,
  EXPORT_SELECTIONS,
  EXPORT_FORMATS,
} from '../../src/domain/scheduled-exports.ts';
import { DEPARTURE_DECISIONS, DEPARTURE_IMPACTS, SCHEDULE_EXCEPTION_KINDS } from '../../src/domain/schedules.ts';
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

/** Returns the name of the enum that has this list: `TOUR_STATUSES` is `tour_status`. */
const enumOf = (list: string) =>
  list
    .toLowerCase()
    .replace(/status(?:es)?$|ies$|s$/, (ending) =>
      ending.startsWith('status') ? 'status' : ending === 'ies' ? 'y' : '',
    );

const PUBLIC_ENUMS = {
  LOCALES,
  TOUR_STATUSES,
  SCHEDULE_EXCEPTION_KINDS,
  ATTENDANCE_RULES,
  PRICE_CATEGORY_TYPES,
  DEPARTURE_STATUSES,
  GUIDE_ROLES,
  ASSIGNMENT_STATUSES,
  GUIDE_NOTICES,
  DEPARTURE_CANCEL_REASONS,
  BOOKING_STATUSES,
  BOOKING_SOURCES,
  BOOKING_REASONS,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  REFUND_STATUSES,
  ACTION_KINDS,
  ACTION_FLAGS,
  PAY_KINDS,
  WEBHOOK_EVENTS,
  OCTO_EVENTS,
  API_SCOPES,
  EXPORT_KINDS,
  EXPORT_SELECTIONS,
  EXPORT_FREQUENCIES,
  EXPORT_FORMATS,
  EXPORT_PAUSES,
  DOCUMENT_KINDS,
};

/** Enums that no column uses. */
const PRIVATE_ENUMS = {
  DEPARTURE_IMPACTS,
  DEPARTURE_DECISIONS,
  REPORT_STATES,
  ATTENDANCES,
  WEBHOOK_STATES,
  WEBHOOK_PAUSES,
  DELIVERY_STATES,
  WEBHOOK_FAILURES,
  MESSAGE_STATES,
  PAYMENT_DIFFERENCE_KINDS,
  SUPPRESSION_REASONS,
};

test.each([
  ...Object.entries(PUBLIC_ENUMS).map(([name, list]) => [`public.${enumOf(name)}`, list] as const),
  ...Object.entries(PRIVATE_ENUMS).map(([name, list]) => [`private.${enumOf(name)}`, list] as const),
])('%s is the same list in the database and in TypeScript', async (name, list) => {
  const [row] = await db.query(`select to_jsonb(enum_range(null::${name})) as list`);
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
])('a person who signs up with the language %j gets %s', async (input, kept) => {
  const id = randomUUID();
  await db.query(`insert into auth.users (id, email, raw_user_meta_data) values ($1, $2, $3)`, [
    id,
    `${id}@muster.test`,
    JSON.stringify({ locale: input }),
  ]);
  expect(await db.query(`select locale from public.users where id = $1`, [id])).toEqual([{ locale: kept }]);
});
