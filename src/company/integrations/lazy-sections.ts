/** Sections whose code and texts are loaded when they are first opened. */
import { lazyWithTexts } from '../../ui/loading/lazy-component.tsx';

export const ApiKeysSection = lazyWithTexts(
  () => import('./api-keys/api-keys-section.tsx').then((module) => module.ApiKeysSection),
  ['api-keys'],
);

export const CalendarsSection = lazyWithTexts(
  () => import('./calendars/calendars-section.tsx').then((module) => module.CalendarsSection),
  ['calendar-feeds'],
);

export const WebhooksSection = lazyWithTexts(
  () => import('./webhooks/webhooks-section.tsx').then((module) => module.WebhooksSection),
  ['webhooks'],
);
