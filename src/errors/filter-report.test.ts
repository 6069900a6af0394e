/** Reports full of personal data, created by Bugsnag's own client as it would send them. */
import { createRequire } from 'node:module';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filterOutgoingReports } from './bugsnag.ts';
import { regExpInputs } from '../lib/testing/regexp-inputs.ts';
import { redactUrl, redactMessage } from './redact-text.ts';

interface RawEvent {
  errors: { stacktrace: Record<string, unknown>[] }[];
  request: Record<string, unknown>;
  context?: string;
  groupingHash?: string;
  originalError?: unknown;
  addMetadata(section: string, values: object): void;
  setUser(id: string, email: string, name: string): void;
  addFeatureFlag(name: string, variant: string): void;
}
interface RawClient {
  _setDelivery(createDelivery: () => object): void;
  _notify(event: RawEvent, last?: (event: RawEvent) => void): void;
  notify(error: unknown): void;
  leaveBreadcrumb(message: string, metadata: object, type: string): void;
  addMetadata(section: string, values: object): void;
  setUser(id: string, email: string, name: string): void;
  Event: {
    create(error: unknown, tolerate: boolean, state: object | undefined, component: string, skip: number): RawEvent;
  };
}

const require = createRequire(createRequire(import.meta.url).resolve('@bugsnag/js'));
const Client = require('@bugsnag/core/client') as new (options: object, schema: object) => RawClient;
const { schema } = require('@bugsnag/core/config') as { schema: object };
const { event: serializeEvent } = require('@bugsnag/core/lib/json-payload') as {
  event(payload: object, redacted: string[]): string;
};

/** Each is searched in the sent report, ignoring case, also URL-encoded. */
const PERSONAL = [
  'Anna',
  'Lindqvist',
  'søren',
  'kjær',
  'Müller',
  'anna.lindqvist@example.com',
  'example.com',
  'K7Q2ZX',
  '23456789ABCD',
  '2345 6789',
  '+45 20 30 40 50',
  '20304050',
  '20 30',
  '1984',
  'haggis',
  'allergic',
  'peanuts',
  'wheelchair',
  '7f1c2b9e',
  'eyJhbGciOi',
  'Q2hlY2s',
  'copenhagen-on-foot',
  '4111',
];
const TEXT =
  'Anna Lindqvist (søren kjær, Müller) <anna.lindqvist@example.com> K7Q2ZX 23456789ABCD 2345 6789 ABCD +45 20 30 40 50 20304050 1984-05-03 ' +
  '7f1c2b9e-1234-4000-8000-00000000abcd eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.abc allergic to peanuts, wheelchair, copenhagen-on-foot, 4111 1111 1111 1111';
const URL_OF_ALL =
  'https://muster.test/da/booking/view/Q2hlY2s/Anna%20Lindqvist/K7Q2ZX?q=haggis&anna.lindqvist@example.com&to=%2Fcheck-in%3Fq%3Ds%C3%B8ren&guest=7f1c2b9e-1234-4000-8000-00000000abcd#access_token=eyJhbGciOi&Anna';

function client(): { reporter: RawClient; sent: string[] } {
  const sent: string[] = [];
  const reporter = new Client(
    {
      apiKey: 'ffffffffffffffffffffffffffffffff',
      onError: filterOutgoingReports,
      logger: null,
      enabledReleaseStages: null,
    },
    schema,
  );
  reporter._setDelivery(() => ({
    sendEvent: (payload: object) => sent.push(serializeEvent(payload, [])),
    sendSession: () => undefined,
  }));
  return { reporter, sent };
}

function expectNothingPersonal(json: string): void {
  const low = decodeURIComponent(json.replace(/%(?![\da-f]{2})/gi, '%25')).toLowerCase();
  for (const secret of PERSONAL) expect(low, json).not.toContain(secret.toLowerCase());
}

beforeEach(() => vi.stubGlobal('location', { origin: 'https://muster.test' }));
afterEach(() => vi.unstubAllGlobals());

