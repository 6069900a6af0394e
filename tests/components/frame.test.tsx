/** The app frame: the end of acting for a company, signing out, and the command palette. */
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { CommandPalette } from '../../src/app/frame/command-palette.tsx';
import { ImpersonationBanner } from '../../src/app/frame/impersonation-banner.tsx';
import { SignOutDialog } from '../../src/app/frame/sign-out-dialog.tsx';
import { menuFor } from '../../src/app/frame/menu.tsx';
import { impersonate, type Identity } from '../../src/data/identity.ts';
import type { Permission } from '../../src/domain/permissions.ts';
import { ok } from '../../src/domain/result.ts';
import { signOutOfDevice, type Unsent } from '../../src/offline/device/sign-out.ts';
import { session } from '../../src/session/session.ts';
import { useCurrentUser } from '../../src/session/use-session.ts';
import { resolveLeaveQuestion, leaveQuestion, useDirtyForm } from '../../src/ui/form/dirty-forms.ts';
import { FAILURE_TEXTS } from '../../src/ui/format/failure-texts.ts';
import { useScreenCommands, type ScreenCommand } from '../../src/ui/commands/screen-commands.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/offline/device/sign-out.ts'));

const HARBOUR = { ...memberCompany('7f1c2b9e-0000-4000-8000-000000000001', 'Harbour Walks'), member: true };
const OLD_TOWN = { ...memberCompany('7f1c2b9e-0000-4000-8000-000000000002', 'Old Town Tours'), member: true };
const owner = identity({
  companies: [HARBOUR, OLD_TOWN],
  assignments: [
    {
      role: 'owner',
      permissions: ['COMPANY_ALL_ACCESS'],
      company: { id: HARBOUR.id, isActive: true },
      organisation: null,
    },
  ],
});

/** A form with unsaved changes on the same screen. */
function HalfWritten({ children }: { children: ReactNode }) {
  useDirtyForm(true);
  return children;
}

beforeEach(() => vi.mocked(impersonate).mockReset().mockResolvedValue(ok(null)));
afterEach(() => session.signOut({ discard: true }));

describe('ending acting for a company', () => {
  const end = () => page.getByRole('button', { name: 'Exit' }).click();

  test('takes one tap', async () => {
    await signInAs(identity());
    await renderScreen(<ImpersonationBanner companyName="Harbour Walks" />, {
      path: '/acting',
      texts: ['auth-and-guards'],
    });
    await end();
    await waitFor(() => expect(impersonate).toHaveBeenCalledExactlyOnceWith(null));
    await expect.element(place()).toHaveTextContent('/');
  });

  test('until then, a refusal says that only the company’s own people may do it', async () => {
    await signInAs(identity());
    expect(FAILURE_TEXTS.not_permitted).toBe('failure.notPermitted');
    function UntilEnded() {
      const [isActing, setActing] = useState(true);
      return (
        <>
          <button onClick={() => setActing(false)}>Over</button>
          {isActing && <ImpersonationBanner companyName="Harbour Walks" />}
        </>
      );
    }
    await renderScreen(<UntilEnded />, { path: '/acting', texts: ['auth-and-guards'] });
    await expect.element(page.getByText('Harbour Walks')).toBeVisible();
    expect(FAILURE_TEXTS.not_permitted).toBe('failure.notWhileActing');
    await page.getByRole('button', { name: 'Over' }).click();
    await expect.element(page.getByText('Harbour Walks')).not.toBeInTheDocument();
    expect(FAILURE_TEXTS.not_permitted).toBe('failure.notPermitted');
  });

  test('asks first while a form has unsaved changes', async () => {
    await signInAs(identity());
    await renderScreen(
      <HalfWritten>
        <ImpersonationBanner companyName="Harbour Walks" />
      </HalfWritten>,
      { path: '/acting', texts: ['auth-and-guards'] },
    );
    await end();
    await waitFor(() => expect(leaveQuestion.get()).not.toBeNull());
    expect(impersonate).not.toHaveBeenCalled();
    resolveLeaveQuestion(true);
    await waitFor(() => expect(impersonate).toHaveBeenCalledExactlyOnceWith(null));
  });
});

describe('signing out', () => {
  const open = async (isOnline: boolean) => {
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
    onTestFinished(() => network.mockRestore());
    await signInAs(owner);
    await renderScreen(<SignOutDialog onClose={onClose} />, { path: '/here' });
  };
  const onClose = vi.fn<() => void>();

  test('explains the effect without a network, and waits for confirmation', async () => {
    await open(false);
    const question = page.getByRole('alertdialog', { name: 'Sign out while offline?' });
    await expect.element(question).toHaveTextContent('no one can sign in here until you’re back online');
    expect(session.getState().status).toBe('signed_in');
    await question.getByRole('button', { name: 'Stay signed in' }).click();
    expect(onClose).toHaveBeenCalledOnce();
    expect(session.getState().status).toBe('signed_in');
    await question.getByRole('button', { name: 'Sign out anyway' }).click();
    await waitFor(() => expect(session.getState().status).toBe('signed_out'));
  });

  test('asks nothing with a network and nothing unsent', async () => {
    await open(true);
    await waitFor(() => expect(session.getState().status).toBe('signed_out'));
    expect(page.getByText('Sign out while offline?').elements()).toHaveLength(0);
  });
});

