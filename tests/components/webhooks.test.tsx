/** /integrations, webhooks: creating, testing, inspecting, resending and switching off, with every refusal. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import axe from 'axe-core';
import { page } from 'vitest/browser';
import { Component as IntegrationsPage } from '../../src/company/integrations/integrations-page.tsx';
import {
  previewWebhook,
  readWebhookDelivery,
  readWebhookLog,
  readWebhooks,
  replayWebhook,
  rotateWebhookSecret,
  saveWebhook,
  switchWebhook,
  testWebhook,
  type WebhookEndpoint,
  type Webhooks,
} from '../../src/data/webhooks.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { session } from '../../src/session/session.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/webhooks.ts'));

const ENDPOINT: WebhookEndpoint = {
  id: '00000000-0000-4000-8000-00000000a001',
  url: 'https://hooks.example.com/muster',
  description: 'Bookkeeping',
  events: ['booking.created'],
  hasPersonalData: false,
  state: 'active',
  pauseReason: null,
  pausedAt: null,
  failingSince: null,
  lastDeliveredAt: '2026-12-01T09:00:00.000Z',
  overlapUntil: null,
  waiting: 0,
  octo: null,
  key: null,
  version: 3,
};
/** As a reseller created it through OCTO. */
const SUBSCRIBED: WebhookEndpoint = {
  ...ENDPOINT,
  id: '00000000-0000-4000-8000-00000000a002',
  url: 'https://reseller.example.com/octo',
  description: null,
  events: ['booking.changed'],
  octo: 'booking_update',
  key: { name: 'Harbour Tickets …4f2a', isLive: true },
};
const DELIVERY = {
  id: '00000000-0000-4000-8000-00000000b001',
  place: 12,
  type: 'booking.created',
  happenedAt: '2026-12-01T08:59:00.000Z',
  state: 'retrying',
  attempts: 1,
  reference: 'K7MX2P',
  nextAt: '2026-12-01T09:10:00.000Z',
  status: 503,
  failure: 'status',
} as const;
const webhooksResponse = (endpoints: WebhookEndpoint[], more: Partial<Webhooks> = {}) =>
  ok({ timeZone: 'Europe/Copenhagen', endpoints, ...more });

let company = '';
const show = (locale: Locale = 'en') =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <IntegrationsPage />
    </div>,
    { path: '/integrations', at: '/integrations?section=webhooks', texts: ['integrations', 'patterns'], locale },
  );
const dialog = page.getByRole('dialog');
const chooses = async (name: string) => {
  await page.getByRole('button', { name: 'More for Bookkeeping' }).click();
  await page.getByRole('menuitem', { name }).click();
};

beforeEach(async () => {
  company = crypto.randomUUID();
  await page.viewport(1280, 720);
  vi.resetAllMocks();
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([ENDPOINT]));
  vi.mocked(readWebhookLog).mockResolvedValue(ok({ deliveries: [DELIVERY], isAll: true }));
  vi.mocked(readWebhookDelivery).mockResolvedValue(
    ok({
      body: '{"type": "booking.created"}',
      attempts: [
        { number: 1, at: DELIVERY.happenedAt, durationMs: 120, status: 503, failure: 'status', response: 'busy' },
      ],
    }),
  );
  vi.mocked(previewWebhook).mockResolvedValue(ok({ body: null }));
  const member = { ...memberCompany(company, 'Harbour Walks'), member: true };
  await signInAs(identity({ userId: crypto.randomUUID(), companies: [member] }));
});
afterEach(() => session.signOut({ discard: true }));

