/** What forms and server accept: each case runs in TypeScript and SQL. All pairs: tests/support/rule-pairs.ts. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toWire } from '../../src/data/wire.ts';
import { termsFormSchema } from '../../src/domain/agreement-terms.ts';
import { allotmentsFormSchema } from '../../src/domain/allotments.ts';
import { bookingContact, emptyToNull } from '../../src/domain/booking-contact.ts';
import { date, requiredText, time } from '../../src/domain/fields.ts';
import { LOCALES } from '../../src/domain/locales.ts';
import { organisationSettings } from '../../src/domain/organisation-settings.ts';
import { emergencyContactSchema, profileSchema } from '../../src/domain/own-account.ts';
import { can, PERMISSIONS, seesWholeCompany, type Permission, type Subject } from '../../src/domain/permissions.ts';
import { exceptionSchema, departureOverridesSchema, scheduleSchema } from '../../src/domain/schedules.ts';
import { missingTexts, REQUIRED_TEXTS } from '../../src/domain/tours.ts';
import { blackoutFormSchema } from '../../src/domain/date-forms.ts';
import { daySpansOf, hoursOf, isValidSpan, type DaySpan } from '../../src/domain/working-hours.ts';
import { bothSides } from '../support/both-sides.ts';
import type { Database } from '../support/database.ts';
import { makeCompany, makeOrganisation, makePerson } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { randomCheckOptions } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());
const { inSql, differences } = bothSides(() => db);

/** Texts at their limit and beyond, also with characters of two UTF-16 units. */
const long = (length: number) => [
  'x'.repeat(length),
  'x'.repeat(length + 1),
  '😀'.repeat(length),
  '😀'.repeat(length + 1),
];
const is = (schema: v.GenericSchema, input: unknown) => v.safeParse(schema, input).success;

/** Throws unless the cases include both valid and invalid ones. */
function mustHaveBoth(outcomes: readonly boolean[]): void {
  if (new Set(outcomes).size < 2) throw new Error(`All cases are ${outcomes[0] ? 'valid' : 'invalid'}.`);
}

/** Returns the values of fields that only one side accepts. `sql` returns the server's status for the typed fields. */
async function fieldDifferences<Fields extends Record<string, unknown>>(
  base: Fields,
  values: Partial<Record<keyof Fields, readonly unknown[]>>,
  sides: { schema: v.GenericSchema; sql: (typed: Fields) => Promise<string> },
): Promise<unknown[]> {
  const compared: { field: string; value: unknown; sql: boolean; typescript: boolean }[] = [];
  for (const [field, input] of Object.entries(values) as [string, readonly unknown[]][])
    for (const value of input) {
      const typed = { ...base, [field]: value };
      const sql = (await sides.sql(typed)) !== 'invalid';
      compared.push({ field, value, sql, typescript: is(sides.schema, typed) });
    }
  mustHaveBoth(compared.map(({ typescript }) => typescript));
  return compared.filter(({ sql, typescript }) => sql !== typescript);
}

/** Returns the forms that only one side accepts. `sql` is an expression for the list of problems of `input`. */
async function formDifferences(
  forms: readonly object[],
  { sql, schema }: { sql: string; schema: v.GenericSchema },
): Promise<unknown[]> {
  const problems = await inSql<unknown[]>(sql, forms.map(toWire));
  const compared = forms.map((input, at) => ({ input, sql: problems[at]!, typescript: is(schema, input) }));
  mustHaveBoth(compared.map(({ typescript }) => typescript));
  return compared.filter((entry) => (entry.sql.length === 0) !== entry.typescript);
}

describe('texts', () => {
  // Everything that either side could treat as white space, and neighbours.
  const points = [...Array.from({ length: 0x3010 }, (_, at) => at), 0xfeff, 0xfefe, 0xff00, 0x1f600];
  const signs = points
    .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
    .map((point) => String.fromCodePoint(point));

  test('private.trim_text trims like requiredText', async () =>
    expect(
      await differences(
        signs.map((sign) => `${sign}a${sign}b${sign}`),
        { sql: 'private.trim_text(text)', typescript: (text) => v.parse(requiredText(300), text) },
      ),
    ).toEqual([]));

  test('private.text_problem treats the same texts as empty as requiredText', async () =>
    expect(
      await differences([...signs, '', ' \n ', ...long(20)], {
        sql: 'coalesce(private.text_problem(input, 20) is null, false)',
        typescript: (text) => is(requiredText(20), text),
      }),
    ).toEqual([]));
});

