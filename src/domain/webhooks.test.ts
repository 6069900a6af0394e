import { describe, expect, test } from 'vitest';
import { isWebhookUrl, SUBSCRIBABLE_EVENTS, WEBHOOK_EVENTS } from './webhooks.ts';

test('receivers choose any event but the test and the one for OCTO subscribers', () =>
  expect(WEBHOOK_EVENTS.filter((event) => !(SUBSCRIBABLE_EVENTS as readonly string[]).includes(event))).toEqual([
    'availability.changed',
    'webhook.test',
  ]));

describe('isWebhookUrl', () => {
  test.each([
    'https://example.org',
    'HTTPS://Hooks.Example.org/muster?key=1',
    'https://a-b.example.org:8443/path',
    'https://example.co.uk?x',
    `https://example.org/${'x'.repeat(480)}`,
  ])('accepts %s', (url) => expect(isWebhookUrl(url)).toBe(true));

  test.each([
    '',
    'http://example.org',
    'see https://example.org',
    'https://example.org and more',
    'https://example.org/#part',
    'https://example',
    'https://127.0.0.1',
    'https://-a.example.org',
    'https://a-.example.org',
    'https://example.org-',
    'https://example.org:0',
    'https://example.org:123456',
    'https://example.org:99999',
    'https://user@example.org',
    'https://printer.local',
    'https://db.internal/x',
    'https://nas.home?x',
    'https://a.localhost:8080',
    `https://example.org/${'x'.repeat(481)}`,
  ])('refuses %s', (url) => expect(isWebhookUrl(url)).toBe(false));
});
