/** Rules of a few lines each. */
import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { newApiKey } from './api-key.ts';
import { bookingView } from './booking-view.ts';
import { leadOf } from './calendar.ts';
import { textInLocale } from './locales.ts';
import { parseMailLink } from './mail-link.ts';
import { fail, ok } from './result.ts';
import { rolesWith } from './roles.ts';
import { EXPORTED_DAYS } from './scheduled-exports.ts';
import { mayGuide, ORGANISATION_ROLES, rolesOfTeam, TEAM_ROLES } from './team-roles.ts';
import { SUBSCRIBABLE_EVENTS, WEBHOOK_EVENTS } from './webhooks.ts';

describe('newApiKey', () => {
  test.each(['live', 'test'] as const)('makes a %s key of 256 random bits and returns its hash', async (mode) => {
    const { key, hash, lastFour } = await newApiKey(mode);
    expect(key).toMatch(new RegExp(`^muster_${mode}_[0-9a-f]{64}$`));
    expect(hash).toBe(createHash('sha256').update(key).digest('hex'));
    expect(key.endsWith(lastFour) && lastFour.length).toBe(4);
    expect((await newApiKey(mode)).key).not.toBe(key);
  });
});

describe('parseMailLink', () => {
  test.each([
    ['#token_hash=abc&type=recovery', { tokenHash: 'abc', type: 'recovery', to: null }],
    ['token_hash=abc&type=signup&to=%2Fen%2Fdashboard', { tokenHash: 'abc', type: 'signup', to: '/en/dashboard' }],
    ['#token_hash=abc&type=other', null],
    ['#token_hash=abc', null],
    ['#token_hash=&type=recovery', null],
    ['#type=recovery', null],
    ['', null],
  ])('reads %j', (hash, link) => expect(parseMailLink(hash)).toEqual(link));
});

test('textInLocale falls back to English, then to any language', () => {
  expect(textInLocale({ da: 'hej', en: 'hello' }, 'da')).toBe('hej');
  expect(textInLocale({ da: 'hej', en: 'hello' }, 'it')).toBe('hello');
  expect(textInLocale({ da: 'hej' }, 'it')).toBe('hej');
  expect(textInLocale({}, 'it')).toBe('');
});

describe('Result', () => {
  test('a failure is retryable only if stated, and after a time only if one is given', () => {
    expect(ok(1)).toEqual({ ok: true, data: 1 });
    expect(fail('server')).toStrictEqual({ ok: false, code: 'server', retry: false });
    expect(fail('server', { retry: true, retryAfter: 0 })).toStrictEqual({
      ok: false,
      code: 'server',
      retry: true,
      retryAfter: 0,
    });
  });
});

describe('rolesWith', () => {
  test.each([
    [['CHECK_IN_ACCESS'], ['owner', 'office', 'guide_manager', 'guide']],
    [['COMPANY_ALL_ACCESS'], ['owner']],
    // The rights of a company's owner do not apply to organisations.
    [['ORGANISATION_ALL_ACCESS'], ['partner_admin']],
    [
      ['ORGANISATION_ALL_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS'],
      ['owner', 'guide', 'partner_admin'],
    ],
    [[], []],
  ] as const)('%j are held by %j', (permissions, roles) => expect(rolesWith(permissions)).toEqual(roles));
});

describe('EXPORTED_DAYS', () => {
  test.each([
    ['date.2026-05-01.2026-05-31', true],
    ['created.2026-05-01.2026-05-31', true],
    ['other.2026-05-01.2026-05-31', false],
    ['date.2026-05-01', false],
    ['xdate.2026-05-01.2026-05-31', false],
    ['date.2026-05-01.2026-05-311', false],
    ['date.26-05-01.2026-05-31', false],
  ])('matches %s: %s', (text, is) => expect(EXPORTED_DAYS.test(text)).toBe(is));
});

describe('bookingView', () => {
  test('treats unknown parts as left out', () => {
    const standard = { search: '', filter: null, sort: 'upcoming', columns: null };
    expect(v.parse(bookingView, { search: 1, filter: { field: 'gone' }, sort: 'colour', columns: 3 })).toEqual(
      standard,
    );
    expect(v.parse(bookingView, { ...standard, search: 'a'.repeat(201) })).toEqual(standard);
    const complete = {
      search: 'Ann',
      filter: { field: 'email', empty: true },
      sort: '-due',
      columns: { order: ['name'], hidden: [], widths: { name: 100 } },
    };
    expect(v.parse(bookingView, complete)).toEqual(complete);
  });
});

test('rolesOfTeam returns the roles of a company or an organisation', () => {
  expect(rolesOfTeam({ company: 'c' })).toBe(TEAM_ROLES);
  expect(rolesOfTeam({ organisation: 'o' })).toBe(ORGANISATION_ROLES);
});

test('mayGuide accepts owners, office, guide managers and guides', () => {
  expect([...TEAM_ROLES, ...ORGANISATION_ROLES].filter((role) => mayGuide([role]))).toEqual([
    'owner',
    'office',
    'guide_manager',
    'guide',
  ]);
  expect(mayGuide(['accountant', 'guide'])).toBe(true);
  expect(mayGuide([])).toBe(false);
});

test('receivers may subscribe to all events but the test and OCTO’s', () => {
  expect(WEBHOOK_EVENTS.filter((event) => !SUBSCRIBABLE_EVENTS.includes(event as never))).toEqual([
    'availability.changed',
    'webhook.test',
  ]);
});

describe('leadOf', () => {
  const guide = (role: string, state: string) => ({ role, state }) as never;
  test('is the lead who has not declined', () => {
    const accepted = guide('lead', 'accepted');
    expect(leadOf({ guides: [guide('assistant', 'accepted'), guide('lead', 'declined'), accepted] })).toBe(accepted);
    expect(leadOf({ guides: [guide('assistant', 'accepted'), guide('lead', 'declined')] })).toBeNull();
  });
});
