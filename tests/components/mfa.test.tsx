/**
 * Two-factor authentication: the code after the password, authenticators in the account, and companies that require it.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MfaBanner } from '../../src/app/frame/mfa-banner.tsx';
import { MfaDialog } from '../../src/app/frame/account/mfa-dialog.tsx';
import { LoginPage } from '../../src/auth/login/login-page.tsx';
import { MfaSection } from '../../src/company/company-settings/mfa-section.tsx';
import { isAwaitingSecondFactor, signIn, signOut, type AuthRefusal, type SignedIn } from '../../src/data/auth.ts';
import { loadDemo } from '../../src/data/demo.ts';
import {
  enrolFactor,
  verifyFactorCode,
  readCompanyMfaRequirement,
  readFactors,
  removeFactor,
  setCompanyMfaRequirement,
  type Factor,
} from '../../src/data/mfa-factors.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { mfaRequirement } from '../../src/session/mfa-requirement.ts';
import { session } from '../../src/session/session.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/data/auth.ts'));
await mockModule(import('../../src/data/demo.ts'));
await mockModule(import('../../src/data/mfa-factors.ts'));

const refused = (status: AuthRefusal['status']): Result<never, AuthRefusal> => ({
  ok: false,
  code: 'refused',
  retry: false,
  refusal: { status },
});
const ada: SignedIn = { userId: 'ada', email: 'ada@muster.test' };
const phone: Factor = { id: 'phone', name: 'My phone', addedAt: '2026-11-02T10:00:00Z' };
const tablet: Factor = { id: 'tablet', name: 'Tablet', addedAt: '2026-11-03T10:00:00Z' };
const code = page.getByLabelText('Authenticator code');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const onClose = vi.fn<() => void>();

beforeEach(() => {
  for (const call of [
    signIn,
    isAwaitingSecondFactor,
    signOut,
    enrolFactor,
    verifyFactorCode,
    readFactors,
    removeFactor,
    readCompanyMfaRequirement,
    setCompanyMfaRequirement,
  ])
    vi.mocked(call as () => void).mockReset();
  vi.mocked(loadDemo).mockResolvedValue(null);
  vi.mocked(readFactors).mockResolvedValue(ok([phone]));
  vi.mocked(signOut).mockResolvedValue(ok(null));
  onClose.mockReset();
  queryClient.clear();
  mfaRequirement.set(null);
});

describe('after the password', () => {
  const enterSession = vi.spyOn(session, 'enter');
  beforeEach(() => {
    enterSession.mockReset();
    enterSession.mockResolvedValue(ok(null));
  });
  afterEach(() => {
    document.cookie = 'sb-local-auth-token=; path=/; max-age=0';
  });

  async function openSecondStep(factors: Factor[] = [phone]): Promise<void> {
    vi.mocked(readFactors).mockResolvedValue(ok(factors));
    vi.mocked(signIn).mockResolvedValue(refused('factor_required'));
    await renderScreen(<LoginPage />, { path: '/login', texts: ['auth-and-guards'] });
    await page.getByLabelText('Email').fill('ada@muster.test');
    await page.getByLabelText('Password', { exact: true }).fill('a long password');
    await button('Sign in').click();
    await expect.element(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  }

  test('asks for a code in a field that phones and password managers can fill', async () => {
    await openSecondStep();
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect.element(code).toHaveAttribute('inputmode', 'numeric');
    expect(enterSession).not.toHaveBeenCalled();
  });

  test('accepts a pasted code with a space, and submits it', async () => {
    await openSecondStep();
    vi.mocked(verifyFactorCode).mockResolvedValue(ok(ada));
    await code.fill('123 456');
    await waitFor(() => expect(verifyFactorCode).toHaveBeenCalledExactlyOnceWith({ factor: 'phone', code: '123456' }));
    await waitFor(() => expect(enterSession).toHaveBeenCalledExactlyOnceWith(ada));
  });

  test('marks a wrong code and accepts the next; a short one is not sent', async () => {
    await openSecondStep();
    vi.mocked(verifyFactorCode).mockResolvedValue(refused('code_wrong'));
    await code.fill('1234');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Enter six digits.')).toBeVisible();
    expect(verifyFactorCode).not.toHaveBeenCalled();
    await code.fill('111111');
    await expect.element(page.getByText('Wrong code. Enter the one shown now')).toBeVisible();
    expect(enterSession).not.toHaveBeenCalled();
    vi.mocked(verifyFactorCode).mockResolvedValue(ok(ada));
    await code.fill('222222');
    await waitFor(() => expect(enterSession).toHaveBeenCalledOnce());
  });

  test('offers a choice of several authenticators, and explains the rate limit', async () => {
    await openSecondStep([phone, tablet]);
    vi.mocked(verifyFactorCode).mockResolvedValue(fail('rate_limited'));
    await page.getByRole('combobox', { name: 'Authenticator' }).selectOptions('Tablet');
    await code.fill('123456');
    await expect.element(page.getByRole('alert')).toHaveTextContent('Too many attempts.');
    expect(verifyFactorCode).toHaveBeenCalledWith({ factor: 'tablet', code: '123456' });
  });

  test('lets another person go back to the password', async () => {
    await openSecondStep();
    await button('Sign in with another account').click();
    await expect.element(page.getByLabelText('Email')).toBeVisible();
    expect(signOut).toHaveBeenCalledOnce();
  });

  test('asks for the code at once after a reload or from another tab', async () => {
    document.cookie = 'sb-local-auth-token=x; path=/';
    vi.mocked(isAwaitingSecondFactor).mockResolvedValue(true);
    await renderScreen(<LoginPage />, { path: '/login', texts: ['auth-and-guards'] });
    await expect.element(code).toBeVisible();
    expect(signIn).not.toHaveBeenCalled();
  });
});

describe('in the account', () => {
  const show = async (factors: Factor[]) => {
    vi.mocked(readFactors).mockResolvedValue(ok(factors));
    await renderScreen(<MfaDialog userId="ada" onClose={onClose} />, {
      path: '/',
      texts: ['registration', 'patterns'],
    });
  };
  const begun = { id: 'new', secret: 'ABCDEFGHIJKLMNOP', uri: 'otpauth://totp/Muster:ada?secret=ABCDEFGHIJKLMNOP' };

  test('adds an authenticator by name and QR code or key, active after its first code', async () => {
    await show([]);
    await button('Add authenticator').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('My phone');
    vi.mocked(enrolFactor).mockResolvedValue(ok(begun));
    await button('Next').click();
    await expect.element(page.getByRole('img', { name: 'QR code' })).toBeVisible();
    await expect.element(page.getByText('ABCD EFGH IJKL MNOP')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Open on this device' })).toHaveAttribute('href', begun.uri);
    vi.mocked(verifyFactorCode).mockResolvedValue(refused('code_wrong'));
    await code.fill('000000');
    await button('Confirm').click();
    await expect.element(page.getByText('Wrong code. Enter the one shown now')).toBeVisible();
    vi.mocked(verifyFactorCode).mockResolvedValue(ok(ada));
    await code.fill('123456');
    await button('Confirm').click();
    await expect.element(page.getByRole('heading', { name: 'Two-factor authentication is on' })).toBeVisible();
    expect(verifyFactorCode).toHaveBeenLastCalledWith({ factor: 'new', code: '123456' }, expect.any(String));
    // There are no recovery codes, so a second authenticator is offered, under another name.
    await button('Add another').click();
    await expect.element(page.getByLabelText('Name')).toHaveValue('My other device');
  });

  test.each([
    ['name_taken', 'You already have an authenticator with this name.'],
    ['too_many', 'You’ve reached the limit.'],
    ['not_offered', 'Two-factor authentication isn’t available here.'],
  ] as const)('explains the refusal %s', async (status, text) => {
    await show([]);
    await button('Add authenticator').click();
    vi.mocked(enrolFactor).mockResolvedValue(ok(status));
    await button('Next').click();
    await expect.element(page.getByText(text)).toBeVisible();
  });

  test('advises to add a second to the only one, and removes it with its current code', async () => {
    await show([phone]);
    await expect.element(page.getByText(/There are no backup codes\.$/)).toBeVisible();
    await button('Remove “My phone”').click();
    await expect.element(page.getByText('You’ll then sign in with your password only.')).toBeVisible();
    await button('Remove').click();
    await expect.element(page.getByText('Enter six digits.')).toBeVisible();
    expect(removeFactor).not.toHaveBeenCalled();
    await code.fill('111 111');
    vi.mocked(removeFactor).mockResolvedValue(refused('code_wrong'));
    await button('Remove').click();
    await expect.element(page.getByText('Wrong code. Enter the one shown now')).toBeVisible();
    await expect.element(code).toHaveValue('');
    await code.fill('222222');
    vi.mocked(removeFactor).mockResolvedValue(ok(true));
    vi.mocked(readFactors).mockResolvedValue(ok([]));
    await button('Remove').click();
    await expect.element(button('Add authenticator')).toBeVisible();
    const removal = { factor: 'phone', verifyingFactor: 'phone', code: '222222' };
    expect(removeFactor).toHaveBeenLastCalledWith(removal, expect.any(String));
  });

  test('removes a lost one with a code of another', async () => {
    await show([phone, tablet]);
    await button('Remove “My phone”').click();
    await page.getByLabelText('Confirm with').selectOptions('Tablet');
    await code.fill('333333');
    vi.mocked(removeFactor).mockResolvedValue(ok(true));
    await button('Remove').click();
    await waitFor(() =>
      expect(removeFactor).toHaveBeenLastCalledWith(
        { factor: 'phone', verifyingFactor: 'tablet', code: '333333' },
        expect.any(String),
      ),
    );
  });

  test('names each of two, without the warning', async () => {
    await show([phone, tablet]);
    await expect.element(button('Remove “Tablet”')).toBeVisible();
    expect(page.getByText('There are no backup codes').elements()).toHaveLength(0);
  });
});

describe('required by a company', () => {
  const rule = (isOn: boolean, hasMfa = false) => ({
    isOn,
    people: [
      { id: '1', name: 'Ada Owner', roles: ['owner' as const], hasMfa: true },
      { id: '2', name: 'Bo Office', roles: ['office' as const], hasMfa },
    ],
  });
  const toggle = page.getByRole('switch', { name: 'Require two-factor authentication for owners and the office' });
  const show = async () => {
    await renderScreen(<MfaSection company="c" currency="DKK" />, {
      path: '/',
      texts: ['registration', 'company-settings', 'patterns'],
    });
  };

  test('the owner sees who has none, and requires it with one switch', async () => {
    vi.mocked(readCompanyMfaRequirement).mockResolvedValue(ok(rule(false)));
    await show();
    await expect.element(page.getByText('1 person hasn’t set it up')).toBeVisible();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Bo Office' })).toHaveTextContent('Not set up');
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Ada Owner' })).toHaveTextContent('Set up');
    vi.mocked(setCompanyMfaRequirement).mockResolvedValue(ok(rule(true)));
    vi.mocked(readCompanyMfaRequirement).mockResolvedValue(ok(rule(true)));
    await toggle.click();
    await expect.element(toggle).toBeChecked();
    expect(setCompanyMfaRequirement).toHaveBeenCalledExactlyOnceWith({ company: 'c', isOn: true }, expect.any(String));
  });

  test('sends an owner without one to set it up first', async () => {
    vi.mocked(readCompanyMfaRequirement).mockResolvedValue(ok(rule(false)));
    await show();
    vi.mocked(setCompanyMfaRequirement).mockResolvedValue({
      ok: false,
      code: 'refused',
      retry: false,
      refusal: { status: 'needs_own_mfa' },
    } as never);
    await toggle.click();
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent('Set up two-factor authentication for yourself first');
    await expect.element(toggle).not.toBeChecked();
    await button('Set up yours').click();
    await expect.element(page.getByLabelText('Name')).toBeVisible();
  });

  test('opens the set-up for a user who needs it', async () => {
    await renderScreen(<MfaBanner companies={['Harbour Walks']} />, {
      path: '/tours',
      texts: ['registration', 'patterns'],
    });
    await expect.element(page.getByText(/Two-factor authentication is required by Harbour Walks/)).toBeInTheDocument();
    await expect.element(page.getByLabelText('Name')).toBeVisible();
  });

  test('opens it on another screen that names a departure', async () => {
    await renderScreen(<MfaBanner companies={['Harbour Walks']} />, {
      path: '/report-tour-numbers',
      at: '/report-tour-numbers?departure=1',
      texts: ['registration', 'patterns'],
    });
    await expect.element(page.getByLabelText('Name')).toBeVisible();
  });

  test('does not interrupt a roll-call: the banner leads to the set-up', async () => {
    await renderScreen(<MfaBanner companies={['Harbour Walks']} />, {
      path: '/check-in',
      at: '/check-in?departure=1',
      texts: ['registration', 'patterns'],
    });
    await expect.element(page.getByRole('alert')).toHaveTextContent('what you record stays on this device');
    expect(page.getByLabelText('Name').elements()).toHaveLength(0);
    await button('Set up').click();
    await expect.element(page.getByLabelText('Name')).toBeVisible();
  });
});
