/** Registration, password reset and mail links: validation before a request, and the text for each response. */
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ForgotPasswordPage } from '../../src/auth/password/forgot-password-page.tsx';
import { LoginPage } from '../../src/auth/login/login-page.tsx';
import { RegisterPage } from '../../src/auth/register/register-page.tsx';
import { UpdatePasswordPage } from '../../src/auth/password/update-password-page.tsx';
import {
  setNewPassword,
  pendingBusiness,
  registerBusiness,
  resendConfirmation,
  sendPasswordReset,
  signUp,
  verifyLink,
} from '../../src/data/account.ts';
import { signIn, type AuthRefusal } from '../../src/data/auth.ts';
import { loadDemo } from '../../src/data/demo.ts';
import { loadIdentity } from '../../src/data/identity.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';

await mockModule(import('../../src/data/account.ts'));
await mockSession();
await mockModule(import('../../src/data/demo.ts'));

const refused = (status: AuthRefusal['status']): Result<never, AuthRefusal> => ({
  ok: false,
  code: 'refused',
  retry: false,
  refusal: { status },
});
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const newcomer = identity({ displayName: 'Ada Guide' });
let links = 0;
/** A page uses a link once: each test has its own. */
const link = (type: string) => `#token_hash=hash${(links += 1)}&type=${type}`;

const show = (screen: ReactNode, path: string, hash = '') =>
  renderScreen(screen, { path, at: path + hash, texts: ['patterns', 'auth-and-guards', 'registration'] });

const PRESS = {
  signup: 'Confirm address',
  recovery: 'Continue',
  magiclink: 'Sign in',
  email_change: 'Confirm address',
  invite: 'Accept invitation',
};
const follow = async (screen: ReactNode, path: string, type: keyof typeof PRESS) => {
  await show(screen, path, link(type));
  await button(PRESS[type]).click();
};

beforeEach(() => {
  vi.mocked(loadDemo).mockResolvedValue(null);
  for (const call of [
    signUp,
    sendPasswordReset,
    resendConfirmation,
    verifyLink,
    setNewPassword,
    registerBusiness,
    pendingBusiness,
  ])
    vi.mocked(call as typeof signUp).mockReset();
  sessionStorage.clear();
  // The app knows that nobody is signed in; at the start of the file's first test it does not know yet.
  return session.signOut({ discard: true });
});

describe('/register', () => {
  const fill = async (password = 'four quiet geese walk') => {
    await page.getByLabelText('Business name').fill('Ada Walks');
    await page.getByLabelText('Your name').fill('Ada Fjordholm');
    await page.getByLabelText('Email').fill('ada@example.com');
    await page.getByLabelText(/^Password/).fill(password);
    await button('Create account').click();
  };

  test('shows what is missing without asking the server', async () => {
    await show(<RegisterPage />, '/register');
    await button('Create account').click();
    await expect.element(page.getByText('Sorry, not all fields are filled out correctly.')).toBeVisible();
    expect(signUp).not.toHaveBeenCalled();
  });

  // Which passwords are refused: src/domain/password.test.ts.
  test('explains why it rejects a password', async () => {
    await show(<RegisterPage />, '/register');
    await fill('password1');
    for (const [password, text] of [
      ['password1', 'This password is very common.'],
      ['Fjordholm', 'Too close to your own name.'],
      ['abcdefghijk', 'Sequences and repetitions are easy to guess.'],
      ['kort', 'At least 8 characters'],
    ] as const) {
      await page.getByLabelText(/^Password/).fill(password);
      await button('Create account').click();
      await expect.element(page.getByText(text)).toBeVisible();
    }
    expect(signUp).not.toHaveBeenCalled();
  });

  test('says that no mail can be sent for now, and keeps the form values', async () => {
    vi.mocked(signUp).mockResolvedValue(refused('mail_limit'));
    await show(<RegisterPage />, '/register');
    await fill();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many emails sent in the last hour.');
    expect(heading('Check your email').elements()).toHaveLength(0);
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com');
    await expect.element(page.getByLabelText(/^Password/)).toHaveValue('four quiet geese walk');
  });

  test.each<[string, Result<null, AuthRefusal>]>([
    ['a new address', ok(null)],
    ['a registered address', refused('address_taken')],
    ['an address that was sent a mail a moment ago', refused('too_soon')],
  ])('gives %s the same response', async (_, result) => {
    vi.mocked(signUp).mockResolvedValue(result);
    await show(<RegisterPage />, '/register');
    await fill();
    await expect.element(heading('Check your email')).toBeVisible();
    await expect.element(page.getByText('ada@example.com')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Resend in \d+ seconds/ })).toBeVisible();
    expect(vi.mocked(signUp).mock.calls[0]![0]).toMatchObject({
      kind: 'company',
      name: 'Ada Walks',
      displayName: 'Ada Fjordholm',
      email: 'ada@example.com',
    });
  });

  test('asks a partner for no time zone', async () => {
    await show(<RegisterPage />, '/register');
    await expect.element(page.getByLabelText('Time zone')).toBeVisible();
    await page.getByRole('radio', { name: 'Partner' }).click();
    expect(page.getByLabelText('Time zone').query()).toBeNull();
  });

  test('creates the registered business when the mail link is opened, on any device', async () => {
    vi.mocked(verifyLink).mockResolvedValue(ok({ user: { userId: newcomer.userId, email: 'ada@example.com' } }));
    vi.mocked(loadIdentity).mockResolvedValue(ok(newcomer));
    const business = {
      kind: 'company',
      name: 'Ada Walks',
      phone: '',
      locale: 'da',
      timeZone: 'UTC',
      currency: 'DKK',
    } as const;
    vi.mocked(pendingBusiness).mockResolvedValue(ok(business));
    vi.mocked(registerBusiness).mockResolvedValueOnce(fail('offline', { retry: true }));
    vi.mocked(registerBusiness).mockResolvedValueOnce(ok({ company: 'c1', organisation: null }));
    await follow(<RegisterPage />, '/register', 'signup');
    await expect.element(heading('Not set up yet')).toBeVisible();
    await button('Try again').click();
    await expect.element(place()).toHaveTextContent('/thanks-for-registering');
    expect(registerBusiness).toHaveBeenLastCalledWith(business);
  });

  test.each([
    ['not_confirmed', 'Check your email'],
    ['already_member', 'You’re already signed in'],
  ] as const)('explains why an account without a business gets none: %s', async (status, title) => {
    await signInAs(newcomer);
    vi.mocked(pendingBusiness).mockResolvedValue(ok(null));
    vi.mocked(registerBusiness).mockResolvedValue({ ok: false, code: 'refused', retry: false, refusal: { status } });
    await show(<RegisterPage />, '/register');
    await page.getByLabelText('Business name').fill('Ada Walks');
    await button('Register').click();
    await expect.element(heading(title)).toBeVisible();
  });

  test('tells a user who already belongs to a company, and creates nothing', async () => {
    await signInAs(identity({ companies: [{ ...memberCompany('c1', 'Harbour'), member: true }] }));
    await show(<RegisterPage />, '/register');
    await expect.element(heading('You’re already signed in')).toBeVisible();
    expect(registerBusiness).not.toHaveBeenCalled();
  });
});

