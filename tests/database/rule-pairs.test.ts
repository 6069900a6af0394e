/** Rules in both TypeScript and SQL: each case runs on both sides. All pairs: tests/support/rule-pairs.ts. */
import { randomUUID } from 'node:crypto';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageAt, RESERVED_SLUGS } from '../../src/booking/guest-page.ts';
import { EMAIL_TEMPLATES } from '../../src/data/email-templates.ts';
import { toWire } from '../../src/data/wire.ts';
import { attendanceIsKnown, isSameGuest } from '../../src/domain/bookings.ts';
import { availabilityOf, departureChangesSchema, differencesOf } from '../../src/domain/calendar.ts';
import { DEPARTURE_STATUSES } from '../../src/domain/enums.ts';
import { CODE_ALPHABET, REFERENCE_LENGTH, TICKET_CODE_LENGTH } from '../../src/domain/codes.ts';
import { companySettings, toCompanySettingsFormValues } from '../../src/domain/company-settings.ts';
import { emptyOutputOf, wireSchemaOf } from '../../src/domain/testing/wire-schema.ts';
import {
  isEmailAddress,
  normalizeEmailAddress,
  trimmedText,
  parseTextInput,
  visibleText,
} from '../../src/domain/email-address.ts';
import { isOrigin, isTimeZone, isWebAddress, optionalPhone } from '../../src/domain/fields.ts';
import { LEAD_TIME_DAYS, LEAD_TIMES } from '../../src/domain/figures.ts';
import { PLACEHOLDERS, findMissingPlaceholder, findUnknownPlaceholder } from '../../src/domain/email-templates.ts';
import { textInLocale, type Locale } from '../../src/domain/locales.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { normalizeText } from '../../src/domain/search-text.ts';
import { signedGuestId } from '../../src/domain/signed-ticket.ts';
import { mayGuide, TEAM_ROLES, type TeamRole } from '../../src/domain/team-roles.ts';
import { isOverdue } from '../../src/domain/tour-report.ts';
import { TOUR_TEXTS, tourSchema } from '../../src/domain/tours.ts';
import { priceProblems } from '../../src/domain/tour-form.ts';
import { isWebhookUrl } from '../../src/domain/webhooks.ts';
import { wallClockIn, localDateIn } from '../../src/lib/local-date.ts';
import { EMAIL_ADDRESSES, TYPED_EMAIL_ADDRESSES } from '../../src/domain/testing/email-addresses.ts';
import { bothSides } from '../support/both-sides.ts';
import type { Database } from '../support/database.ts';
import { makeBooking, makeCompany, makeDeparture, makePerson } from '../support/database-fixtures.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { randomCheckOptions } from '../../src/lib/testing/random-cases.ts';

let db: Database;
beforeAll(async () => {
  db = await openPostgres();
});
afterAll(() => db?.close());

const { inSql, differences } = bothSides(() => db);
const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);

describe('email addresses', () => {
  test('isEmailAddress and private.is_email_address accept the same texts', async () => {
    const texts = EMAIL_ADDRESSES.map(([text]) => text);
    const expected = EMAIL_ADDRESSES.map(([text, isOne]) => ({ text, isOne }));
    const sql = await inSql<boolean>('private.is_email_address(text)', texts);
    expect(texts.map((text, at) => ({ text, isOne: sql[at] }))).toEqual(expected);
    expect(texts.map((text) => ({ text, isOne: isEmailAddress(text) }))).toEqual(expected);
  });

  test('normalizeEmailAddress and private.normalize_email_address return the same', async () => {
    const typed = TYPED_EMAIL_ADDRESSES.map(([text]) => text);
    const sql = await inSql<string>('private.normalize_email_address(text)', typed);
    expect(sql).toEqual(typed.map(normalizeEmailAddress));
  });

  // The ranges that either side treats specially, and their neighbours.
  test('both sides agree on invisible characters, spaces, and characters of an address', async () => {
    const points = [
      ...range(0, 0x3200),
      ...range(0xfd00, 0x10000),
      0x1d172,
      0x1d173,
      0x1d17a,
      0x1d17b,
      0x1f600,
      0xe0000,
      0xe0fff,
      0xe1000,
    ];
    const signs = points
      .filter((point) => point > 0 && (point < 0xd800 || point > 0xdfff))
      .map((point) => String.fromCodePoint(point));
    const differingCases = async (expression: string, cases: string[], typescript: (text: string) => unknown) => {
      const sql = await inSql<unknown>(expression, cases);
      return cases.filter((text, at) => sql[at] !== typescript(text)).map((text) => JSON.stringify(text));
    };
    const around = signs.map((sign) => `${sign}a${sign}b${sign}`);
    expect(await differingCases('private.normalize_email_address(text)', around, normalizeEmailAddress)).toEqual([]);
    for (const cases of [
      signs.map((sign) => `a${sign}b@holm.test`),
      signs.map((sign) => `a@b${sign}c.test`),
      signs.map((sign) => `a@b.${sign}tt`),
    ])
      expect(await differingCases('private.is_email_address(text)', cases, isEmailAddress)).toEqual([]);
  });
});