describe('days and times', () => {
  test('date() accepts the days that private.date_problem does', async () => {
    const days = [
      '1899-12-31',
      '1900-01-01',
      '2000-02-29',
      '1900-02-29',
      '2026-02-30',
      '2026-13-01',
      '2026-00-10',
      '2026-04-31',
      '2199-12-31',
      '2200-01-01',
      '0026-05-02',
      '9999-12-31',
      '2026-5-2x',
      '',
    ];
    expect(
      await differences(days, {
        sql: 'private.date_problem(input) is null',
        typescript: (day) => is(date(), day),
      }),
    ).toEqual([]);
    const typed = ['2/5/2026', '02.05.26', '31-12-1899', '29/2/2100', '29 2 2096', '1/1/2200'];
    const read = typed.flatMap((text) => {
      const { success, output } = v.safeParse(date(), text);
      return success ? [output] : [];
    });
    expect(read).toEqual(['2026-05-02', '2026-05-02', '2096-02-29']);
    expect(await inSql('private.date_problem(input)', read)).toEqual([null, null, null]);
  });

  test('time() returns times that private.time_problem accepts', async () => {
    const typed = ['9', '9:30', '0930', '23:59', '9 h 30', '12 am', '12:15 pm', '00:00'];
    const read = typed.map((text) => v.parse(time(), text));
    expect(await inSql('private.time_problem(input)', read)).toEqual(read.map(() => null));
    expect(
      await differences(['24:00', '23:60', '12:345', 'noon', '', '99:99'], {
        sql: 'private.time_problem(input) is null',
        typescript: (text) => is(time(), text),
      }),
    ).toEqual([]);
  });
});

test('organisationSettings accepts what save_organisation_settings does', async () => {
  const { id, admin } = await makeOrganisation(db);
  const base = {
    name: 'Partners',
    contactEmail: '',
    contactPhone: '',
    defaultLocale: 'en',
    slug: 'partners',
    brandColour: '',
    defaultCommission: '10',
    embedOrigins: '',
  };
  const origins = (count: number) => Array.from({ length: count }, (_, at) => `https://a${at}.test`).join('\n');
  expect(
    await fieldDifferences(
      base,
      {
        name: ['', ' ', '\u00a0', 'a', ...long(200)],
        contactEmail: ['anna@holm.test', ' anna@holm.test\u200b', 'anna@holm', 'anna', ' '],
        contactPhone: ['+4533112233', '33112233', '+45 33 11 22 33', ' '],
        defaultLocale: ['da'],
        slug: ['a', 'a-b', 'a--b', '-a', 'a_b', 'æ', '', ...long(63).slice(0, 2)],
        brandColour: ['#2f6fd0', '#fff', 'red', '#2f6fd0a'],
        defaultCommission: ['0', '100', '100.01', '101', '12.34', '12.345', '1000'],
        embedOrigins: ['https://a.test', 'http://a.test', origins(20), origins(21)],
      },
      {
        schema: organisationSettings,
        sql: async (typed) => {
          const { status } = await db.rpc<{ status: string }>(admin, 'save_organisation_settings', {
            organisation: id,
            // With a version that never exists, so that nothing is saved; invalid values are refused earlier.
            version: -1,
            input: {
              ...(toWire(typed) as object),
              default_commission: Number(typed.defaultCommission),
              embed_origins: typed.embedOrigins.split('\n').filter(Boolean),
            },
          });
          return status;
        },
      },
    ),
  ).toEqual([]);
});

test('profileSchema and emergencyContactSchema accept what their RPCs do', async () => {
  const person = await makePerson(db);
  expect(
    await fieldDifferences(
      { displayName: 'Anna', locale: 'en' },
      { displayName: ['', ' ', '\u2003', 'a', ...long(200)] },
      {
        schema: profileSchema,
        sql: async ({ displayName, locale }) =>
          (await db.rpc<{ status: string }>(person, 'change_own_profile', { display_name: displayName, locale }))
            .status,
      },
    ),
  ).toEqual([]);
  expect(
    await fieldDifferences(
      { name: 'Bo', phone: '+4533112233', relation: '' },
      {
        name: ['', ' ', '\u00a0', 'a', ...long(200)],
        phone: ['', '33112233', '+1234567', '+123456'],
        relation: ['Sister', ' ', ...long(100)],
      },
      {
        schema: emergencyContactSchema,
        sql: async (typed) => (await db.rpc<{ status: string }>(person, 'save_emergency_contact', typed)).status,
      },
    ),
  ).toEqual([]);
  const nobody = { name: ' ', phone: '', relation: ' ' };
  expect(is(emergencyContactSchema, nobody)).toBe(true);
  expect(await db.rpc(person, 'save_emergency_contact', nobody)).toEqual({ status: 'ok' });
});

