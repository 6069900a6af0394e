/** The sign-in form: validation, and the text for each response. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginPage } from '../../src/auth/login/login-page.tsx';
import { signIn, type SignedIn } from '../../src/data/auth.ts';
import { loadDemo } from '../../src/data/demo.ts';
import { fail, type FailureCode, type Result } from '../../src/domain/result.ts';
import { deferred } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/data/auth.ts'));
await mockModule(import('../../src/data/demo.ts'));

const email = page.getByLabelText('Email');
const password = page.getByLabelText('Password', { exact: true });
const submit = page.getByRole('button', { name: 'Sign in', exact: true });

beforeEach(async () => {
  vi.mocked(signIn).mockReset();
  vi.mocked(loadDemo).mockResolvedValue(null);
  await renderScreen(<LoginPage />, { path: '/login', texts: ['auth-and-guards'] });
});

const fill = async (who: string, secret: string) => {
  await email.fill(who);
  await password.fill(secret);
};

describe('before a request', () => {
  test('an empty form shows what is missing and moves the focus there', async () => {
    await submit.click();
    await expect.element(page.getByText('Email is required.')).toBeVisible();
    await expect.element(email).toHaveFocus();
    await email.fill('guide@muster.test');
    await submit.click();
    await expect.element(password).toHaveFocus();
    expect(signIn).not.toHaveBeenCalled();
  });

  test('an invalid address is not sent', async () => {
    await fill('guide', 'secret');
    await submit.click();
    await expect.element(email).toHaveFocus();
    expect(signIn).not.toHaveBeenCalled();
  });

  test('the password can be shown', async () => {
    await password.fill('secret');
    await page.getByRole('button', { name: 'Show password' }).click();
    await expect.element(password).toHaveAttribute('type', 'text');
    await page.getByRole('button', { name: 'Hide password' }).click();
    await expect.element(password).toHaveAttribute('type', 'password');
  });
});

describe('after the response', () => {
  test.each<[FailureCode, string]>([
    ['wrong_credentials', 'Email or password is wrong.'],
    ['offline', 'You’re offline. Connect to a network to sign in.'],
    ['timeout', 'The server didn’t respond in time. Try again.'],
    ['bad_response', 'Does the Wi-Fi need you to sign in first?'],
    ['rate_limited', 'Too many attempts.'],
    ['not_permitted', 'This account can’t sign in.'],
  ])('%s is explained, and the input stays', async (code, text) => {
    vi.mocked(signIn).mockResolvedValue(fail(code));
    await fill('guide@muster.test', 'secret');
    await submit.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect.element(email).toHaveValue('guide@muster.test');
    await expect.element(password).toHaveValue('secret');
  });

  test('a second press while waiting sends nothing', async () => {
    const { promise, resolve } = deferred<Result<SignedIn>>();
    vi.mocked(signIn).mockReturnValue(promise);
    await fill('guide@muster.test', 'secret');
    await submit.click();
    await expect.element(page.getByRole('button', { name: 'Signing in…' })).toBeVisible();
    await password.click();
    await userEvent.keyboard('{Enter}');
    resolve(fail('server'));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(signIn).toHaveBeenCalledTimes(1);
  });
});