describe('typed text', () => {
  const signs = [...range(1, 0x3200), ...range(0xfd00, 0xfffe), 0x1d173, 0x1f600, 0xe0001, 0xe0fff]
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point));
  const texts = [
    ...signs,
    ...signs.map((sign) => `${sign}A${sign}B${sign}`),
    '',
    ' ',
    ' \u200b\u3164 ',
    '👨\u200d👩\u200d👧',
    '❤\ufe0f ',
    ' علی\u200cرضا\u200b',
    'a\n\nb\n',
    '\ufeffAnna\u2060',
  ];
  test.each([
    ['visible_text(text)', visibleText],
    ['trim_text(text)', trimmedText],
    ['parse_text(text, 200)', (text: string) => parseTextInput(text, 200)],
    ['parse_text(text, 201)', (text: string) => parseTextInput(text, 201)],
    ['text_problem(input, 300)', (text: string) => (visibleText(text) === '' ? 'required' : null)],
    ["parse_text_field(jsonb_build_object('name', input), 'name', 200)", (text: string) => visibleText(text) || null],
  ] as const)('private.%s returns the same as TypeScript', async (expression, typescript) => {
    expect(await differences(texts, { sql: `private.${expression}`, typescript })).toEqual([]);
  });
});

describe('search', () => {
  const NAMES = [
    'Müller',
    'MULLER',
    'Mu\u0308ller',
    'Søren',
    'Ægir',
    'Œuvre',
    'Straße',
    'STRAẞE',
    'İpek',
    'ISPARTA',
    'ısı',
    'Łódź',
    'Đorđe',
    'Þór',
    'Ħamrun',
    'Ŋuyễn',
    'Nguyễn',
    'ﬁlm',
    'ｆｕｌｌ Ｗｉｄｔｈ',
    '①②',
    'Ångström',
    'ΣΊΣΥΦΟΣ',
    'σίσυφος',
    'ΟΔΟΣ ΟΔΟΣ',
    'مُحَمَّد',
    'محمد',
    'שָׁלוֹם',
    'がぎぐ',
    'ガ',
    '王小明',
    '김민수',
    'हिन्दी',
    'ไทย',
    '𝒜𝓃𝓃𝒶',
    '𐐀nna',
    '😀',
    '',
    ' ',
    "O'Brien-Smith",
    'ana@holm.test',
    'ǅ',
    'Ὀδυσσεύς',
    'Цой',
    'Ё',
    'й',
    'x'.repeat(5000),
  ];
  test('normalizeText and private.search_words keep the same letters and digits', async () =>
    expect(
      await differences(NAMES, {
        sql: `array_to_string(private.search_words(text), '')`,
        typescript: (text) => normalizeText(text).replace(/[^\p{Alphabetic}\p{N}]/gu, ''),
      }),
    ).toEqual([]));
});

describe('guests', () => {
  const nobody = { name: '', email: null, phone: null };
  const PEOPLE = [
    nobody,
    { name: 'Anna Holm', email: null, phone: null },
    { name: ' ANNA HOLM\u00a0', email: null, phone: null },
    { name: 'Anna\u200b Holm', email: 'Anna@Holm.Test', phone: null },
    { name: 'Bo', email: 'anna@holm.test', phone: '+45 20 30 40 50' },
    { name: 'Bo Å', email: '\u00a0anna@holm.test ', phone: '4520304050' },
    { name: 'bo a\u030a', email: '', phone: '' },
    { name: 'İpek', email: 'ip\u00adek@holm.test', phone: '٠١٢٣' },
    { name: 'i\u0307pek', email: 'İPEK@holm.test', phone: '-' },
    { name: 'ΟΔΟΣ', email: 'anna@holm', phone: '٠١٢٣٤' },
    { name: 'οδος', email: ' ', phone: '12' },
    { name: 'STRASSE', email: null, phone: '1-2' },
    { name: 'straße', email: null, phone: null },
    { name: '—', email: null, phone: null },
    { name: ' —', email: null, phone: null },
    { name: '\u3164', email: '\u200b', phone: null },
  ];
  test('isSameGuest and private.is_same_guest agree on every pair', async () =>
    expect(
      await differences(
        PEOPLE.flatMap((first) => PEOPLE.map((other) => [first, other] as const)),
        {
          sql: `private.is_same_guest(
          jsonb_populate_record(null::public.bookings, jsonb_build_object('contact_name', input -> 0 -> 'name', 'contact_email', input -> 0 -> 'email', 'contact_phone', input -> 0 -> 'phone')),
          jsonb_populate_record(null::public.bookings, jsonb_build_object('contact_name', input -> 1 -> 'name', 'contact_email', input -> 1 -> 'email', 'contact_phone', input -> 1 -> 'phone')))`,
          typescript: ([first, other]) => isSameGuest(first, other),
        },
      ),
    ).toEqual([]));
});