test('bookingContact accepts what private.check_contact and private.parse_text_field do', async () => {
  const checkInSql = async (contact: object): Promise<string> => {
    try {
      await db.query(
        `select private.check_contact($1), private.parse_text_field($1, 'name', 200), private.parse_text_field($1, 'phone', 50)`,
        [JSON.stringify(contact)],
      );
      return 'ok';
    } catch {
      return 'invalid';
    }
  };
  expect(
    await fieldDifferences(
      { name: 'Anna', email: '', phone: '', country: '', locale: 'en', note: '', voucherNumber: '' },
      {
        name: long(200),
        email: ['', ' ', 'anna@holm.test', 'anna@holm', 'a b@holm.test'],
        phone: ['', '+4533112233', '+123456789012345'],
        country: ['', 'DK', 'dk', 'DNK', 'D'],
        locale: [...LOCALES, 'de'],
      },
      {
        schema: bookingContact(),
        sql: ({ country, ...contact }) => checkInSql({ ...contact, country: emptyToNull(country) }),
      },
    ),
  ).toEqual([]);
});

describe('tours', () => {
  test('missingTexts finds what private.missing_texts does', async () => {
    const texts = fc.dictionary(
      fc.constantFrom(...LOCALES),
      fc.record({
        title: fc.constantFrom('', ' ', '\u00a0', '\n', 'Walk'),
        summary: fc.constantFrom('', 'Short'),
        description: fc.constantFrom('', '\ufeff', 'Long'),
        meetingPoint: fc.constantFrom('', '\u2003 \t', 'The fountain'),
        meetingNotes: fc.constantFrom('', 'By the bike'),
      }),
    );
    const cases = fc.sample(texts, randomCheckOptions(1000)).map((input) => ({ ...input }));
    expect(
      await differences(
        cases.map((input) => ({ input, wire: toWire(input) })),
        {
          sql: `(select coalesce(jsonb_agg(jsonb_build_object('field', m.field, 'language', m.language)), '[]') from private.missing_texts(input -> 'wire') as m)`,
          typescript: ({ input }) => missingTexts(input as never).map(({ field, language }) => ({ field, language })),
        },
      ),
    ).toEqual([]);
    expect(missingTexts({})).toHaveLength(REQUIRED_TEXTS.length * LOCALES.length);
  });
});

describe('schedules', () => {
  const day = ['1899-12-31', '1900-01-01', '2199-12-31', '2200-01-01', '2026-02-30', '', null];
  const clock = ['00:00', '23:59', '24:00', '9:00', '12:60', ''];
  const capacity = [0, 10_000, 10_001, -1, 1.5, null];
  const language = ['da', 'nds', 'd', 'DA', 'dansk', null];
  const variants = (base: object, values: Record<string, readonly unknown[]>) =>
    Object.entries(values).flatMap(([field, all]) => all.map((value) => ({ ...base, [field]: value })));

  test('ScheduleForm and private.schedule_problems', async () => {
    const base = {
      rrule: 'FREQ=DAILY',
      startsOn: '2026-05-02',
      localTime: '10:00',
      capacity: null,
      language: null,
      isActive: true,
    };
    expect(
      await formDifferences(
        variants(base, {
          startsOn: day,
          localTime: clock,
          capacity,
          language,
          rrule: ['FREQ=HOURLY', ''],
          isActive: [1],
        }),
        { sql: 'array(select private.schedule_problems(input))', schema: scheduleSchema },
      ),
    ).toEqual([]);
  });

  test('ExceptionForm and private.exception_problems', async () => {
    const company = await makeCompany(db);
    const base = {
      localDate: '2099-05-02',
      kind: 'changed',
      movedTo: null,
      localTime: null,
      capacity: null,
      language: null,
      note: null,
    };
    const schedule = { company_id: company.id, rrule: 'FREQ=DAILY', starts_on: '2026-01-01' };
    expect(
      await formDifferences(
        variants(base, {
          localDate: ['2199-12-31', '2200-01-01', '2099-02-30', '', null],
          kind: ['removed', 'moved'],
          movedTo: ['2099-05-03', '2200-01-01', ''],
          localTime: clock,
          capacity,
          language,
          note: long(500),
        }),
        {
          sql: `array(select private.exception_problems(jsonb_populate_record(null::public.schedules, '${JSON.stringify(schedule)}'), input))`,
          schema: exceptionSchema,
        },
      ),
    ).toEqual([]);
  });

  test('DepartureOverrides and private.override_problems', async () => {
    const company = await makeCompany(db);
    const price = (amount: number) => ({ [company.priceCategoryId]: amount });
    expect(
      await formDifferences(
        variants(
          { capacity: null, language: null, meetingNote: null, prices: {} },
          {
            capacity,
            language,
            meetingNote: long(1000),
            prices: [price(0), price(1.5), price(-1), price(100_000_000_000), price(100_000_000_001)],
          },
        ),
        {
          sql: `array(select private.override_problems('${company.tourId}', input))`,
          schema: departureOverridesSchema,
        },
      ),
    ).toEqual([]);
  });

  test('blackoutFormSchema accepts what save_blackout does', async () => {
    const company = await makeCompany(db);
    expect(
      await fieldDifferences(
        { of: 'company', fromDate: '2026-05-02', toDate: '2026-05-03', name: '' },
        {
          toDate: ['2026-05-02', '2026-05-01', '2029-05-06', '2029-05-07', '2200-01-01', ''],
          name: long(200),
        },
        {
          schema: blackoutFormSchema,
          sql: async ({ fromDate, toDate, name }) => {
            const input = { from_date: fromDate, to_date: toDate, name, tour_id: null };
            const { status } = await db.rpc<{ status: string }>(company.people.owner, 'save_blackout', {
              company: company.id,
              blackout: randomUUID(),
              version: 0,
              input,
              decisions: {},
            });
            return status;
          },
        },
      ),
    ).toEqual([]);
  });
});