describe('signing out with unsent actions', () => {
  const userWith = (role: string, permissions: Permission[]) =>
    identity({
      companies: [HARBOUR],
      assignments: [{ role, permissions, company: { id: HARBOUR.id, isActive: true }, organisation: null }],
    });
  const guide = userWith('guide', ['CHECK_IN_ACCESS', 'INDIVIDUAL_SCHEDULE_ACCESS']);
  const question = page.getByRole('alertdialog', { name: 'Unsent actions' });
  const open = async (who: Identity, unsent: Unsent) => {
    vi.mocked(signOutOfDevice).mockReset().mockResolvedValueOnce({ ok: false, unsent }).mockResolvedValue({ ok: true });
    onTestFinished(() => void vi.mocked(signOutOfDevice).mockReset().mockResolvedValue({ ok: true }));
    await signInAs(who);
    await renderScreen(<SignOutDialog onClose={() => undefined} />, { path: '/here' });
    await expect.element(question).toBeVisible();
  };
  const signOutOptions = () =>
    vi.mocked(signOutOfDevice).mock.calls.map(([options]) => [options?.discard, options?.keep]);

  test('keeps them on the device and lets another person sign in', async () => {
    await open(guide, { waiting: 2, parked: 1 });
    await expect.element(question).toHaveTextContent('3 actions haven’t been sent yet.');
    const button = question.getByRole('button', { name: 'Keep them here and sign out' });
    await button.click();
    await waitFor(() => expect(session.getState().status).toBe('signed_out'));
    expect(signOutOptions()).toEqual([
      [false, false],
      [false, true],
    ]);
  });

  test('deletes them only on request, and uses the singular for one', async () => {
    await open(guide, { waiting: 1, parked: 0 });
    await expect.element(question.getByRole('button', { name: 'Keep it here and sign out' })).toBeVisible();
    await question.getByRole('button', { name: 'Delete it and sign out' }).click();
    await waitFor(() => expect(session.getState().status).toBe('signed_out'));
    expect(signOutOptions()).toEqual([
      [false, false],
      [true, false],
    ]);
  });

  test.each([
    ['a guide', guide, 0],
    ['the office', userWith('office', ['VIEW_BOOKINGS_ACCESS', 'CHECK_IN_ACCESS']), 1],
    ['an owner', owner, 1],
  ])('offers a CSV export, or not, to %s', async (_, who, count) => {
    await open(who, { waiting: 1, parked: 0 });
    expect(question.getByRole('button', { name: 'Export CSV' }).elements()).toHaveLength(count);
  });
});

describe('the command palette', () => {
  const onClose = vi.fn<() => void>();
  const onPrint = vi.fn<() => void>();
  const commands: ScreenCommand[] = [{ label: 'Print the week', keywords: 'paper', run: onPrint }];
  function Palette() {
    const currentUser = useCurrentUser();
    if (!currentUser) return null;
    return (
      <CommandPalette
        menu={menuFor(currentUser)}
        currentUser={currentUser}
        onSignOut={() => undefined}
        onClose={onClose}
      />
    );
  }
  /** The screen is mounted before the palette opens over it. */
  function Screen() {
    const [open, setOpen] = useState(false);
    useScreenCommands(commands);
    return open ? <Palette /> : <button onClick={() => setOpen(true)}>Open</button>;
  }
  const field = page.getByRole('combobox', { name: 'Commands' });
  const option = (name: string | RegExp) => page.getByRole('option', { name });
  const selectedOption = () => page.getByRole('option', { selected: true });

  beforeEach(async () => {
    onClose.mockReset();
    onPrint.mockReset();
    await page.viewport(1280, 800);
    await signInAs(owner);
    await renderScreen(<Screen />, { path: '/here', texts: ['patterns'] });
    await page.getByRole('button', { name: 'Open' }).click();
  });

  test('matches prefixes of words, and shows an empty result', async () => {
    await field.fill('pri');
    await expect.element(option('Print the week')).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(1);
    await field.fill('paper week');
    await expect.element(option('Print the week')).toBeVisible();
    await field.fill('int');
    await expect.element(option('Print the week')).not.toBeInTheDocument();
    await field.fill('qqq');
    await expect.element(page.getByRole('status').filter({ hasText: /\S/ })).toBeVisible();
    expect(page.getByRole('option').elements()).toHaveLength(0);
  });

  test('wraps around with arrow keys, and Enter runs the chosen command', async () => {
    await expect.element(selectedOption()).toBeVisible();
    const first = selectedOption().element().textContent;
    await field.click();
    await userEvent.keyboard('{ArrowUp}');
    await expect.element(selectedOption()).toHaveTextContent('Sign out');
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(selectedOption()).toHaveTextContent(first);
    await field.fill('print');
    await userEvent.keyboard('{Enter}');
    expect(onPrint).toHaveBeenCalledTimes(1);
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  test('navigates by Enter on a page', async () => {
    await field.fill('bookings');
    await userEvent.keyboard('{Enter}');
    await expect.element(place()).toHaveTextContent('/bookings');
  });

  test('switches to another company, which is then no longer offered', async () => {
    expect(option(/Harbour Walks/).elements()).toHaveLength(0);
    await field.fill('old');
    await userEvent.keyboard('{Enter}');
    await field.fill('');
    await expect.element(option(/Harbour Walks/)).toBeVisible();
    expect(option(/Old Town Tours/).elements()).toHaveLength(0);
  });
});
