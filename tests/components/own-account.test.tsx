/** The user's own account: validation before Auth is called, and the text for each of its responses. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OwnAccountOverlay } from '../../src/app/frame/account/own-account.tsx';
import type { AuthRefusal } from '../../src/data/auth.ts';
import { readOwnCalendarFeed } from '../../src/data/calendar-feeds.ts';
import { saveEmergencyContact } from '../../src/data/emergency-contact.ts';
import {
  changeEmail,
  changePassword,
  changeProfile,
  readOwnAccount,
  sendReauthenticationCode,
  type OwnAccount,
} from '../../src/data/own-account.ts';
import { readOwnershipOffers } from '../../src/data/ownership.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { session } from '../../src/session/session.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/data/emergency-contact.ts'));
await mockModule(import('../../src/data/own-account.ts'));
await mockModule(import('../../src/data/calendar-feeds.ts'), async (original) => ({
  ...(await original()),
  readOwnCalendarFeed: vi.fn<typeof readOwnCalendarFeed>(),
}));
await mockModule(import('../../src/data/ownership.ts'));
await mockSession();

const refused = (status: AuthRefusal['status']): Result<never, AuthRefusal> => ({
  ok: false,
  code: 'refused',
  retry: false,
  refusal: { status },
});
const me = identity({ displayName: 'Ada Guide' });
const account: OwnAccount = {
  user: { userId: me.userId, email: 'ada@muster.test' },
  newEmail: null,
  displayName: 'Ada Guide',
  locale: 'en',
  factors: 0,
  emergency: null,
};
const onClose = vi.fn<() => void>();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const alert = page.getByRole('alert');

async function show(accountData: OwnAccount = account): Promise<void> {
  vi.mocked(readOwnAccount).mockResolvedValue(ok(accountData));
  await renderScreen(<OwnAccountOverlay onClose={onClose} />, {
    path: '/da/check-in',
    texts: ['account', 'auth-and-guards', 'patterns', 'registration'],
  });
}

beforeEach(async () => {
  vi.mocked(saveEmergencyContact).mockReset();
  for (const call of [readOwnAccount, changeProfile, changeEmail, changePassword, sendReauthenticationCode])
    vi.mocked(call as typeof sendReauthenticationCode).mockReset();
  onClose.mockReset();
  vi.mocked(readOwnershipOffers).mockResolvedValue(ok([]));
  queryClient.clear();
  await signInAs(me);
});
afterEach(() => session.signOut({ discard: true }));

test('shows name, language and a pending address', async () => {
  await show({ ...account, newEmail: 'new@muster.test', locale: 'da' });
  await expect.element(page.getByText('Ada Guide')).toBeVisible();
  await expect.element(page.getByText('Dansk')).toBeVisible();
  await expect.element(page.getByText('Changes to new@muster.test once both links are opened')).toBeVisible();
});

test('shows an ownership offer and links to its answer', async () => {
  const expiresAt = '2026-12-01T09:00:00.000Z';
  vi.mocked(readOwnershipOffers).mockResolvedValue(
    ok([{ companyId: 'c1', company: 'Harbour Walks', offeredBy: 'Karen', remainingRoles: ['owner'], expiresAt }]),
  );
  await show();
  await expect.element(page.getByText('Karen has asked you to become an owner of Harbour Walks')).toBeVisible();
  await page.getByRole('link', { name: 'Respond' }).click();
  await expect.element(place()).toHaveTextContent('/thanks-for-joining');
  expect(onClose).toHaveBeenCalled();
});

test.each([
  ['guide', true],
  ['accountant', false],
] as const)('offers one’s own calendar feed, or not: %s', async (role, isOffered) => {
  const id = crypto.randomUUID();
  await signInAs(
    identity({
      userId: me.userId,
      companies: [{ ...memberCompany(id, 'Harbour Walks'), member: true }],
      assignments: [{ role, permissions: BUILT_IN_ROLES[role], company: { id, isActive: true }, organisation: null }],
    }),
  );
  vi.mocked(readOwnCalendarFeed).mockResolvedValue(ok({ feed: null }));
  await show();
  await expect.element(page.getByText('Ada Guide')).toBeVisible();
  const change = button('Change calendar feed');
  if (!isOffered) {
    expect(change.elements()).toEqual([]);
    return;
  }
  await change.click();
  const dialog = page.getByRole('dialog', { name: 'Calendar feed' });
  await expect.element(dialog.getByRole('button', { name: 'Switch on' })).toBeVisible();
  expect(vi.mocked(readOwnCalendarFeed).mock.calls[0]?.[0]).toBe(id);
});

test('retries a failed load', async () => {
  vi.mocked(readOwnAccount).mockResolvedValueOnce(fail('offline', { retry: true }));
  await renderScreen(<OwnAccountOverlay onClose={onClose} />, {
    path: '/',
    texts: ['account', 'auth-and-guards', 'patterns'],
  });
  await expect.element(page.getByText('Your account could not be loaded.')).toBeVisible();
  vi.mocked(readOwnAccount).mockResolvedValue(ok(account));
  await button('Try again').click();
  await expect.element(page.getByText('ada@muster.test')).toBeVisible();
});

describe('name and language', () => {
  test('are saved once, and the session is updated', async () => {
    await show();
    await button('Change name and language').click();
    vi.mocked(changeProfile).mockResolvedValue(ok({}));
    const enterSession = vi.spyOn(session, 'enter');
    await page.getByLabelText('Your name').fill('  Ada Fjordholm ');
    await page.getByLabelText('Language', { exact: true }).selectOptions('Italiano');
    await button('Save').click();
    await waitFor(() =>
      expect(changeProfile).toHaveBeenCalledExactlyOnceWith(
        { displayName: 'Ada Fjordholm', locale: 'it' },
        expect.any(String),
      ),
    );
    await waitFor(() => expect(enterSession).toHaveBeenCalledWith(account.user));
    enterSession.mockRestore();
  });

  test('a missing name is marked; a failure keeps the input', async () => {
    await show();
    await button('Change name and language').click();
    await page.getByLabelText('Your name').fill(' ');
    await button('Save').click();
    await expect.element(page.getByText('Your name is required.')).toBeVisible();
    expect(changeProfile).not.toHaveBeenCalled();
    vi.mocked(changeProfile).mockResolvedValue(fail('offline', { retry: true }));
    await page.getByLabelText('Your name').fill('Bo');
    await button('Save').click();
    await expect.element(page.getByText('Not saved', { exact: true })).toBeVisible();
    await expect.element(page.getByLabelText('Your name')).toHaveValue('Bo');
  });
});

describe('changing the address', () => {
  const requestEmailChange = async (email: string) => {
    await button('Change email address').click();
    await page.getByLabelText('New email address').fill(email);
    await button('Send links').click();
  };

  test('sends the page’s language, and names both mailboxes', async () => {
    await show();
    vi.mocked(changeEmail).mockResolvedValue(ok(true));
    await requestEmailChange('ada@example.com');
    await expect.element(page.getByRole('heading', { name: 'Check both mailboxes' })).toBeVisible();
    await expect.element(page.getByText(/one link to ada@muster\.test and one to ada@example\.com/)).toBeVisible();
    expect(changeEmail).toHaveBeenCalledExactlyOnceWith('ada@example.com', { path: '/da/login' });
  });

  test('does not send the current address', async () => {
    await show();
    await requestEmailChange('ADA@muster.test');
    await expect.element(alert).toHaveTextContent('This is already your address.');
    expect(changeEmail).not.toHaveBeenCalled();
  });

  test.each([
    ['address_taken', 'You can’t use this address here.'],
    ['address_refused', 'We can’t send email to this address.'],
    ['too_soon', 'We’ve just sent an email.'],
    ['factor_required', 'Sign in with your authenticator code, then try again.'],
  ] as const)('explains the refusal %s, and keeps the input', async (status, text) => {
    await show();
    vi.mocked(changeEmail).mockResolvedValue(refused(status));
    await requestEmailChange('bo@example.com');
    await expect.element(alert).toHaveTextContent(text);
    await expect.element(page.getByLabelText('New email address')).toHaveValue('bo@example.com');
  });
});

describe('changing the password', () => {
  const fill = async (password = 'four quiet geese walk', present = 'the old one') => {
    await page.getByLabelText(/^Current password/).fill(present);
    await page.getByLabelText(/^New password/).fill(password);
    await userEvent.keyboard('{Enter}');
  };
  beforeEach(async () => {
    await show();
    await button('Change password').click();
  });

  test('labels the fields for password managers', async () => {
    await expect.element(page.getByLabelText(/^Current password/)).toHaveAttribute('autocomplete', 'current-password');
    await expect.element(page.getByLabelText(/^New password/)).toHaveAttribute('autocomplete', 'new-password');
    expect(document.querySelector<HTMLInputElement>('input[name=username]')).toMatchObject({
      value: 'ada@muster.test',
      autocomplete: 'username',
    });
  });

  test('sends the present one along, and leads back', async () => {
    vi.mocked(changePassword).mockResolvedValue(ok(true));
    await fill();
    await expect.element(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(changePassword).toHaveBeenCalledExactlyOnceWith(
      { email: 'ada@muster.test', currentPassword: 'the old one', password: 'four quiet geese walk', code: '' },
      expect.any(String),
    );
  });

  test('does not send a common one', async () => {
    await fill('password1');
    await expect.element(page.getByText('This password is very common. Choose another.')).toBeVisible();
    expect(changePassword).not.toHaveBeenCalled();
  });

  test('marks a wrong present one at its field', async () => {
    vi.mocked(changePassword).mockResolvedValue(fail('wrong_credentials'));
    await fill();
    await expect.element(page.getByText('This isn’t your current password.')).toBeVisible();
    await expect.element(page.getByLabelText(/^Current password/)).toHaveAttribute('aria-invalid', 'true');
  });

  test('reports that the new one is the same', async () => {
    vi.mocked(changePassword).mockResolvedValue(refused('same_password'));
    await fill();
    await expect.element(alert).toHaveTextContent('This is already your password.');
  });

  test('mails a code when Auth requires one, and sends it with the next try', async () => {
    vi.mocked(changePassword).mockResolvedValueOnce(refused('code_required')).mockResolvedValue(ok(true));
    vi.mocked(sendReauthenticationCode).mockResolvedValue(ok(true));
    await fill();
    const code = page.getByLabelText('Code from the email');
    await expect.element(code).toHaveAttribute('autocomplete', 'one-time-code');
    await code.fill('123456');
    await button('Change password').click();
    await expect.element(page.getByRole('heading', { name: 'Your account' })).toBeVisible();
    expect(vi.mocked(changePassword).mock.lastCall?.[0]).toMatchObject({ code: '123456' });
    expect(sendReauthenticationCode).toHaveBeenCalledTimes(1);
  });

  test('reports a code that could not be mailed, and shows no field for it', async () => {
    vi.mocked(changePassword).mockResolvedValue(refused('code_required'));
    vi.mocked(sendReauthenticationCode).mockResolvedValue(refused('too_soon'));
    await fill();
    await expect.element(alert).toHaveTextContent('We’ve just sent an email.');
    expect(page.getByLabelText('Code from the email').elements()).toHaveLength(0);
  });
});

describe('the emergency contact', () => {
  const kim = { name: 'Kim Fjord', phone: '+4520304050', relation: 'sister' };
  const change = () => button('Change emergency contact').click();

  test('needs a number, and says who can see it', async () => {
    await show();
    await expect.element(page.getByText('Not set', { exact: true })).toBeVisible();
    await change();
    await expect.element(page.getByText(/^Visible only to your companies’ owners/)).toBeVisible();
    await page.getByLabelText('Name').fill('Kim Fjord');
    await button('Save').click();
    await expect.element(page.getByLabelText('Phone', { exact: true })).toHaveAccessibleDescription(/./);
    expect(saveEmergencyContact).not.toHaveBeenCalled();
    await page.getByRole('combobox', { name: /Phone/ }).selectOptions('Denmark +45');
    await page.getByLabelText('Phone', { exact: true }).fill('20 30 40 50');
    await page.getByLabelText('Relationship').fill('sister');
    vi.mocked(saveEmergencyContact).mockResolvedValue(ok({}));
    vi.mocked(readOwnAccount).mockResolvedValue(ok({ ...account, emergency: kim }));
    await button('Save').click();
    await expect.element(page.getByText('Kim Fjord')).toBeVisible();
    await expect.element(page.getByText(/\+45\s20\s30\s40\s50.*sister/)).toBeVisible();
    expect(saveEmergencyContact).toHaveBeenCalledExactlyOnceWith(kim, expect.any(String));
  });

  test('is removed by emptying it; a failed save keeps the input', async () => {
    await show({ ...account, emergency: kim });
    await change();
    for (const label of ['Name', 'Phone', 'Relationship']) await page.getByLabelText(label, { exact: true }).fill('');
    vi.mocked(saveEmergencyContact).mockResolvedValue(fail('offline', { retry: true }));
    await button('Save').click();
    await expect.element(alert).toBeVisible();
    expect(saveEmergencyContact).toHaveBeenCalledExactlyOnceWith(
      { name: '', phone: '', relation: '' },
      expect.any(String),
    );
  });
});
