/** /impersonate/{company}: who may act, who is asked first, and what refusals say. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ImpersonatePage } from '../../src/auth/impersonate-page.tsx';
import { currentUser } from '../../src/data/auth.ts';
import { impersonate, loadIdentity } from '../../src/data/identity.ts';
import { fail, ok, type Result } from '../../src/domain/result.ts';
import { impersonationLinkState } from '../../src/session/impersonation-link.ts';
import { session } from '../../src/session/session.ts';
import { identity, deferred, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { place, renderScreen } from './render-screen.tsx';

await mockSession();

const HARBOUR = '7f1c2b9e-0000-4000-8000-000000000001';
const partner = identity({ companies: [memberCompany(HARBOUR, 'Harbour Walks')] });
const impersonateMock = vi.mocked(impersonate);

const show = (state?: unknown) =>
  renderScreen(<ImpersonatePage />, {
    path: '/impersonate/:company',
    at: `/impersonate/${HARBOUR}`,
    state,
    texts: ['companies', 'auth-and-guards', 'registration'],
  });

beforeEach(() => {
  vi.mocked(currentUser).mockResolvedValue(ok({ userId: partner.userId, email: 'pernille@muster.test' }));
  impersonateMock.mockReset();
  vi.mocked(loadIdentity).mockReset();
});
afterEach(() => session.signOut({ discard: true }));

describe('an external link', () => {
  test('asks first, and acts only after confirmation', async () => {
    await signInAs(partner);
    impersonateMock.mockResolvedValue(ok(null));
    await show();
    await expect.element(page.getByRole('heading', { name: 'Act for Harbour Walks?' })).toBeVisible();
    expect(impersonateMock).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Act for this company' }).click();
    await expect.element(place()).toHaveTextContent('/');
    expect(impersonateMock).toHaveBeenCalledExactlyOnceWith(HARBOUR);
  });

  test('can be left without acting', async () => {
    await signInAs(partner);
    await show();
    await page.getByRole('button', { name: 'Go back' }).click();
    await expect.element(place()).toHaveTextContent('/');
    expect(impersonateMock).not.toHaveBeenCalled();
  });

  test('refuses a company outside the user’s reach, after asking the server', async () => {
    await signInAs(identity());
    await show();
    await expect.element(page.getByRole('heading', { name: 'You don’t have access to this company' })).toBeVisible();
    await expect.element(page.getByText('or it has no agreement with your organisation')).toBeVisible();
    expect(loadIdentity).toHaveBeenCalledTimes(2);
  });

  test('explains why it cannot ask about a company that the device does not know yet', async () => {
    await signInAs(identity());
    vi.mocked(loadIdentity).mockResolvedValueOnce(fail('offline'));
    await show();
    await expect.element(page.getByText('You’re offline.')).toBeVisible();
  });
});

describe('an internal link', () => {
  test('acts at once', async () => {
    await signInAs(partner);
    const { promise, resolve } = deferred<Result<null>>();
    impersonateMock.mockReturnValue(promise);
    await show(impersonationLinkState(HARBOUR));
    await expect.element(page.getByRole('heading', { name: 'Opening the company…' })).toBeVisible();
    resolve(ok(null));
    await expect.element(place()).toHaveTextContent('/');
  });

  test('explains a refusal and can be retried', async () => {
    await signInAs(partner);
    impersonateMock.mockResolvedValueOnce(fail('not_permitted'));
    impersonateMock.mockResolvedValueOnce(ok(null));
    await show(impersonationLinkState(HARBOUR));
    await expect.element(page.getByRole('heading', { name: 'Couldn’t open the company' })).toBeVisible();
    await expect.element(page.getByText('You don’t have permission to do this.')).toBeVisible();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(place()).toHaveTextContent('/');
    expect(impersonateMock).toHaveBeenCalledTimes(2);
  });
});
