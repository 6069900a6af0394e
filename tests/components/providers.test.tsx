/** Social sign-in with fake Auth responses: when it is offered, where it leads, and its errors. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { LoginPage } from '../../src/auth/login/login-page.tsx';
import { RegisterPage } from '../../src/auth/register/register-page.tsx';
import type { SignedIn } from '../../src/data/auth.ts';
import { loadDemo } from '../../src/data/demo.ts';
import { readFactors } from '../../src/data/mfa-factors.ts';
import { readOAuthSignIn, redirectToProvider, readProviders } from '../../src/data/identity-providers.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { identity, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/demo.ts'));
await mockModule(import('../../src/data/mfa-factors.ts'));
await mockModule(import('../../src/data/identity-providers.ts'));

const ada: SignedIn = { userId: 'ada', email: 'ada@muster.test' };
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  for (const call of [readProviders, redirectToProvider, readOAuthSignIn]) vi.mocked(call as () => void).mockReset();
  vi.mocked(loadDemo).mockResolvedValue(null);
  vi.mocked(readProviders).mockResolvedValue([]);
  await session.signOut({ discard: true });
});

describe('on the sign-in page', () => {
  const show = (at = '/da/login') => renderScreen(<LoginPage />, { path: '/da/login', at, texts: ['auth-and-guards'] });

  test('offers nothing when the project has no providers', async () => {
    await show();
    await expect.element(button('Sign in')).toBeVisible();
    await waitFor(() => expect(readProviders).toHaveBeenCalled());
    expect(page.getByRole('button', { name: /Continue with/ }).elements()).toHaveLength(0);
  });

  test('offers each provider, and passes on the page the user asked for', async () => {
    vi.mocked(readProviders).mockResolvedValue(['google', 'azure']);
    vi.mocked(redirectToProvider).mockResolvedValue(ok(true));
    await show('/da/login?to=%2Fbookings');
    await expect.element(button('Continue with Microsoft')).toBeVisible();
    expect(page.getByRole('button', { name: 'Continue with Apple' }).elements()).toHaveLength(0);
    await button('Continue with Google').click();
    await waitFor(() =>
      expect(redirectToProvider).toHaveBeenCalledExactlyOnceWith('google', {
        path: '/da/register?by=google&to=%2Fbookings',
      }),
    );
  });

  test('explains a provider that is unreachable', async () => {
    vi.mocked(readProviders).mockResolvedValue(['apple']);
    vi.mocked(redirectToProvider).mockResolvedValue(fail('offline', { retry: true }));
    await show();
    await button('Continue with Apple').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('You’re offline.');
  });
});

describe('on return', () => {
  const openRegistration = (query: string) =>
    renderScreen(<RegisterPage />, {
      path: '/register',
      at: `/register?by=google&${query}`,
      texts: ['auth-and-guards', 'registration'],
    });

  test('redirects a known user to the page they asked for', async () => {
    vi.mocked(readOAuthSignIn).mockResolvedValue(ok({ user: ada, wantsFactor: false }));
    const enterSession = vi.spyOn(session, 'enter').mockImplementation(async () => {
      await signInAs(identity({ organisations: [{ id: 'o', name: 'Nordic City Stays', slug: 'ncs' }] }));
      return ok(null);
    });
    await openRegistration('to=%2Fbookings&code=abc');
    await expect.element(place()).toHaveTextContent('/login?to=%2Fbookings');
    expect(enterSession).toHaveBeenCalledExactlyOnceWith(ada);
    enterSession.mockRestore();
  });

  test('sends an unknown user to registration', async () => {
    vi.mocked(readOAuthSignIn).mockResolvedValue(ok({ user: ada, wantsFactor: false }));
    const enterSession = vi.spyOn(session, 'enter').mockImplementation(async () => {
      await signInAs(identity({ assignments: [], companies: [], organisations: [] }));
      return ok(null);
    });
    await openRegistration('code=abc');
    // The same page without the provider's parameters: it asks for the registration data.
    await waitFor(() => expect(page.getByText('You’re not signed in').elements()).toHaveLength(0));
    await waitFor(() => expect(enterSession).toHaveBeenCalledOnce());
    expect(place().elements()).toHaveLength(0);
    enterSession.mockRestore();
  });

  test('asks for the authenticator’s code first', async () => {
    vi.mocked(readFactors).mockResolvedValue(ok([{ id: 'phone', name: 'Phone', addedAt: '2026-11-02T10:00:00Z' }]));
    vi.mocked(readOAuthSignIn).mockResolvedValue(ok({ user: ada, wantsFactor: true }));
    const enterSession = vi.spyOn(session, 'enter');
    await openRegistration('code=abc');
    await expect.element(page.getByLabelText('Authenticator code')).toBeVisible();
    expect(enterSession).not.toHaveBeenCalled();
    enterSession.mockRestore();
  });

  test.each([
    ['error=access_denied&error_description=User+denied', 'Sign-in was cancelled or access was denied.'],
    ['error=server_error&error_code=unexpected_failure', 'The sign-in service isn’t responding.'],
    ['error=access_denied&error_code=signup_disabled', 'Registration is currently closed.'],
    ['error=access_denied&error_code=provider_email_needs_verification', 'Your email address isn’t confirmed there.'],
    ['error=invalid_request&error_code=bad_oauth_state', 'Signing in took too long or started in another browser.'],
  ])('explains %s, with a link back', async (query, text) => {
    await openRegistration(`to=%2Fbookings&${query}`);
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect
      .element(page.getByRole('link', { name: 'Back to sign-in' }))
      .toHaveAttribute('href', '/login?to=%2Fbookings');
    expect(readOAuthSignIn).not.toHaveBeenCalled();
  });

  test('reports a code that was used before', async () => {
    vi.mocked(readOAuthSignIn).mockResolvedValue(ok({ user: null, wantsFactor: false }));
    await openRegistration('code=abc');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Signing in took too long');
  });
});
