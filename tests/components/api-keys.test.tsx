/**
 * /integrations, API keys of the company: creating (shown once), rotating, revoking, and trying a request with a key.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiKeysSection } from '../../src/company/integrations/api-keys/api-keys-section.tsx';
import { readApiDescription } from '../../src/data/api-description.ts';
import { sendTestRequest } from '../../src/data/api-test-request.ts';
import { createApiKey, readApiKeys, revokeApiKey, rotateApiKey, type ApiKey } from '../../src/data/api-keys.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { stays } from '../support/eventually.ts';

await mockModule(import('../../src/data/api-keys.ts'));
await mockModule(import('../../src/data/api-test-request.ts'));
await mockModule(import('../../src/data/api-description.ts'), async (original) => ({
  ...(await original()),
  readApiDescription: vi.fn<typeof readApiDescription>(),
}));

const TOUR = { id: crypto.randomUUID(), title: { en: 'Test tour' } };
const testKey = (more: Partial<ApiKey> = {}): ApiKey => ({
  id: crypto.randomUUID(),
  name: 'Website',
  scopes: ['tours_read', 'bookings_write'],
  lastFour: 'beef',
  version: 1,
  testTour: null,
  addresses: [],
  expiresAt: null,
  lastDay: null,
  revokedAt: null,
  isLive: true,
  isReplaced: false,
  madeAt: '2026-11-01T10:00:00.000Z',
  madeBy: 'Ida',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
  lastUsedFrom: '192.0.2.7',
  ...more,
});
const mockKeys = (keys: ApiKey[]) => vi.mocked(readApiKeys).mockResolvedValue(ok({ keys, tours: [TOUR] }));
const show = () =>
  renderScreen(<ApiKeysSection company={crypto.randomUUID()} />, { texts: ['patterns', 'integrations', 'api-keys'] });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const shownKey = () => page.getByText(/^muster_/);
const hashOf = async (text: string) =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');

beforeEach(() => {
  mockKeys([]);
  vi.mocked(readApiDescription).mockResolvedValue(
    ok({
      paths: {
        '/departures': {
          get: {
            operationId: 'list_departures',
            summary: 'Departures of a span of days',
            security: [{ key: ['departures_read'] }],
            parameters: [
              { name: 'from', in: 'query', required: true, schema: { type: 'string', format: 'date' } },
              { name: 'limit', in: 'query', required: false, schema: { type: 'integer' } },
            ],
          },
        },
        '/departures/{id}': {
          get: {
            operationId: 'read_departures',
            summary: 'A departure',
            security: [{ key: ['departures_read'] }],
            parameters: [
              { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
              { name: 'fields', in: 'query', required: false, schema: { type: 'string' } },
              { name: 'If-None-Match', in: 'header', required: false, schema: { type: 'string' } },
            ],
          },
        },
        '/bookings/{id}/extend': {
          post: {
            operationId: 'extend_booking',
            summary: 'Hold for longer',
            security: [{ key: ['bookings_write'] }],
            parameters: [],
            requestBody: {
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    required: ['minutes'],
                    properties: { minutes: { type: 'integer', minimum: 1 } },
                  },
                },
              },
            },
          },
        },
      },
    }),
  );
});
afterEach(() => void vi.resetAllMocks());

test('creates a key in the browser, sends only its hash, and shows it once', async () => {
  vi.mocked(createApiKey).mockResolvedValueOnce(fail('offline', { retry: true }));
  vi.mocked(createApiKey).mockResolvedValue(ok({ keys: [testKey()], tours: [] }));
  await show();
  await press('New key');
  await page.getByRole('textbox', { name: 'Name' }).fill('Till');
  await press('Read tours');
  await page.getByRole('combobox', { name: 'Tours' }).selectOptions('test key, Test tour only');
  await page.getByRole('textbox', { name: 'Allowed IP addresses' }).fill('192.0.2.0/24, 198.51.100.7');
  await press('Create key');
  await expect.element(page.getByRole('dialog')).toHaveTextContent('New key');
  await press('Create key');
  await expect.element(shownKey()).toHaveTextContent(/^muster_test_[0-9a-f]{64}$/);
  const key = shownKey().element().textContent;
  // The retry sends the same key.
  const [first, second] = vi.mocked(createApiKey).mock.calls.map(([request]) => request);
  expect(second).toEqual(first);
  expect(second).toMatchObject({
    name: 'Till',
    scopes: ['tours_read'],
    testTour: TOUR.id,
    addresses: ['192.0.2.0/24', '198.51.100.7'],
    lastDay: null,
    hash: await hashOf(key),
    lastFour: key.slice(-4),
  });
  expect(JSON.stringify(second)).not.toContain(key);
  await press('Done');
  await expect.element(shownKey()).not.toBeInTheDocument();
});

test('lists what each key may do, when it was last used and whether it is active', async () => {
  mockKeys([
    testKey(),
    testKey({ name: 'Old', isLive: false, revokedAt: '2026-11-21T10:00:00.000Z', lastUsedAt: null }),
  ]);
  await show();
  const row = page.getByRole('listitem').filter({ hasText: 'Website' });
  await expect.element(row).toHaveTextContent(/…beef.*read tours, create and change bookings.*from 192\.0\.2\.7/);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Old' })).toHaveTextContent(/Revoked.*Never used/);
  // A revoked key has no actions.
  await expect
    .element(page.getByRole('listitem').filter({ hasText: 'Old' }).getByRole('button'))
    .not.toBeInTheDocument();
});

test('shows the next key when rotating; asks before revoking', async () => {
  const key = testKey();
  mockKeys([key]);
  vi.mocked(rotateApiKey).mockResolvedValue(ok({ keys: [], tours: [] }));
  vi.mocked(revokeApiKey).mockResolvedValue(ok({ keys: [], tours: [] }));
  await show();
  await press('More for Website …beef');
  await page.getByRole('menuitem', { name: 'Rotate' }).click();
  await page.getByRole('combobox', { name: 'Old key stays valid for' }).selectOptions('1 week');
  await press('Rotate');
  await expect.element(shownKey()).toHaveTextContent(/^muster_live_/);
  expect(vi.mocked(rotateApiKey)).toHaveBeenCalledWith(
    expect.objectContaining({ id: key.id, overlapHours: 168 }),
    expect.anything(),
  );
  await press('Done');
  await press('More for Website …beef');
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  expect(vi.mocked(revokeApiKey)).not.toHaveBeenCalled();
  await press('Revoke');
  await expect.poll(() => vi.mocked(revokeApiKey).mock.calls.length).toBe(1);
});

test('lists the endpoints from the API description, with examples to copy', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await show();
  await page.getByText('GET /departures', { exact: true }).click();
  await press('Copy example for GET /departures');
  await page.getByText('POST /bookings/{id}/extend').click();
  await press('Copy example for POST /bookings/{id}/extend');
  await expect.poll(() => copied.length).toBe(2);
  expect(copied[0]).toContain(`/functions/v1/api/departures?from=2027-05-01'`);
  expect(copied[0]).not.toContain('limit');
  expect(copied[1]).toContain(`-d '{"minutes":1}'`);
});

const KEY = `muster_live_${'ab'.repeat(32)}`;
const field = (name: string) => page.getByRole('textbox', { name, exact: true });
const sentRequests = () => vi.mocked(sendTestRequest).mock.calls.map(([request]) => request);

test('sends a test request with a pasted key, shows the raw response, and stores the key nowhere', async () => {
  vi.mocked(sendTestRequest).mockResolvedValue(
    ok({
      status: 200,
      headers: [
        ['etag', '"e4a"'],
        ['ratelimit-remaining', '298'],
      ],
      durationMs: 41.6,
      body: '{\n  "items": []\n}',
    }),
  );
  await show();
  await field('from').fill('2027-05-01');
  await field('Key').fill(`  ${KEY} `);
  await press('Send');
  const responseStatus = page.getByRole('status').filter({ hasText: '42 ms' });
  await expect.element(responseStatus).toHaveTextContent(/200.*42 ms.*etag.*"e4a".*ratelimit-remaining.*298.*"items"/s);
  expect(sentRequests()).toEqual([{ path: '/departures?from=2027-05-01&limit=5', key: KEY }]);
  // Another operation clears the form but keeps the key.
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOptions('/departures/{id}');
  await expect.element(responseStatus).not.toBeInTheDocument();
  await field('id').fill('a/../b');
  await press('Send');
  await expect.poll(sentRequests).toHaveLength(2);
  expect(sentRequests()[1]).toEqual({ path: '/departures/a%2F..%2Fb', key: KEY });
  // Only read operations are offered.
  expect(page.getByRole('option', { name: /extend/ }).elements()).toEqual([]);
  for (const store of [localStorage, sessionStorage]) expect(JSON.stringify(store)).not.toContain(KEY);
  expect(document.cookie + location.href).not.toContain(KEY);
});

test('does not send a malformed key; shows refusals and lost responses', async () => {
  await show();
  await field('Key').fill('muster_live_short');
  await press('Send');
  await expect.element(page.getByText(/^Enter a key: muster_live_/)).toBeVisible();
  expect(sentRequests()).toEqual([]);
  vi.mocked(sendTestRequest).mockResolvedValueOnce(
    ok({ status: 403, headers: [], durationMs: 3, body: '{ "code": "missing_scope" }' }),
  );
  vi.mocked(sendTestRequest).mockResolvedValueOnce(fail('offline', { retry: true }));
  await field('Key').fill(KEY);
  await press('Send');
  await expect.element(page.getByRole('status').filter({ hasText: '403' })).toHaveTextContent('missing_scope');
  await expect.element(page.getByText(/^Enter a key: muster_live_/)).not.toBeInTheDocument();
  await press('Send');
  await expect.element(page.getByText(/^No response/)).toBeVisible();
  await expect.element(page.getByText('missing_scope')).not.toBeInTheDocument();
});

test('aborts a test request when another operation is chosen, and ignores its response', async () => {
  const waiting: ((result: Awaited<ReturnType<typeof sendTestRequest>>) => void)[] = [];
  vi.mocked(sendTestRequest).mockImplementation(() => new Promise((result) => void waiting.push(result)));
  await show();
  await field('Key').fill(KEY);
  await press('Send');
  await expect.poll(() => waiting.length).toBe(1);
  await page.getByRole('combobox', { name: 'Endpoint' }).selectOptions('/departures/{id}');
  expect(vi.mocked(sendTestRequest).mock.calls[0]![1].aborted).toBe(true);
  await press('Send');
  await expect.poll(() => waiting.length).toBe(2);
  waiting[0]!(ok({ status: 200, headers: [], durationMs: 1, body: 'too late' }));
  // The first response has arrived, and the second request is still pending.
  await stays(
    () => page.getByText('too late').elements().length,
    (count) => count === 0,
    200,
  );
  await expect.element(page.getByRole('button', { name: 'Send' })).toHaveAttribute('aria-disabled', 'true');
  waiting[1]!(ok({ status: 200, headers: [], durationMs: 1, body: 'x'.repeat(20_001) }));
  await expect.element(page.getByText(/^Response shortened/)).toBeVisible();
  await expect.element(page.getByText('too late')).not.toBeInTheDocument();
});