describe('a mail link', () => {
  test.each<[keyof typeof PRESS, ReactNode, string]>([
    ['signup', <RegisterPage key="page" />, '/register'],
    ['recovery', <UpdatePasswordPage key="page" />, '/update-password'],
    ['invite', <UpdatePasswordPage key="page" />, '/update-password'],
    ['magiclink', <LoginPage key="page" />, '/login'],
    ['email_change', <LoginPage key="page" />, '/login'],
  ])('of kind %s is not used when the page opens, only when its button is pressed', async (type, screen, path) => {
    vi.mocked(verifyLink).mockResolvedValue(refused('link_expired'));
    await show(screen, path, link(type));
    await expect.element(button(PRESS[type])).toBeVisible();
    expect(verifyLink).not.toHaveBeenCalled();
    await button(PRESS[type]).click();
    await expect.element(heading('This link has already been used or has expired')).toBeVisible();
    expect(verifyLink).toHaveBeenCalledExactlyOnceWith(`hash${links}`, type);
  });

  test('offers the next step when it has expired', async () => {
    vi.mocked(verifyLink).mockResolvedValue(refused('link_expired'));
    await follow(<UpdatePasswordPage />, '/update-password', 'recovery');
    await expect.element(heading('This link has already been used or has expired')).toBeVisible();
    await page.getByRole('link', { name: 'Send new link' }).click();
    await expect.element(place()).toHaveTextContent('/forgot-password');
  });

  test('asks a signed-in user first', async () => {
    await signInAs(identity());
    vi.mocked(verifyLink).mockResolvedValue(refused('link_expired'));
    await show(<UpdatePasswordPage />, '/update-password', link('recovery'));
    await expect.element(heading('You’re already signed in')).toBeVisible();
    expect(verifyLink).not.toHaveBeenCalled();
    await button('Use link').click();
    await expect.element(heading('This link has already been used or has expired')).toBeVisible();
  });

  test('can be retried when the network was missing', async () => {
    vi.mocked(verifyLink).mockResolvedValue(fail('offline', { retry: true }));
    await follow(<UpdatePasswordPage />, '/update-password', 'recovery');
    await button('Try again').click();
    expect(verifyLink).toHaveBeenCalledTimes(2);
  });
});