test('attendanceIsKnown and private.attendance_not_known_yet agree an hour before the start', async () => {
  const company = await makeCompany(db);
  const departureId = await makeDeparture(db, company);
  const { bookingId } = await makeBooking(db, company, { departureId });
  const seen = new Set<boolean>();
  // The database clock goes on during the test, so the cases keep a distance from the boundary.
  for (const seconds of [-86_400, 0, 3540, 3660, 86_400])
    for (const status of DEPARTURE_STATUSES) {
      await db.query(
        `update public.departures set starts_at = now() + $2 * interval '1 second', ends_at = now() + ($2 + 60) * interval '1 second', status = $3 where id = $1`,
        [departureId, seconds, status],
      );
      const [row] = await db.query<{ early: boolean; starts_at: string; now: string }>(
        `select private.attendance_not_known_yet(b) is not null as early, private.iso(d.starts_at) as starts_at, private.iso(now()) as now
         from public.bookings as b join public.departures as d on d.id = b.departure_id where b.id = $1`,
        [bookingId],
      );
      const known = attendanceIsKnown({ startsAt: row!.starts_at, departureStatus: status }, Date.parse(row!.now));
      expect({ seconds, status, early: row!.early }).toEqual({ seconds, status, early: !known });
      seen.add(known);
    }
  expect(seen.size).toBe(2);
});

test('BUILT_IN_ROLES equals the roles that the migrations seed', async () => {
  const rows = await db.query<{ role: string; permissions: string[] }>(
    `select r.guard_name as role, array_agg(p.guard_name order by p.guard_name collate "C") as permissions
     from public.roles as r join public.roles_permissions as rp on rp.role_id = r.id join public.permissions as p on p.id = rp.permission_id
     group by r.guard_name`,
  );
  expect(Object.fromEntries(rows.map(({ role, permissions }) => [role, permissions]))).toEqual(
    Object.fromEntries(Object.entries(BUILT_IN_ROLES).map(([role, permissions]) => [role, [...permissions].sort()])),
  );
});

test('mayGuide and private.may_guide agree on every set of roles', async () => {
  const company = await makeCompany(db);
  const person = await makePerson(db, { company: company.id, role: 'office' });
  for (let set = 0; set < 2 ** TEAM_ROLES.length; set += 1) {
    const roles: TeamRole[] = TEAM_ROLES.filter((_, place) => set & (1 << place));
    await db.query(`delete from public.roles_users where user_id = $1`, [person]);
    await db.query(
      `insert into public.roles_users (user_id, role, company) select $1, r.id, $2 from public.roles as r where r.guard_name = any ($3)`,
      [person, company.id, roles],
    );
    const [row] = await db.query<{ may: boolean }>(`select private.may_guide($1, $2) as may`, [person, company.id]);
    expect({ roles, may: row!.may }).toEqual({ roles, may: mayGuide(roles) });
  }
});

describe('email templates', () => {
  test('the same templates can be customised, with placeholders that TypeScript fills', async () => {
    const placeholders = await inSql<{ allowed: string[]; required: string[] } | null>(
      'private.template_placeholders(text)',
      [...EMAIL_TEMPLATES, 'invitation', ''],
    );
    expect(placeholders.map((placeholder) => placeholder !== null)).toEqual([
      ...EMAIL_TEMPLATES.map(() => true),
      false,
      false,
    ]);
    expect(new Set(placeholders.flatMap((placeholder) => placeholder?.allowed ?? []))).toEqual(new Set(PLACEHOLDERS));
    for (const placeholder of placeholders)
      expect(placeholder?.allowed ?? []).toEqual(expect.arrayContaining(placeholder?.required ?? []));
  });

  const TEXTS: [subject: string, body: string][] = [
    ['{tour}', '{tour} {when}'],
    ['{tour}', '{when}'],
    ['Hej', '{tour}'],
    ['Hej {nmae}', '{tour} {when}'],
    ['Hej', '{tour} {when} {amount} {x}'],
    ['Hej', '{tour} {when} {Tour}'],
    ['Hej', '{tour} {when} { name }'],
    ['Hej', '{tour} {when} {'],
    ['}', '{tour} {when} {nmae}'],
    ['Hej', '{tour} {when} 12345678901234{56789012345678'],
    ['Hej', '{tour} {when}\n\n{\nnext line'],
    ['Hej', '{tour} {when} 😀😀😀😀😀😀😀😀😀😀😀😀{😀😀😀😀😀😀😀😀😀😀😀😀'],
    ['Hej', '{tour} {when} {{name}}'],
    ['Hej', '{tour} {when} {}'],
    ['Hej', '{tour} {when} {navn1}'],
    ['Hej', '{tour} {when} {é}'],
    ['Hej', '{tour}{when}\u2028{\u2029'],
  ];
  test('findUnknownPlaceholder and findMissingPlaceholder agree with private.template_problem', async () => {
    const [placeholders] = await inSql<{ allowed: string[]; required: string[] }>(
      'private.template_placeholders(text)',
      ['booking-confirmed'],
    );
    expect(
      await differences(TEXTS, {
        sql: `private.template_problem('booking-confirmed', input ->> 0, input ->> 1)`,
        typescript: ([subject, body]) => {
          const unknown = findUnknownPlaceholder(`${subject} ${body}`, placeholders!.allowed);
          if (unknown !== null) return { status: 'unknown_placeholder', placeholder: unknown };
          const missing = findMissingPlaceholder(body, placeholders!.required);
          return missing === null ? null : { status: 'missing_placeholder', placeholder: missing };
        },
      }),
    ).toEqual([]);
  });
});