describe('partners', () => {
  const TOURS = [randomUUID(), randomUUID()] as const;
  const base = {
    partner: '',
    kind: 'percent',
    percent: '10',
    amount: '25',
    tiers: [
      { from: '1', percent: '5' },
      { from: '', percent: '' },
      { from: '', percent: '' },
    ],
    tours: TOURS.map((tour) => ({ tour, kind: 'as_others', percent: '', amount: '' })),
    click: 'last',
    windowDays: '30',
  };
  const tiers = (...rows: [from: string, percent: string][]) => ({
    kind: 'tiers',
    tiers: rows.map(([from, percent]) => ({ from, percent })),
  });
  const withTourTerms = (kind: string, value: string) => ({
    tours: [{ tour: TOURS[0], kind, percent: value, amount: value }, base.tours[1]],
  });
  const CHANGES = [
    {},
    ...['0', '100', '100.01', '12.34', '12.345', ''].map((percent) => ({ percent })),
    ...['0', '1', '9999999.99', '10000000', 'x', ''].map((amount) => ({ kind: 'per_guest', amount })),
    ...['0', '90', '91', '1.5'].map((windowDays) => ({ windowDays })),
    { click: 'first' },
    { click: 'second' },
    tiers(['1', '5']),
    tiers(['1', '5'], ['10', '6'], ['100000', '7.5']),
    tiers(['1', '5'], ['100001', '6']),
    tiers(['1', '5'], ['1', '6']),
    tiers(['1', '5'], ['10', '6'], ['10', '7']),
    tiers(['1', '5'], ['10', '6'], ['9', '7']),
    tiers(['1', '5'], ['10', '']),
    tiers(['1', '5'], ['', ''], ['20', '7']),
    ...['0', '100', '101', '1.234'].map((value) => withTourTerms('percent', value)),
    ...['0', '9999999.99', '10000000'].map((value) => withTourTerms('per_guest', value)),
  ].map((change) => ({ ...base, ...change }));
  const schema = termsFormSchema({ currency: 'DKK', locale: 'en', withPartner: false });

  test('private.is_terms accepts what termsFormSchema returns', async () => {
    const read = CHANGES.flatMap((typed) => {
      const { success, output } = v.safeParse(schema, typed);
      return success ? [output.terms] : [];
    });
    expect(read.length).toBeGreaterThan(15);
    expect(read.length).toBeLessThan(CHANGES.length - 10);
    expect(await differences(read.map(toWire), { sql: 'private.is_terms(input)', typescript: () => true })).toEqual([]);
  });

  // Numbers that the form refuses, sent by another client.
  test('termsFormSchema and private.is_terms refuse the same numbers', async () => {
    const shared = { click: 'last', window_days: 30, tours: [] };
    const cases = [
      ...[0, 0.01, 12.34, 100].map((percent) => ({ typed: { ...base, percent: String(percent) }, percent })),
      ...[100.01, 12.345].map((percent) => ({ typed: { ...base, percent: String(percent) }, percent })),
    ].map(({ typed, percent }) => ({ typed, terms: { ...shared, kind: 'percent', percent } }));
    const amounts = [0, 1, 999_999_999, 1_000_000_000].map((amount) => ({
      typed: { ...base, kind: 'per_guest', amount: String(amount / 100) },
      terms: { ...shared, kind: 'per_guest', amount },
    }));
    const days = [0, 90, 91].map((windowDays) => ({
      typed: { ...base, windowDays: String(windowDays) },
      terms: { ...shared, kind: 'percent', percent: 10, window_days: windowDays },
    }));
    const steps = [2, 100_000, 100_001].map((from) => ({
      typed: { ...base, ...tiers(['1', '5'], [String(from), '6']) },
      terms: {
        ...shared,
        kind: 'tiers',
        tiers: [
          { from: 1, percent: 5 },
          { from, percent: 6 },
        ],
      },
    }));
    expect(
      await differences([...cases, ...amounts, ...days, ...steps], {
        sql: `private.is_terms(input -> 'terms')`,
        typescript: ({ typed }) => is(schema, typed),
      }),
    ).toEqual([]);
  });

  test('allotmentsFormSchema and private.are_valid_allotments', async () => {
    const company = await makeCompany(db);
    const cases = [
      ['1', '0'],
      ['1000', '8760'],
      ['1001', '24'],
      ['5', '8761'],
      ['5', '-1'],
      ['1.5', '24'],
      ['x', '24'],
    ].map(([seats, releaseHours]) => ({ tour: company.tourId, seats, releaseHours }));
    expect(
      await differences(cases, {
        sql: `private.are_valid_allotments(jsonb_build_array(jsonb_build_object('tour', input -> 'tour', 'seats',
            case when pg_input_is_valid(input ->> 'seats', 'numeric') then (input ->> 'seats')::numeric end,
            'release_hours', (input ->> 'releaseHours')::numeric)), '${company.id}')`,
        typescript: (tour) => is(allotmentsFormSchema, { tours: [tour] }),
      }),
    ).toEqual([]);
    const read = v.parse(allotmentsFormSchema, { tours: [{ tour: company.tourId, seats: '', releaseHours: '24' }] });
    expect(read).toEqual([]);
    expect(await inSql(`private.are_valid_allotments(input, '${company.id}')`, [read])).toEqual([true]);
  });
});