test('creates a webhook from address and events, explains a refusal, and shows its secret once', async () => {
  await show();
  await expect.element(page.getByText('Bookkeeping', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'New webhook' }).click();
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://printer.local/');
  await dialog.getByRole('button', { name: 'Payment received' }).click();
  vi.mocked(saveWebhook).mockResolvedValueOnce({
    ok: false,
    code: 'refused',
    retry: false,
    refusal: { status: 'bad_url' },
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect
    .element(dialog.getByText('Enter a public URL that starts with https://.', { exact: false }))
    .toBeVisible();
  await dialog.getByRole('textbox', { name: 'URL' }).fill('https://hooks.example.com/');
  vi.mocked(saveWebhook).mockResolvedValueOnce(webhooksResponse([ENDPOINT], { secret: 'whsec_shown_once' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByText('whsec_shown_once')).toBeVisible();
  expect(saveWebhook).toHaveBeenLastCalledWith(
    {
      company,
      id: expect.any(String) as string,
      version: 0,
      url: 'https://hooks.example.com/',
      description: '',
      events: ['booking.created', 'booking.changed', 'booking.moved', 'booking.cancelled', 'payment.received'],
      hasPersonalData: false,
    },
    expect.any(String),
  );
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(document.body.textContent).not.toContain('whsec_shown_once');
});

test('the log shows each result; a delivery opens with request and response, and is resent', async () => {
  await show();
  await page.getByRole('button', { name: 'Log: Bookkeeping' }).click();
  await expect.element(dialog.getByText('K7MX2P', { exact: false })).toHaveTextContent('HTTP 503');
  await dialog.getByRole('button', { name: 'Open', exact: false }).click();
  await expect.element(dialog.getByRole('region', { name: 'Request' })).toHaveTextContent('booking.created');
  await expect.element(dialog.getByRole('region', { name: 'Response' })).toHaveTextContent('busy');
  vi.mocked(replayWebhook).mockResolvedValueOnce(ok({}));
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect.element(dialog.getByRole('button', { name: 'Refresh' })).toBeVisible();
  expect(vi.mocked(replayWebhook).mock.lastCall?.[0]).toBe(DELIVERY.id);
});

const SWITCHED_OFF = { ok: false, code: 'refused', retry: false, refusal: { status: 'switched_off' } } as const;

test('shows that a colleague has switched off the webhook to which a test was sent', async () => {
  await show();
  await expect.element(page.getByText('On', { exact: true })).toBeVisible();
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([{ ...ENDPOINT, state: 'off' }]));
  vi.mocked(testWebhook).mockResolvedValueOnce(SWITCHED_OFF);
  await chooses('Send test');
  await expect.element(page.getByText('Off', { exact: true })).toBeVisible();
});

test('shows that a colleague has switched off the webhook whose delivery was resent', async () => {
  await show();
  await page.getByRole('button', { name: 'Log: Bookkeeping' }).click();
  await dialog.getByRole('button', { name: 'Open', exact: false }).click();
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([{ ...ENDPOINT, state: 'off' }]));
  vi.mocked(replayWebhook).mockResolvedValueOnce(SWITCHED_OFF);
  await dialog.getByRole('button', { name: 'Resend' }).click();
  await expect.element(dialog.getByText('Off', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Resend' })).toBeDisabled();
});

test('explains a paused webhook, and resumes it after confirmation; a failure stays visible', async () => {
  const paused = { state: 'paused', pauseReason: 'gone', pausedAt: DELIVERY.happenedAt, waiting: 4 } as const;
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([{ ...ENDPOINT, ...paused }]));
  await show();
  await expect.element(page.getByText('the URL no longer exists (410)', { exact: false })).toBeVisible();
  await expect.element(page.getByText('4 waiting', { exact: false })).toBeVisible();
  await chooses('Resume');
  vi.mocked(switchWebhook).mockResolvedValueOnce(fail('offline', { retry: true }));
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect.element(dialog.getByRole('alert')).toBeVisible();
  vi.mocked(switchWebhook).mockResolvedValueOnce(webhooksResponse([ENDPOINT]));
  await dialog.getByRole('button', { name: 'Resume' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(vi.mocked(switchWebhook).mock.lastCall?.[0]).toEqual({ id: ENDPOINT.id, isOn: true });
});

test('shows a new secret in place of the question, and sends a test to that webhook', async () => {
  await show();
  await chooses('Rotate secret');
  vi.mocked(rotateWebhookSecret).mockResolvedValueOnce(webhooksResponse([ENDPOINT], { secret: 'whsec_new' }));
  await dialog.getByRole('button', { name: 'Rotate secret' }).click();
  await expect.element(dialog.getByText('whsec_new')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  vi.mocked(testWebhook).mockResolvedValueOnce(ok({}));
  await chooses('Send test');
  await expect.poll(() => vi.mocked(testWebhook).mock.lastCall?.[0]).toBe(ENDPOINT.id);
});

test('previews an event’s payload, with names on request', async () => {
  await show();
  await page.getByRole('button', { name: 'Preview event' }).click();
  await expect.element(dialog.getByText('No data for this event yet', { exact: false })).toBeVisible();
  vi.mocked(previewWebhook).mockResolvedValue(ok({ body: '{"type": "payment.received"}' }));
  await dialog.getByRole('combobox', { name: 'Event' }).selectOptions('payment.received');
  await expect.element(dialog.getByRole('region', { name: 'Request' })).toHaveTextContent('payment.received');
  await dialog.getByRole('switch', { name: 'Include guest names and contact details' }).click();
  await expect
    .poll(() => vi.mocked(previewWebhook).mock.lastCall?.[0])
    .toEqual({ company, event: 'payment.received', hasPersonalData: true });
});

test.each(['en', 'es', 'da', 'it'] as const)('in %s it fits a phone, with an overlong name', async (locale) => {
  await page.viewport(360, 720);
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([{ ...ENDPOINT, description: 'Regnskab'.repeat(25) }]));
  await show(locale);
  await expect.element(page.getByText('Regnskab'.repeat(25), { exact: true })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  const { violations } = await axe.run(document.body, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] });
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('shows the key of a reseller’s subscription, which can be switched off and deleted, not changed', async () => {
  vi.mocked(readWebhooks).mockResolvedValue(webhooksResponse([SUBSCRIBED]));
  vi.mocked(switchWebhook).mockResolvedValue(webhooksResponse([{ ...SUBSCRIBED, state: 'off' }]));
  await show();
  await expect.element(page.getByText('created with key Harbour Tickets …4f2a', { exact: false })).toBeVisible();
  await expect.element(page.getByText('OCTO: bookings', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: `More for ${SUBSCRIBED.url}` }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Edit' }).elements()).toEqual([]);
  await page.getByRole('menuitem', { name: 'Switch off' }).click();
  await dialog.getByRole('button', { name: 'Switch off' }).click();
  await expect.poll(() => vi.mocked(switchWebhook).mock.calls[0]?.[0]).toEqual({ id: SUBSCRIBED.id, isOn: false });
});

test('says when the key has expired, and that an unsent delivery has nothing to show', async () => {
  vi.mocked(readWebhooks).mockResolvedValue(
    webhooksResponse([{ ...SUBSCRIBED, key: { ...SUBSCRIBED.key!, isLive: false } }]),
  );
  vi.mocked(readWebhookDelivery).mockResolvedValue(ok({ body: null, attempts: [] }));
  await show();
  await expect.element(page.getByText('Not sending: its API key', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: `Log: ${SUBSCRIBED.url}` }).click();
  await dialog.getByRole('button', { name: 'Open', exact: false }).click();
  await expect.element(dialog.getByText('not sent yet', { exact: false })).toBeVisible();
});