describe('reserved slugs', () => {
  test('RESERVED_SLUGS and private.is_reserved_slug', async () => {
    expect(
      await differences([...RESERVED_SLUGS, 'tours', 'booking', 'isolated', 'all', 'View', '', 'views'], {
        sql: 'private.is_reserved_slug(text)',
        typescript: (word) => RESERVED_SLUGS.some((slug) => slug === word),
      }),
    ).toEqual([]);
    for (const word of RESERVED_SLUGS) expect(pageAt(`/booking/isolated/${word}/walks`).kind).toBe(word);
    expect(pageAt('/booking/isolated/nordic/walks').kind).toBe('operator');
  });

  test('no company or organisation gets a reserved slug', async () => {
    const company = await makeCompany(db);
    for (const slug of RESERVED_SLUGS) {
      await expect(db.query(`update public.companies set slug = $2 where id = $1`, [company.id, slug])).rejects.toThrow(
        /slug/,
      );
      await expect(db.query(`insert into public.organisations (name, slug) values ('N', $1)`, [slug])).rejects.toThrow(
        /slug/,
      );
    }
    const made = await inSql<string>('private.slug_from(text)', [...RESERVED_SLUGS, 'Łódź Tours', 'Søren & Ærø', '!']);
    expect(made).toEqual([...RESERVED_SLUGS.map((slug) => `${slug}-tours`), 'lodz-tours', 'soren-aero', 'tours']);
  });
});