describe('working hours', () => {
  const clock = (minute: number) =>
    `${String(Math.floor(minute / 60) % 24).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
  const span = fc
    .record({ day: fc.nat(6), from: fc.nat(95), length: fc.integer({ min: 1, max: 40 }) })
    .map(({ day, from, length }): DaySpan => ({
      day,
      from: clock(from * 15),
      to: clock(Math.min(96, from + length) * 15),
    }));

  test('private.are_hours accepts what hoursOf returns, and private.parse_hours merges alike', async () => {
    const cases = fc
      .sample(fc.array(span, { maxLength: 12 }), randomCheckOptions(500))
      .map((spans) => spans.filter(isValidSpan));
    const merged = cases.map((spans) => hoursOf(spans));
    expect(await differences(merged, { sql: 'private.are_hours(input)', typescript: () => true })).toEqual([]);
    const single = cases.map((spans) => spans.flatMap((span) => hoursOf([span])));
    expect(
      await differences(single, {
        sql: `coalesce(private.hours_json(private.parse_hours(input)), '[]')`,
        typescript: (spans) => merged[single.indexOf(spans)],
      }),
    ).toEqual([]);
  });

  test('daySpansOf and hoursOf preserve what private.hours_json returns', async () => {
    const kept = [[], [[0, 10_080]], [[600, 1440]], [[1380, 1500]], [[10_000, 10_080]]] as [number, number][][];
    expect(
      await differences(kept, {
        sql: `coalesce(private.hours_json(private.parse_hours(input)), '[]')`,
        typescript: (hours) => hoursOf(daySpansOf(hours)),
      }),
    ).toEqual([]);
  });
});

test('seesWholeCompany and private.sees_whole_company', async () => {
  const company = randomUUID();
  const cases = Array.from({ length: 2 ** PERMISSIONS.length }, (_, set) =>
    PERMISSIONS.filter((_, place) => set & (1 << place)),
  );
  const subjectOf = (permissions: readonly Permission[]): Subject => ({
    assignments: [{ role: 'office', permissions, company: { id: company, isActive: true }, organisation: null }],
    impersonatedCompanyId: null,
    overseen: [],
  });
  expect(
    await differences(
      cases.map((permissions) => ({ permissions, subject: toWire(subjectOf(permissions)) })),
      {
        sql: `private.sees_whole_company(input -> 'subject', '${company}')`,
        typescript: ({ permissions }) =>
          seesWholeCompany((permission) => can(subjectOf(permissions), permission, company)),
      },
    ),
  ).toEqual([]);
});