describe('the two links of an address change', () => {
  const open = () => show(<LoginPage />, '/login', link('email_change'));

  test('the first one says that the other is still needed', async () => {
    vi.mocked(verifyLink).mockResolvedValue(ok({ user: null }));
    await follow(<LoginPage />, '/login', 'email_change');
    await expect.element(heading('One more address to confirm')).toBeVisible();
  });

  test('the last one shows the new address before continuing', async () => {
    vi.mocked(verifyLink).mockResolvedValue(ok({ user: { userId: newcomer.userId, email: 'new@example.com' } }));
    vi.mocked(loadIdentity).mockResolvedValue(ok(newcomer));
    await follow(<LoginPage />, '/login', 'email_change');
    await expect.element(heading('Email address changed')).toBeVisible();
    await expect.element(page.getByText('Sign in with new@example.com from now on.')).toBeVisible();
    expect(session.getState()).toMatchObject({ snapshot: { email: 'new@example.com' } });
    await button('Continue').click();
    await expect.element(heading('Email address changed')).not.toBeInTheDocument();
  });

  test('an expired one explains that the change may have worked', async () => {
    vi.mocked(verifyLink).mockResolvedValue(refused('link_expired'));
    await follow(<LoginPage />, '/login', 'email_change');
    await expect.element(heading('This link has already been used or has expired')).toBeVisible();
    await expect.element(page.getByText(/^Opened both links\?/)).toBeVisible();
  });

  test('asks first on a device where another user is signed in', async () => {
    await signInAs(identity({ userId: '11111111-0000-4000-8000-000000000099' }));
    await open();
    await expect.element(heading('You’re already signed in')).toBeVisible();
    expect(verifyLink).not.toHaveBeenCalled();
  });
});

describe('/update-password', () => {
  const enter = async () => {
    vi.mocked(verifyLink).mockResolvedValue(ok({ user: { userId: newcomer.userId, email: 'ada@example.com' } }));
    vi.mocked(loadIdentity).mockResolvedValue(ok(newcomer));
    await follow(<UpdatePasswordPage />, '/update-password', 'recovery');
    await page.getByLabelText(/^New password/).fill('four quiet geese walk');
    await button('Save password').click();
  };

  test('stores the new password', async () => {
    vi.mocked(setNewPassword).mockResolvedValue(ok(null));
    await enter();
    await expect.element(heading('Password changed')).toBeVisible();
    expect(setNewPassword).toHaveBeenCalledExactlyOnceWith('four quiet geese walk');
  });

  test.each<[AuthRefusal['status'], string]>([
    ['same_password', 'This is already your password.'],
    ['weak_password', 'This password is very common.'],
    ['sign_in_again', 'For your security, sign in again and retry.'],
  ])('explains the refusal %s', async (status, text) => {
    vi.mocked(setNewPassword).mockResolvedValue(refused(status));
    await enter();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
  });

  test('refuses a user who is signed in without a reset link', async () => {
    await signInAs(identity());
    await show(<UpdatePasswordPage />, '/update-password');
    await expect.element(heading('Open this page from your email')).toBeVisible();
  });
});

describe('/forgot-password', () => {
  test.each<[string, Result<true, AuthRefusal>]>([
    ['any address', ok(true)],
    ['an address that was sent a mail a moment ago', refused('too_soon')],
  ])('gives the same response for %s', async (_, result) => {
    vi.mocked(sendPasswordReset).mockResolvedValue(result);
    await show(<ForgotPasswordPage />, '/forgot-password');
    await page.getByLabelText('Email').fill('ada@example.com');
    await button('Send link').click();
    await expect.element(page.getByText(/^If ada@example.com has an account/)).toBeVisible();
  });

  test('says that no mail can be sent for now, and keeps the address', async () => {
    vi.mocked(sendPasswordReset).mockResolvedValue(refused('mail_limit'));
    await show(<ForgotPasswordPage />, '/forgot-password');
    await page.getByLabelText('Email').fill('ada@example.com');
    await button('Send link').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many emails sent in the last hour.');
    await expect.element(page.getByLabelText('Email')).toHaveValue('ada@example.com');
  });

  test('says when the request was not sent', async () => {
    vi.mocked(sendPasswordReset).mockResolvedValue(fail('offline', { retry: true }));
    await show(<ForgotPasswordPage />, '/forgot-password');
    await page.getByLabelText('Email').fill('ada@example.com');
    await button('Send link').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('You’re offline.');
  });
});

test('offers to send the confirmation mail again when an unconfirmed user signs in', async () => {
  vi.mocked(signIn).mockResolvedValue(refused('not_confirmed'));
  vi.mocked(resendConfirmation).mockResolvedValue(refused('too_soon'));
  await show(<LoginPage />, '/login');
  await page.getByLabelText('Email').fill('ada@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('four quiet geese walk');
  await button('Sign in').click();
  await expect.element(page.getByText('Your email address isn’t confirmed yet.')).toBeVisible();
  await button('Resend email').click();
  await expect.element(page.getByText('We’ve just sent an email.')).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Resend in \d+ seconds/ })).toBeVisible();
});