describe('a report full of personal data', () => {
  it('is sent without any of it', () => {
    const { reporter, sent } = client();
    reporter.setUser('7f1c2b9e', 'anna.lindqvist@example.com', 'Anna Lindqvist');
    reporter.addMetadata('guest', { name: 'Anna Lindqvist', deep: [{ reference: 'K7Q2ZX', note: TEXT }] });
    reporter.leaveBreadcrumb(
      'UI click',
      { targetText: 'Check in Anna Lindqvist', targetSelector: 'DIV#guest-7f1c2b9e.Anna > BUTTON#K7Q2ZX:nth-child(2)' },
      'user',
    );
    reporter.leaveBreadcrumb(
      'History pushState',
      {
        title: 'Anna Lindqvist',
        state: { q: 'haggis' },
        prevState: TEXT,
        from: URL_OF_ALL,
        to: '/check-in?q=haggis&departure=7f1c2b9e',
      },
      'navigation',
    );
    reporter.leaveBreadcrumb(
      'fetch() failed',
      { method: 'GET', url: URL_OF_ALL, status: 503, duration: 20, body: TEXT },
      'request',
    );
    reporter.leaveBreadcrumb(
      'XMLHttpRequest error',
      { method: 'Anna', url: 'https://anna.lindqvist.example.com/haggis', request: 'GET ?q=haggis' },
      'request',
    );
    reporter.leaveBreadcrumb(TEXT, { Anna: 'Anna', note: TEXT }, 'manual');
    reporter.leaveBreadcrumb('Error', { errorClass: 'Anna', errorMessage: TEXT, severity: 'Anna' }, 'error');
    const error = new TypeError(`Cannot read properties of undefined (reading 'Anna'): ${TEXT}`, {
      cause: new Error(TEXT, { cause: { note: TEXT } }),
    });
    error.stack = `TypeError: ${TEXT}\n    at Anna (https://muster.test/da/booking/view/Q2hlY2s:1:2)\n    at searchGuests (https://muster.test/assets/check-in-page-BdBIxQ0D.js:20:5)\n    at ${URL_OF_ALL}:1:1`;
    const event = reporter.Event.create(error, false, undefined, 'notify()', 0);
    event.request = {
      url: URL_OF_ALL,
      referrer: URL_OF_ALL,
      headers: { cookie: TEXT, referer: URL_OF_ALL },
      body: TEXT,
    };
    event.context = '/da/booking/view/Q2hlY2s?q=haggis';
    event.groupingHash = TEXT;
    for (const { stacktrace } of event.errors)
      for (const frame of stacktrace) frame['code'] = { 1: `<td>${TEXT}</td>` };
    event.addMetadata('script', { content: TEXT });
    event.addFeatureFlag('Anna', 'Lindqvist');
    reporter._notify(event);
    reporter._notify(reporter.Event.create(new Error('again'), false, undefined, 'notify()', 0));
    expect(sent).toHaveLength(2);
    for (const json of sent) expectNothingPersonal(json);

    const [report] = (
      JSON.parse(sent[0] ?? '') as {
        events: {
          exceptions: { errorClass: string; message: string; stacktrace: object[] }[];
          breadcrumbs: { metaData: object }[];
          metaData: object;
          context: string;
        }[];
      }
    ).events;
    // But it still says what happened and where.
    expect(report?.exceptions[0]).toMatchObject({
      errorClass: 'TypeError',
      message: expect.stringMatching(/^Cannot read properties of undefined \(reading '…/),
    });
    expect(report?.exceptions[0]?.stacktrace).toContainEqual(
      expect.objectContaining({ method: 'searchGuests', lineNumber: 20, columnNumber: 5 }),
    );
    expect(report?.breadcrumbs.map(({ metaData }) => metaData)).toEqual([
      { targetSelector: 'DIV > BUTTON:nth-child(2)' },
      { from: 'https://muster.test/da/booking/view/…/…/…', to: '/check-in' },
      { method: 'GET', url: 'https://muster.test/da/booking/view/…/…/…', status: 503, duration: 20 },
      { url: 'https://…' },
      {},
      { errorClass: 'Error', errorMessage: expect.any(String) },
    ]);
    expect(report?.context).toBe('/da/booking/view/…');
    expect(report?.metaData).toEqual({});
  });

  it('is sent without any of it when it is not an error, or when data is added last', () => {
    const { reporter, sent } = client();
    for (const value of [
      TEXT,
      { name: 'Anna Lindqvist', message: TEXT, code: 'K7Q2ZX' },
      { note: TEXT, toString: () => TEXT },
      [TEXT],
      null,
      undefined,
      20304050,
      () => TEXT,
    ])
      reporter.notify(value);
    // Bugsnag's own listener adds data to rejections without a stack after all callbacks.
    const rejected = Object.assign(new Error(TEXT), { name: 'Anna', stack: undefined });
    reporter._notify(reporter.Event.create(rejected, false, undefined, 'unhandledrejection handler', 1), (event) =>
      event.addMetadata('unhandledRejection handler', { '[object Error]': { name: 'Anna', message: TEXT } }),
    );
    expect(sent).toHaveLength(9);
    for (const json of sent) expectNothingPersonal(json);
  });

  it('keeps the limit of events and what is needed to find the fault', () => {
    const { reporter, sent } = client();
    reporter.notify(new RangeError('Maximum call stack size exceeded'));
    const { events } = JSON.parse(sent[0] ?? '') as { events: Record<string, unknown>[] };
    expect(events[0]).toMatchObject({
      payloadVersion: '4',
      severity: 'warning',
      unhandled: false,
      exceptions: [{ errorClass: 'RangeError', message: 'Maximum call stack size exceeded' }],
    });
  });
});

describe('redactMessage', () => {
  it.each([
    "Cannot read properties of undefined (reading 'guests')",
    "undefined is not an object (evaluating 'e.departureId')",
    'l is not a function',
    'Minified React error #418',
    'status 503 after 15000 ms',
    'Check-in was not stored: storage_full',
    "Unknown route middleware: 'subscription'.",
    'The database connection is closing.',
    'unusable response 511',
    'QuotaExceededError',
  ])('keeps %s', (text) => expect(redactMessage(text)).toBe(text));

  it.each([
    ['No guest Anna Lindqvist', 'No guest …'],
    ['no match for anna lindqvist', 'no match for …'],
    ['call +45 20 30 40 50 now', 'call … now'],
    ['mail x.y@z.test', '…'],
    ['reference K7Q2ZX', 'reference …'],
    ['token=abcdef', 'token=…'],
    [
      'Failed to fetch dynamically imported module: http://127.0.0.1/assets/x-BdBIxQ0D.js?q=anna',
      'Failed to fetch dynamically imported module: http://…',
    ],
    ['tel:+4520304050', '…'],
    ['token: (Anna)', 'token: (…)'],
  ])('turns %s into %s', (text, left) => {
    expect(redactMessage(text)).toBe(left);
  });

  it('gives no pattern more than 2,000 characters, however long a message is', () => {
    const inputs = regExpInputs(() => {
      for (const text of ['1 ', 'a:', 'é', 'A1'].map((part) => part.repeat(5000))) redactMessage(text);
    });
    expect(inputs.length).toBeGreaterThan(0);
    expect(Math.max(...inputs.map(({ length }) => length))).toBeLessThanOrEqual(2000);
  });
});

describe('redactUrl', () => {
  it.each([
    ['/da/check-in?departure=1&q=anna#x', '/da/check-in'],
    ['/rest/v1/rpc/check_in_push', '/rest/v1/rpc/check_in_push'],
    ['/rest/v1/guests?name=eq.Anna', '/rest/v1/guests'],
    ['/assets/index-BdBIxQ0D.js', '/assets/index-BdBIxQ0D.js'],
    ['/impersonate/7f1c2b9e-1234-4000-8000-00000000abcd', '/impersonate/…'],
    ['/booking/isolated/copenhagen-on-foot', '/booking/isolated/…'],
    ['https://elsewhere.test/check-in', 'https://…'],
    ['blob:https://x.test/7f1c', 'blob:…'],
    ['http://[', '…'],
  ])('turns %s into %s', (address, left) => expect(redactUrl(address)).toBe(left));
});
