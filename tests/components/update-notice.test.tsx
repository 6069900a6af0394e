/** The update notice in the real notification host, with a fake service worker. */
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { loadTexts } from '../../src/i18n/messages.ts';
import { UpdateNotice } from '../../src/app/frame/update-notice.tsx';
import { updates } from '../../src/app/start/updates.ts';
import { NotificationHost } from '../../src/ui/toasts/notification-host.tsx';
import { stays } from '../support/eventually.ts';
import { renderScreen } from './render-screen.tsx';

const reload = () => page.getByRole('button', { name: 'Reload' });

test('keeps its button when texts arrive, and stays closed', async () => {
  vi.spyOn(updates, 'getState').mockReturnValue(true);
  await renderScreen(
    <>
      <UpdateNotice />
      <NotificationHost />
    </>,
  );
  await expect.element(reload()).toBeVisible();
  const button = reload().element();
  await loadTexts('dashboard', 'en');
  await stays(
    () => button.isConnected,
    (isThere) => isThere,
    100,
  );
  await page.getByRole('button', { name: 'Close' }).click();
  await expect.element(reload()).not.toBeInTheDocument();
  await loadTexts('calendar', 'en');
  await stays(
    () => reload().elements().length,
    (count) => count === 0,
    100,
  );
});