describe('fields', () => {
  test('optionalPhone and private.is_phone_number', async () =>
    expect(
      await differences(
        [
          '+4533112233',
          '33112233',
          '+45 33112233',
          '+0123456789',
          '+123456',
          '+1234567',
          '+123456789012345',
          '+1234567890123456',
          '++4533112233',
          '+45331122a3',
          '+٤٥٣٣١١٢٢٣٣',
          '+4533112233\n',
        ],
        {
          // The RPC trims the value as the form does.
          sql: 'private.is_phone_number(private.visible_text(text))',
          typescript: (text) => v.safeParse(optionalPhone(), text).success,
        },
      ),
    ).toEqual([]));

  test('isTimeZone and private.is_time_zone', async () =>
    expect(
      await differences(
        [
          'Europe/Copenhagen',
          'UTC',
          'Etc/UTC',
          'Etc/GMT+5',
          'GMT',
          'CET',
          'EST5EDT',
          '+02:00',
          'America/Argentina/Buenos_Aires',
          'America/Port-au-Prince',
          'Europe/Nowhere',
          'europe/copenhagen',
          'EUROPE/COPENHAGEN',
          'utc',
          'Europe/',
          '',
          ' Europe/Rome',
          'Europe/Rome\n',
        ],
        { sql: 'private.is_time_zone(text)', typescript: isTimeZone },
      ),
    ).toEqual([]));

  test('isWebAddress and private.is_web_address', async () =>
    expect(
      await differences(
        [
          'https://walks.test',
          'http://walks.test/terms?a=b#c',
          'https://walks.test:8443/',
          'https://user@walks.test',
          'ftp://walks.test',
          'walks.test',
          'https:walks.test',
          'https://localhost',
          'https://localhost/a.b',
          'HTTPS://walks.test',
          'https://walks.test/a b',
          'https://walks.test/"x"',
          'https://walks.test/<x>',
          'javascript:alert(1)//https://walks.test',
          'https://ærø.dk/færge',
          'https://walks.test/\n',
          '',
          `https://walks.test/${'x'.repeat(400)}`,
        ],
        { sql: 'private.is_web_address(text)', typescript: isWebAddress },
      ),
    ).toEqual([]));

  test('isWebhookUrl and private.is_webhook_url', async () =>
    expect(
      await differences(
        [
          'https://walks.test/hook',
          'https://walks.test',
          'HTTPS://WALKS.test:8443/hook?a=b',
          'https://walks.test:443/',
          'https://walks.test:65535/',
          'https://walks.test:65536/',
          'https://walks.test:99999',
          'https://walks.test:0/',
          'https://walks.test:00000/',
          'https://walks.test:00443/',
          'https://walks.test:123456/',
          'https://walks.test:/',
          'https://walks.test:8443x/',
          'https://walks.test/:99999',
          'https://walks.test?to=https://x.test:99999',
          'http://walks.test/',
          'https://user@walks.test/',
          'https://user:99999@walks.test/',
          'https://walks.test/#fragment',
          'https://walks.test/a b',
          'https://127.0.0.1/',
          'https://[::1]/',
          'https://walks/',
          'https://walks.localhost/',
          'https://walks.internal:8443/',
          'https://-walks.test/',
          'https://walks.test\\@inside.test/',
          'https://walks..test/',
          'https://ærø.dk/',
          'https://walks.test/færge',
          '',
          `https://walks.test/${'x'.repeat(481)}`,
          `https://walks.test/${'x'.repeat(482)}`,
        ],
        { sql: 'private.is_webhook_url(text)', typescript: isWebhookUrl },
      ),
    ).toEqual([]));

  test('isOrigin and private.is_origin', async () =>
    expect(
      await differences(
        [
          'https://www.example.com',
          'https://example.com:8443',
          'http://localhost:3000',
          'http://127.0.0.1',
          'http://example.com',
          'https://example.com/',
          'https://example.com/path',
          'https://EXAMPLE.com',
          'https://exämple.com',
          'https://1.2.3.4',
          'https://localhost',
          'https://example.com?x',
          'https://user@example.com',
          'example.com',
          '*',
          'https://*.example.com',
          'https://example.com:443',
          'https://example.com:80',
          'http://localhost:80',
          'https://example.com:65535',
          'https://example.com:65536',
          'https://example.com:0443',
          'https://example..com',
          'https://-example.com',
          'https://a_b.com',
          'https://[::1]',
          'https://xn--rdgrd-vuad.dk',
          'https://example.com\n',
          'https://example.com https://other.com',
          '',
        ],
        { sql: 'private.is_origin(text)', typescript: isOrigin },
      ),
    ).toEqual([]));
});

test('companySettings accepts what save_company_settings does', async () => {
  const company = await makeCompany(db);
  const owner = company.people.owner;
  const base = {
    ...toCompanySettingsFormValues(emptyOutputOf(companySettings)),
    name: 'Walks',
    slug: 'walks',
    timeZone: 'Europe/Rome',
    currency: 'EUR',
    cancellationCutOffHours: '24',
    holdMinutes: '15',
  };
  const { properties } = wireSchemaOf(companySettings) as { properties: Record<string, { type?: string }> };
  /** Converts a typed value without checking it. */
  function sent(name: string, typed: unknown): unknown {
    const { type } = properties[name]!;
    if (type === 'array') return String(typed).split('\n').filter(Boolean);
    if (type === 'string' || type === 'boolean') return typed;
    return typed === '' ? null : Number(typed);
  }
  const long = (length: number) => [
    'x'.repeat(length),
    'x'.repeat(length + 1),
    '😀'.repeat(length),
    '😀'.repeat(length + 1),
  ];
  const values: Partial<Record<keyof typeof base, readonly unknown[]>> = {
    name: ['', ' ', '\u00a0', '\u2003\n', 'a', ...long(200)],
    contactEmail: ['anna@holm.test', ' anna@holm.test\u200b', 'anna@holm', 'anna', ' '],
    contactPhone: ['+4533112233', '33112233', '+45 33 11 22 33'],
    defaultLocale: ['da'],
    slug: ['a', 'a-b', 'a--b', '-a', 'a_b', 'æ', '', ...long(63).slice(0, 2)],
    brandColour: ['#2f6fd0', '#fff', 'red', '#2f6fd0a'],
    timeZone: ['UTC', 'Europe/Nowhere', 'CET'],
    currency: ['DKK', 'DK', 'DKKK', 'D1K'],
    bookingCutOffMinutes: ['43200', '43201'],
    cancellationCutOffHours: ['0', '8760', '8761'],
    holdMinutes: ['4', '5', '120', '121'],
    termsUrl: [
      'https://walks.test/terms',
      'https://localhost',
      'walks.test',
      `https://walks.test/${'x'.repeat(481)}`,
      `https://walks.test/${'x'.repeat(482)}`,
    ],
    embedOrigins: [
      'https://a.test',
      'http://a.test',
      range(0, 20)
        .map((n) => `https://a${n}.test`)
        .join('\n'),
      range(0, 21)
        .map((n) => `https://a${n}.test`)
        .join('\n'),
    ],
    legalName: long(200),
    legalAddress: long(500),
    vatNumber: long(40),
    documentNote: long(500),
    retentionMonths: ['0', '1', '120', '121'],
  };
  for (const [field, input] of Object.entries(values))
    for (const value of input) {
      const typed = { ...base, [field]: value };
      const { success: typescript } = v.safeParse(companySettings, typed);
      const { status } = await db.rpc<{ status: string }>(owner, 'save_company_settings', {
        company: company.id,
        // With a version that never exists, so that nothing is saved; invalid values are refused earlier.
        version: -1,
        input: toWire(Object.fromEntries(Object.entries(typed).map(([name, text]) => [name, sent(name, text)]))),
      });
      expect({ field, value, sql: status !== 'invalid' }).toEqual({ field, value, sql: typescript });
    }
});

