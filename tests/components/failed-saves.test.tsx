/**
 * A failed save in the real forms: beside the button, announced, visible at 720 px of height, focus inside the form.
 */
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fail } from '../../src/domain/result.ts';
import { SWEPT_FORMS } from './failed-saves-forms.tsx';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

const rpc = vi.fn(async () => fail('signed_out'));
await mockModule(import('../../src/data/rpc.ts'), async (original) => ({ ...(await original()), rpc: rpc as never }));
await mockModule(import('../../src/data/call.ts'), async (original) => ({
  ...(await original()),
  call: (async () => fail('signed_out')) as never,
}));
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));

const TEXTS = [
  'patterns',
  'account',
  'accounts',
  'agreements',
  'api-keys',
  'auth-and-guards',
  'bookings',
  'bookings-advanced',
  'calendar-feeds',
  'codes',
  'companies',
  'company-settings',
  'team',
  'registration',
  'guide-pay',
  'integrations',
  'referrals',
  'scheduled-exports',
  'tours-manage',
  'webhooks',
];

beforeEach(() => page.viewport(1440, 720));

/** Whether an element is inside the viewport and nothing covers its centre. */
function isInSight(element: Element): boolean {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
  return top >= 0 && bottom <= window.innerHeight && topElement !== null && element.contains(topElement);
}

test.each(SWEPT_FORMS)('$name shows a failed save above its button, in sight', async ({ form, fill }) => {
  await renderScreen(form, { path: '*', at: '/tours?open=1', texts: TEXTS });
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toBeVisible();
  await fill?.();
  const button = document.querySelector<HTMLElement>('dialog button[type=submit]')!;
  await userEvent.click(button);
  const alert = dialog.getByRole('alert');
  await expect.element(alert).toHaveTextContent('You’ve been signed out.');
  await expect.poll(() => isInSight(alert.element())).toBe(true);
  const foot = button.parentElement!;
  expect(foot.contains(alert.element())).toBe(true);
  expect(alert.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(button.getBoundingClientRect().top);
  await expect.element(button).toHaveFocus();
  await expect
    .element(alert.getByRole('link', { name: 'Sign in again' }))
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/tours?open=1')));
});
