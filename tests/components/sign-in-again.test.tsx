/** Signing in again after the session has ended on a device that remembers the user. */
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LoginPage } from '../../src/auth/login/login-page.tsx';
import { onAuthChange, type AuthChange } from '../../src/data/auth.ts';
import { loadDemo } from '../../src/data/demo.ts';
import { session } from '../../src/session/session.ts';
import { identity, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/demo.ts'));
afterEach(() => session.signOut({ discard: true }));

test('prefills the address and focuses the password', async () => {
  vi.mocked(loadDemo).mockResolvedValue(null);
  let end: (change: AuthChange) => void = () => {};
  vi.mocked(onAuthChange).mockImplementation((listener) => {
    end = listener;
    return () => undefined;
  });
  await session.connect();
  await signInAs(identity());
  end({ event: 'signed_out', user: null });
  expect(session.getState()).toMatchObject({ status: 'signed_in', mustSignInAgain: true });
  await renderScreen(<LoginPage />, { path: '/login', texts: ['auth-and-guards'] });
  await expect.element(page.getByLabelText('Email')).toHaveValue('pernille@muster.test');
  await expect.element(page.getByLabelText('Password', { exact: true })).toHaveFocus();
});