describe('tours', () => {
  const PRICE = {
    id: randomUUID(),
    type: 'ADULT',
    amount: 1000,
    minimumAge: null,
    maximumAge: null,
    seats: 1,
    vatRate: null,
    accompaniedBy: [],
    isActive: true,
  };
  const TOUR = {
    slug: 'old-town',
    durationMinutes: 90,
    latitude: 55.6,
    longitude: 12.5,
    guideLanguages: ['en'],
    capacity: 20,
    minimumGuests: 0,
    bookingCutOffMinutes: 0,
    cancellationCutOffHours: 24,
    depositPercent: null,
    asksNames: false,
    colour: '#2f6fd0',
    vatRate: null,
    texts: {},
    prices: [PRICE],
  };
  const text = (name: string, value: string) => ({
    texts: { en: { title: '', summary: '', description: '', meetingPoint: '', meetingNotes: '', [name]: value } },
  });
  const CHANGES = [
    {},
    { slug: 'x'.repeat(80) },
    { slug: 'x'.repeat(81) },
    { slug: 'a--b' },
    { slug: '' },
    { durationMinutes: 0 },
    { durationMinutes: 1 },
    { durationMinutes: 43_200 },
    { durationMinutes: 43_201 },
    { durationMinutes: 1.5 },
    { latitude: 90, longitude: 180 },
    { latitude: 90.1 },
    { longitude: -180.1 },
    { latitude: null, longitude: null },
    { guideLanguages: [] },
    { guideLanguages: ['EN'] },
    { guideLanguages: ['english'] },
    { guideLanguages: ['da', 'nds'] },
    { guideLanguages: ['da', 'en', 'da'] },
    { guideLanguages: range(0, 30).map((at) => `${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`) },
    { guideLanguages: range(0, 31).map((at) => `${String.fromCharCode(97 + (at % 26))}${at < 26 ? 'a' : 'b'}`) },
    { prices: range(0, 30).map(() => ({ ...PRICE, id: randomUUID(), type: 'OTHER' })) },
    { prices: range(0, 31).map(() => ({ ...PRICE, id: randomUUID(), type: 'OTHER' })) },
    { capacity: 10_000 },
    { capacity: 10_001 },
    { capacity: -1 },
    { capacity: 0 },
    { minimumGuests: 10 },
    { minimumGuests: 10_001 },
    { bookingCutOffMinutes: 525_600 },
    { bookingCutOffMinutes: 525_601 },
    { cancellationCutOffHours: 8760 },
    { cancellationCutOffHours: 8761 },
    { depositPercent: 0 },
    { depositPercent: 1 },
    { depositPercent: 100 },
    { depositPercent: 101 },
    { colour: '#fff' },
    { colour: 'blue' },
    { vatRate: 25.5 },
    { vatRate: 101 },
    { asksNames: 'yes' },
    ...Object.entries(TOUR_TEXTS).flatMap(([name, max]) =>
      ['x'.repeat(max), 'x'.repeat(max + 1), '😀'.repeat(max), '😀'.repeat(max + 1)].map((value) => text(name, value)),
    ),
    ...[
      { amount: -1 },
      { amount: 0 },
      { amount: 1.5 },
      { amount: 100_000_000_000 },
      { amount: 100_000_000_001 },
      { seats: 0 },
      { seats: 100 },
      { seats: 101 },
      { minimumAge: 0 },
      { maximumAge: 120 },
      { maximumAge: 121 },
      { vatRate: 12.345 },
      { type: 'GIANT' },
      { id: 'x' },
    ].map((change) => ({ prices: [{ ...PRICE, ...change }] })),
  ].map((change) => ({ ...TOUR, ...change }));
  test('tourSchema accepts what private.read_form does', async () => {
    const sql = await inSql<unknown>(
      `array(select private.form_problems(input, private.form_schema('save_tour')))`,
      CHANGES.map(toWire),
    );
    CHANGES.forEach((tour, at) =>
      expect({ tour, problems: sql[at], isValid: v.safeParse(tourSchema, tour).success }).toMatchObject({
        isValid: (sql[at] as unknown[]).length === 0,
      }),
    );
  });

  const age = fc.option(fc.integer({ min: 0, max: 20 }));
  const prices = fc.array(
    fc.record({
      type: fc.constantFrom('ADULT', 'YOUTH', 'CHILD', 'OTHER', 'SENIOR'),
      minimumAge: age,
      maximumAge: age,
      isActive: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  );
  test('priceProblems returns the first problem of each price by private.price_problems', async () => {
    const cases = fc
      .sample(prices, randomCheckOptions(2000))
      .map((list) => list.map((price) => ({ ...PRICE, ...price, id: randomUUID() })));
    const ORDER = ['ages_reversed', 'twice', 'ages_overlap'];
    const sql = await inSql<{ field: string; code: string }[]>(
      'array(select private.price_problems(input))',
      cases.map(toWire),
    );
    const seen = new Set<string>();
    cases.forEach((list, at) => {
      const found = list.flatMap((_, place) => {
        const ownIssues = sql[at]!.filter(({ field }) => field.startsWith(`prices.${place}.`));
        const code = ORDER.find((candidate) => ownIssues.some((problem) => problem.code === candidate));
        return code === undefined ? [] : [{ at: place, code }];
      });
      for (const { code } of found) seen.add(code);
      const typescript = priceProblems(list as never).map(({ at: place, code }) => ({ at: place, code }));
      expect({ list, found }).toEqual({ list, found: typescript });
    });
    expect([...seen].sort()).toEqual([...ORDER].sort());
  });
});

describe('departures', () => {
  test('availabilityOf and private.seat_availability', async () =>
    expect(
      await differences(
        range(0, 13).flatMap((capacity) =>
          range(0, 15).flatMap((booked) => [true, false].map((closed) => ({ capacity, booked, closed }))),
        ),
        {
          sql: `private.seat_availability((input ->> 'capacity')::integer, (input ->> 'booked')::bigint, (input ->> 'closed')::boolean)`,
          typescript: (departure) => availabilityOf({ ...departure, status: 'scheduled' }),
        },
      ),
    ).toEqual([]));

  test('DepartureChanges and private.are_changes', async () =>
    expect(
      await differences(
        [
          {},
          { closed: true },
          { closed: 'true' },
          { capacity: 0 },
          { capacity: 99_999 },
          { capacity: 100_000 },
          { capacity: -1 },
          { capacity: 1.5 },
          { capacity: '5' },
          { language: 'da' },
          { language: 'nds' },
          { language: 'd' },
          { language: 'DA' },
          { language: null },
          { meetingNote: null },
          { meetingNote: '' },
          { meetingNote: 'x'.repeat(1000) },
          { meetingNote: 'x'.repeat(1001) },
          { meetingNote: '😀'.repeat(1000) },
          { meetingNote: 5 },
          { overBookedReason: 'ab' },
          { overBookedReason: ' ab ' },
          { overBookedReason: 'abc' },
          { overBookedReason: 'x'.repeat(501) },
          { overBookedReason: null },
          { overBookedReason: 12345 },
          { other: 1 },
          { closed: true, capacity: 5 },
        ],
        {
          sql: `private.are_changes((select coalesce(jsonb_object_agg(case key when 'meetingNote' then 'meeting_note' when 'overBookedReason' then 'over_booked_reason' else key end, value), '{}') from jsonb_each(input)))`,
          typescript: (changes) => v.safeParse(departureChangesSchema, changes).success,
        },
      ),
    ).toEqual([]));

  test('differencesOf decodes the bits of private.departure_differences', async () =>
    expect(
      await differences(
        [
          [5, 'en', null, false],
          [6, 'en', null, false],
          [5, 'da', null, false],
          [5, 'en', 'x', false],
          [5, 'en', null, true],
          [6, 'da', 'x', true],
        ] as const,
        {
          sql: `(select coalesce(jsonb_agg(name order by place), '[]') from unnest(array['capacity', 'language', 'note', 'price']) with ordinality as d (name, place)
        where private.departure_differences(jsonb_populate_record(null::public.departures, jsonb_build_object('capacity', input -> 0, 'language', input -> 1, 'meeting_note', input -> 2)),
          jsonb_populate_record(null::public.tours, '{"capacity": 5, "guide_languages": ["en", "es"]}'), (input ->> 3)::boolean) & (1 << (place - 1)::integer) <> 0)`,
          typescript: ([capacity, language, note, hasPrices]) =>
            differencesOf(
              Number(capacity !== 5) +
                2 * Number(language !== 'en') +
                4 * Number(note !== null) +
                8 * Number(hasPrices),
            ),
        },
      ),
    ).toEqual([]));
});

test('textInLocale and private.in_locale', async () =>
  expect(
    await differences(
      [
        {},
        { en: 'E' },
        { da: 'D', en: 'E' },
        { da: 'D' },
        { da: 'D', es: 'S' },
        { es: 'S', it: 'I' },
        { en: '', it: 'I' },
        { it: '' },
      ].flatMap((texts) => ['en', 'da', 'es', 'it'].map((locale) => ({ texts, locale }))),
      {
        sql: `private.in_locale(input -> 'texts', input ->> 'locale')`,
        typescript: ({ texts, locale }) => textInLocale(texts, locale as Locale),
      },
    ),
  ).toEqual([]));

test('LEAD_TIME_DAYS and private.lead_time_bucket have the same steps', async () =>
  expect(
    await differences(range(0, 120), {
      sql: 'private.lead_time_bucket(text::integer)',
      typescript: (days) =>
        1 +
        LEAD_TIMES.findIndex(
          (lead) => days >= LEAD_TIME_DAYS[lead].from && days <= (LEAD_TIME_DAYS[lead].to ?? Infinity),
        ),
    }),
  ).toEqual([]));

test('isOverdue starts after private.report_due_at', async () => {
  const ends = [
    '2026-03-28T23:30:00.000Z',
    '2026-10-25T00:30:00.000Z',
    '2026-12-31T23:59:59.999Z',
    '2028-02-29T12:00:00.000Z',
  ];
  const due = await inSql<string>('private.iso(private.report_due_at(text::timestamptz))', ends);
  ends.forEach((endsAt, at) => {
    const report: Parameters<typeof isOverdue>[0] = {
      endsAt,
      state: 'returned',
      rule: 'report_always',
      prefilled: { lines: [], walkIns: 0, cash: 0 },
    };
    const isDue = (after: number) => isOverdue(report, Date.parse(due[at]!) + after);
    expect({ endsAt, before: isDue(0), after: isDue(1) }).toEqual({ endsAt, before: false, after: true });
  });
});

describe('codes', () => {
  test('signedGuestId and private.guest_id', async () =>
    expect(
      await differences(
        [randomUUID(), '00000000-0000-4000-8000-000000000000', 'ffffffff-ffff-4fff-bfff-ffffffffffff'].flatMap(
          (booking) => [1, 2, 15, 16, 128, 255].map((place) => ({ booking, place })),
        ),
        {
          sql: `private.guest_id((input ->> 'booking')::uuid, (input ->> 'place')::integer)`,
          typescript: ({ booking, place }) => signedGuestId(booking, place),
        },
      ),
    ).toEqual([]));

  test('CODE_ALPHABET equals that of private.random_code and of the check constraints', async () => {
    const [row] = await db.query<{ codes: string[] }>(
      `select array(select private.random_code(12) from generate_series(1, 400)) as codes`,
    );
    expect([...new Set(row!.codes.join(''))].sort().join('')).toBe(CODE_ALPHABET);
    const checks = await db.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where conname in ('bookings_reference_check', 'guests_ticket_code_check') order by conname`,
    );
    expect(checks.map(({ definition }) => /\[(\w+)\]\{(\d+)\}/.exec(definition)?.slice(1))).toEqual([
      [CODE_ALPHABET, String(REFERENCE_LENGTH)],
      [CODE_ALPHABET, String(TICKET_CODE_LENGTH)],
    ]);
  });
});

test('localDateIn and wallClockIn agree with SQL around midnight and clock changes', async () => {
  const zones = [
    'UTC',
    'Europe/Copenhagen',
    'America/St_Johns',
    'Asia/Kathmandu',
    'Pacific/Apia',
    'Australia/Lord_Howe',
    'America/Sao_Paulo',
    'Africa/Casablanca',
  ];
  const moments = [
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T00:59:59Z',
    '2026-10-25T01:00:00Z',
    '2026-04-04T15:00:00Z',
    '2026-10-03T15:30:00Z',
    '2026-12-31T23:59:59Z',
    '2027-01-01T00:00:00Z',
    '2026-06-30T22:00:00Z',
    '2026-06-30T21:59:59Z',
    '2011-12-30T12:00:00Z',
    '2028-02-29T23:30:00Z',
  ];
  expect(
    await differences(
      zones.flatMap((zone) => moments.map((instant) => ({ zone, instant }))),
      {
        sql: `jsonb_build_array(((input ->> 'instant')::timestamptz at time zone (input ->> 'zone'))::date, private.minute_of_day((input ->> 'instant')::timestamptz, input ->> 'zone'))`,
        typescript: ({ zone, instant }) => [
          localDateIn(zone, Date.parse(instant)),
          Math.floor(wallClockIn(zone, Date.parse(instant)).minute),
        ],
      },
    ),
  ).toEqual([]);
});
