/** /company-team and the invitation pages, in each of their states. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { JoinPage } from '../../src/auth/join/join-page.tsx';
import { ThanksForJoiningPage } from '../../src/auth/join/thanks-for-joining-page.tsx';
import { CompanyTeamPage } from '../../src/company/company-team/company-team-page.tsx';
import { signIn } from '../../src/data/auth.ts';
import { sendDeviceCommand } from '../../src/data/devices.ts';
import { loadIdentity } from '../../src/data/identity.ts';
import {
  acceptInvitation,
  INVITATION_STATES,
  createInvitedAccount,
  readInvitation,
  type InvitationState,
  type InvitationResponse,
} from '../../src/data/invitations.ts';
import { readOwnershipOffers } from '../../src/data/ownership.ts';
import {
  deactivateMember,
  invite,
  reactivateMember,
  readLeavingImpact,
  readTeam,
  resendInvitation,
  revokeInvitation,
  setMemberRoles,
  type Invitation,
  type Team,
  type TeamDevice,
  type TeamMember,
} from '../../src/data/team.ts';
import type { Assignment } from '../../src/domain/permissions.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../src/domain/roles.ts';
import { session } from '../../src/session/session.ts';
import { hasDirtyForms } from '../../src/ui/form/dirty-forms.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { place, renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/team.ts'), async (original) => ({
  ...(await original()),
  readTeam: vi.fn<typeof readTeam>(),
  readLeavingImpact: vi.fn<typeof readLeavingImpact>(),
  invite: vi.fn<typeof invite>(),
  setMemberRoles: vi.fn<typeof setMemberRoles>(),
  deactivateMember: vi.fn<typeof deactivateMember>(),
  reactivateMember: vi.fn<typeof reactivateMember>(),
  resendInvitation: vi.fn<typeof resendInvitation>(),
  revokeInvitation: vi.fn<typeof revokeInvitation>(),
}));
await mockModule(import('../../src/data/ownership.ts'));
await mockModule(import('../../src/data/devices.ts'), async (original) => ({
  ...(await original()),
  sendDeviceCommand: vi.fn<typeof sendDeviceCommand>(),
}));
await mockModule(import('../../src/data/invitations.ts'), async (original) => ({
  ...(await original()),
  readInvitation: vi.fn<typeof readInvitation>(),
  acceptInvitation: vi.fn<typeof acceptInvitation>(),
  createInvitedAccount: vi.fn<typeof createInvitedAccount>(),
}));

const refused = <R,>(refusal: R) => ({ ok: false, code: 'refused', retry: false, refusal }) as const;
const AT = '2026-11-02T09:00:00.000Z';

function assigned(role: RoleName, company: string): Assignment {
  return { role, permissions: BUILT_IN_ROLES[role], company: { id: company, isActive: true }, organisation: null };
}
const member = (name: string, more: Partial<TeamMember> = {}): TeamMember => ({
  id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase()}@walks.test`,
  roles: ['guide'],
  since: AT,
  isLastOwner: false,
  upcoming: 0,
  now: null,
  devices: [],
  ...more,
});
const tablet = (more: Partial<TeamDevice> = {}): TeamDevice => ({
  id: 'd',
  label: 'Quay tablet',
  appVersion: '1.4.0',
  lastSeenAt: new Date().toISOString(),
  syncedAt: AT,
  waiting: 0,
  parked: 0,
  command: null,
  wipedAt: null,
  reports: true,
  ...more,
});
const invitation = (email: string, more: Partial<Invitation> = {}): Invitation => ({
  id: crypto.randomUUID(),
  email,
  roles: ['guide'],
  state: 'pending',
  inviter: 'Karen',
  sentAt: AT,
  expiresAt: '2027-11-16T09:00:00.000Z',
  mail: 'sent',
  ...more,
});
const row = (name: string) => page.getByRole('row', { name });
const pane = page.getByRole('region', { name: 'Person' });
const dialog = page.getByRole('dialog');
let company = '';
let token = '';

beforeEach(async () => {
  await page.viewport(1280, 800);
  vi.clearAllMocks();
  vi.mocked(readOwnershipOffers).mockResolvedValue(ok([]));
  company = crypto.randomUUID();
  token = crypto.randomUUID();
});
afterEach(() => session.signOut({ discard: true }));

async function showTeam(team: Partial<Team>): Promise<void> {
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
      assignments: [assigned('owner', company)],
    }),
  );
  vi.mocked(readTeam).mockResolvedValue(
    ok({
      mayChange: true,
      mayCall: true,
      timeZone: 'Europe/Copenhagen',
      ownershipOffer: null,
      members: [],
      former: [],
      invitations: [],
      ...team,
    }),
  );
  await renderScreen(
    <div style={{ height: '700px' }}>
      <CompanyTeamPage />
    </div>,
    { path: '/company-team', texts: ['patterns', 'team'] },
  );
}

describe('the list', () => {
  test('shows members and invitations with anything unusual, and former members on request', async () => {
    await showTeam({
      members: [member('Ida', { roles: ['office', 'guide'], upcoming: 3 })],
      invitations: [
        invitation('new@walks.test'),
        invitation('late@walks.test', { state: 'expired' }),
        invitation('void@walks.test', { state: 'revoked' }),
        invitation('lost@walks.test', { mail: 'failed' }),
      ],
      former: [
        { id: crypto.randomUUID(), name: 'Bo', email: 'bo@walks.test', roles: ['guide'], leftAt: AT, devices: [] },
      ],
    });
    await expect.element(row('Ida')).toHaveTextContent(/Office, Guide/);
    for (const [email, state] of [
      ['new@', 'Invited'],
      ['late@', 'Expired'],
      ['void@', 'Not valid'],
      ['lost@', 'Email not delivered'],
    ] as const)
      await expect.element(row(email)).toHaveTextContent(state);
    await expect.element(row('Bo')).not.toBeInTheDocument();
    await page.getByRole('button', { name: /^Left/ }).click();
    await expect.element(row('Bo')).toHaveTextContent('Left 2 Nov 2026');
    await expect.element(row('Ida')).not.toBeInTheDocument();
  });

  test('shows what a member’s roles allow and which devices they use', async () => {
    await showTeam({
      members: [
        member('Ida', {
          devices: [tablet()],
        }),
      ],
    });
    await row('Ida').click();
    await expect.element(pane).toHaveTextContent('Checks guests in on their own departures');
    await expect.element(pane).toHaveTextContent(/Quay tablet.*version 1\.4\.0/);
  });

  test('shows and filters who is at a departure now', async () => {
    const now = { title: { en: 'Old town stories' }, startsAt: AT, endsAt: '2026-11-02T10:30:00.000Z' };
    await showTeam({ members: [member('Ida', { now }), member('Karen')] });
    await page.getByRole('button', { name: /^Working now/ }).click();
    await expect.element(row('Karen')).not.toBeInTheDocument();
    await row('Ida').click();
    await expect.element(pane).toHaveTextContent('Working nowOld town stories, until 11:30');
  });

  test.each([
    ['sign_out', 'Sign out device', /are sent when the same person signs in again/],
    ['wipe', 'Wipe device', /it sends its unsent actions, deletes/],
  ] as const)(
    'tells a device to %s after explaining what happens to its unsent actions',
    async (command, label, text) => {
      vi.mocked(sendDeviceCommand).mockResolvedValue(ok({}));
      const ida = member('Ida', { devices: [tablet({ waiting: 3 })] });
      await showTeam({ members: [ida] });
      await row('Ida').click();
      await expect.element(pane).toHaveTextContent('3 unsent actions');
      await pane.getByRole('button', { name: `${label}: Quay tablet` }).click();
      await expect.element(dialog).toHaveTextContent(text);
      await expect.element(dialog).toHaveTextContent('3 unsent actions');
      await dialog.getByRole('button', { name: label }).click();
      await waitFor(() =>
        expect(sendDeviceCommand).toHaveBeenCalledExactlyOnceWith(
          { company, person: ida.id, device: 'd', command },
          expect.any(String),
        ),
      );
      await expect.element(dialog).not.toBeInTheDocument();
    },
  );

  test('reports a device that no longer exists, and one that is wiped only at the next sign-in', async () => {
    vi.mocked(sendDeviceCommand).mockResolvedValue(fail('not_found'));
    await showTeam({ members: [member('Ida', { devices: [tablet({ command: 'sign_out' })] })] });
    await row('Ida').click();
    await expect.element(pane).toHaveTextContent('Signed out');
    await pane.getByRole('button', { name: 'Wipe device: Quay tablet' }).click();
    await expect.element(dialog).toHaveTextContent('it’s only wiped when Ida signs in on it again');
    await dialog.getByRole('button', { name: 'Wipe device' }).click();
    await expect.element(dialog).toHaveTextContent('This device is gone');
  });

  test('shows a former member’s devices; one that does not report takes no commands', async () => {
    await showTeam({
      former: [
        {
          id: crypto.randomUUID(),
          name: 'Bo',
          email: 'bo@walks.test',
          roles: ['guide'],
          leftAt: AT,
          devices: [tablet({ parked: 1, reports: false })],
        },
      ],
    });
    await page.getByRole('button', { name: /^Left/ }).click();
    await row('Bo').click();
    await expect.element(pane).toHaveTextContent('1 refused action');
    expect(pane.getByRole('button', { name: /Quay tablet$/ }).elements()).toHaveLength(0);
  });

  test('is read-only while acting for the company, with an explanation', async () => {
    await showTeam({ mayChange: false, members: [member('Ida')] });
    await expect.element(page.getByText('You’re acting for this company.')).toBeVisible();
    expect(page.getByRole('button', { name: 'Invite' }).elements()).toHaveLength(0);
    await row('Ida').click();
    expect(pane.getByRole('button', { name: 'Change roles' }).elements()).toHaveLength(0);
  });
});

describe('inviting', () => {
  const open = async () => {
    await showTeam({ members: [member('Ida')] });
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
  };
  const addresses = dialog.getByLabelText('Email addresses');

  test('accepts pasted addresses, counts them, and names invalid ones', async () => {
    await open();
    await addresses.fill('Eva Holm <eva@walks.test>, bo@walks.test\nEVA@walks.test; nobody');
    await expect.element(dialog.getByText('nobody isn’t an email address.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^Guide Checks/ }).click();
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    expect(invite).not.toHaveBeenCalled();
    await addresses.fill('Eva Holm <eva@walks.test>, bo@walks.test');
    vi.mocked(invite).mockResolvedValue(
      ok({
        outcomes: [
          { email: 'eva@walks.test', outcome: 'invited' },
          { email: 'bo@walks.test', outcome: 'invited' },
        ],
      }),
    );
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(invite).mock.calls[0]![0]).toEqual({
      company,
      emails: ['eva@walks.test', 'bo@walks.test'],
      roles: ['guide'],
    });
  });

  test('keeps those that could not be invited, with the reason', async () => {
    await open();
    await addresses.fill('eva@walks.test bo@walks.test');
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    await expect.element(dialog.getByText('Choose at least one role.')).toBeVisible();
    await dialog.getByRole('checkbox', { name: /^Guide Checks/ }).click();
    vi.mocked(invite).mockResolvedValue(
      ok({
        outcomes: [
          { email: 'eva@walks.test', outcome: 'invited' },
          { email: 'bo@walks.test', outcome: 'member' },
        ],
      }),
    );
    await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
    await expect.element(dialog.getByText('bo@walks.test is already on the team.')).toBeVisible();
    await expect.element(addresses).toHaveValue('bo@walks.test');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('resends and withdraws an invitation from its row', async () => {
    const waiting = invitation('new@walks.test');
    await showTeam({ invitations: [waiting] });
    vi.mocked(resendInvitation).mockResolvedValue(ok({}));
    vi.mocked(revokeInvitation).mockResolvedValue(refused({ status: 'ended', state: 'accepted' }));
    await row('new@').click();
    await pane.getByRole('button', { name: 'Resend' }).click();
    expect(vi.mocked(resendInvitation).mock.calls[0]![0]).toBe(waiting.id);
    await pane.getByRole('button', { name: 'Withdraw invitation' }).click();
    await expect.poll(() => vi.mocked(revokeInvitation).mock.calls[0]?.[0]).toBe(waiting.id);
  });
});

describe('a member', () => {
  test('gets other roles, with a warning about unguided departures; a colleague’s change is reported', async () => {
    const ida = member('Ida', { upcoming: 2 });
    await showTeam({ members: [ida] });
    await row('Ida').click();
    await pane.getByRole('button', { name: 'Change roles' }).click();
    await dialog.getByRole('checkbox', { name: /^Guide Checks/ }).click();
    await dialog.getByRole('checkbox', { name: /^Accountant / }).click();
    await expect.element(dialog.getByText('2 upcoming departures will need another guide')).toBeVisible();
    vi.mocked(setMemberRoles).mockResolvedValueOnce(refused({ status: 'stale', roles: ['office'] }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('A colleague has just changed the roles to Office')).toBeVisible();
    vi.mocked(setMemberRoles).mockResolvedValueOnce(ok({ departures: [] }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(setMemberRoles).mock.calls.map(([change]) => [change.before, change.roles])).toEqual([
      [['guide'], ['accountant']],
      [['office'], ['accountant']],
    ]);
  });

  test('who has just lost ownership to a colleague’s change does not get it back by saving', async () => {
    await showTeam({ members: [member('Ida', { roles: ['owner', 'guide'] })] });
    await row('Ida').click();
    await pane.getByRole('button', { name: 'Change roles' }).click();
    vi.mocked(setMemberRoles).mockResolvedValueOnce(refused({ status: 'stale', roles: ['guide'] }));
    await dialog.getByRole('checkbox', { name: /^Guide Checks/ }).click();
    await dialog.getByRole('checkbox', { name: /^Accountant / }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog.getByText('A colleague has just changed the roles to Guide')).toBeVisible();
    vi.mocked(setMemberRoles).mockResolvedValueOnce(ok({ departures: [] }));
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(setMemberRoles).mock.calls.map(([change]) => [change.before, change.roles])).toEqual([
      [
        ['owner', 'guide'],
        ['owner', 'accountant'],
      ],
      [['guide'], ['accountant']],
    ]);
  });

  const leave = async (name: string) => {
    await row(name).click();
    await pane.getByRole('button', { name: 'End access' }).click();
  };

  test('loses access after a list of departures without a guide', async () => {
    const ida = member('Ida', { upcoming: 1 });
    await showTeam({ members: [ida] });
    const departure = {
      id: 'd',
      title: { en: 'Harbour walk' },
      startsAt: '2026-12-05T09:00:00.000Z',
      localDate: '2026-12-05',
    };
    vi.mocked(readLeavingImpact).mockResolvedValue(ok({ isLastOwner: false, departures: [departure] }));
    vi.mocked(deactivateMember).mockResolvedValue(ok({ departures: [departure] }));
    await leave('Ida');
    const confirmation = page.getByRole('alertdialog').or(dialog);
    await expect.element(confirmation.getByText('1 departure needs another guide')).toBeVisible();
    await expect.element(confirmation.getByText('Sat 5 Dec, 10:00 · Harbour walk')).toBeVisible();
    await confirmation.getByRole('button', { name: 'End access' }).click();
    await expect.poll(() => vi.mocked(deactivateMember).mock.calls[0]?.[0]).toEqual({ company, person: ida.id });
    await expect.element(confirmation).not.toBeInTheDocument();
  });

  test('who is the last owner cannot be removed', async () => {
    await showTeam({ members: [member('Karen', { roles: ['owner'], isLastOwner: true })] });
    vi.mocked(readLeavingImpact).mockResolvedValue(ok({ isLastOwner: true, departures: [] }));
    await leave('Karen');
    const confirmation = page.getByRole('alertdialog').or(dialog);
    await expect.element(confirmation.getByText('Karen is the only owner.')).toBeVisible();
    await expect.element(confirmation.getByRole('button', { name: 'End access' })).toBeDisabled();
    await confirmation.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(confirmation).not.toBeInTheDocument();
  });

  test('who has become the last owner since the dialog opened cannot be removed', async () => {
    await showTeam({ members: [member('Karen', { roles: ['owner'] })] });
    vi.mocked(readLeavingImpact).mockResolvedValue(ok({ isLastOwner: false, departures: [] }));
    vi.mocked(deactivateMember).mockResolvedValueOnce(refused({ status: 'last_owner' }));
    await leave('Karen');
    const confirmation = page.getByRole('alertdialog').or(dialog);
    await confirmation.getByRole('button', { name: 'End access' }).click();
    await expect.element(confirmation.getByText('Karen is the only owner.')).toBeVisible();
  });

  test('who has left is reactivated', async () => {
    const bo = {
      id: crypto.randomUUID(),
      name: 'Bo',
      email: 'bo@walks.test',
      roles: ['guide' as const],
      leftAt: AT,
      devices: [],
    };
    await showTeam({ members: [member('Ida')], former: [bo] });
    vi.mocked(reactivateMember).mockResolvedValue(ok({}));
    await page.getByRole('button', { name: /^Left/ }).click();
    await row('Bo').click();
    await pane.getByRole('button', { name: 'Restore access' }).click();
    await expect.poll(() => vi.mocked(reactivateMember).mock.calls[0]?.[0]).toEqual({ company, person: bo.id });
  });
});

describe('the link of an invitation', () => {
  const invitationResponse = (more: Partial<InvitationResponse> = {}): InvitationResponse => ({
    state: 'pending',
    team: 'Harbour Walks',
    companyId: company,
    roles: ['guide'],
    email: 'eva@walks.test',
    inviter: 'Karen',
    expiresAt: '2027-11-16T09:00:00.000Z',
    hasAccount: false,
    isMine: false,
    ...more,
  });
  const show = (more: Partial<InvitationResponse> = {}) => {
    vi.mocked(readInvitation).mockResolvedValue(ok(invitationResponse(more)));
    return renderScreen(<JoinPage token={token} />, {
      path: '/register',
      texts: ['patterns', 'auth-and-guards', 'registration', 'team'],
    });
  };
  /** Makes Auth return this user from now on. */
  const willBe = (userId: string) => {
    vi.mocked(signIn).mockResolvedValue(ok({ userId, email: 'eva@walks.test' }));
    vi.mocked(loadIdentity).mockResolvedValue(
      ok(
        identity({
          userId,
          companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
          assignments: [assigned('guide', company)],
        }),
      ),
    );
    vi.mocked(acceptInvitation).mockResolvedValue(ok({ companyId: company }));
  };

  test('lets a new user choose name and password, joins, and thanks them', async () => {
    await show();
    await expect.element(page.getByText('Karen invited you as:')).toBeVisible();
    await expect.element(page.getByLabelText('Email')).toHaveValue('eva@walks.test');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect.element(page.getByText('Your name is required.')).toBeVisible();
    await page.getByLabelText('Your name').fill('Eva');
    await page.getByLabelText('Choose a password').fill('short');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    expect(createInvitedAccount).not.toHaveBeenCalled();
    const userId = crypto.randomUUID();
    vi.mocked(createInvitedAccount).mockResolvedValue(ok(null));
    willBe(userId);
    await page.getByLabelText('Choose a password').fill('harbour crane at dawn');
    await page.getByRole('button', { name: 'Create account and join' }).click();
    await expect.element(place()).toHaveTextContent('/thanks-for-joining');
    expect(acceptInvitation).toHaveBeenCalledWith(token);
  });

  test('says when Auth requires the address to be confirmed first', async () => {
    await show();
    vi.mocked(createInvitedAccount).mockResolvedValue(ok(null));
    vi.mocked(signIn).mockResolvedValue(refused({ status: 'not_confirmed' }));
    await page.getByLabelText('Your name').fill('Eva');
    await page.getByLabelText('Choose a password').fill('harbour crane at dawn');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
    expect(acceptInvitation).not.toHaveBeenCalled();
  });

  test('lets an existing user sign in; a wrong password is shown and changes nothing', async () => {
    await show({ hasAccount: true });
    vi.mocked(signIn).mockResolvedValueOnce(fail('wrong_credentials'));
    await page.getByLabelText('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Email or password is wrong.');
    expect(acceptInvitation).not.toHaveBeenCalled();
    expect(hasDirtyForms()).toBe(true);
    willBe(crypto.randomUUID());
    await page.getByRole('button', { name: 'Sign in and join' }).click();
    await expect.element(place()).toHaveTextContent('/thanks-for-joining');
  });

  test('lets a signed-in user join with one press', async () => {
    const userId = crypto.randomUUID();
    await signInAs(identity({ userId }));
    willBe(userId);
    await show({ hasAccount: true });
    await page.getByRole('button', { name: 'Join Harbour Walks' }).click();
    await expect.element(place()).toHaveTextContent('/thanks-for-joining');
  });

  test('lets a user who is signed in with another account sign out first, or continue', async () => {
    await signInAs(identity({ userId: crypto.randomUUID() }));
    await show({ state: 'other_email', hasAccount: true });
    await expect.element(page.getByRole('button', { name: 'Continue as pernille@muster.test' })).toBeVisible();
    vi.mocked(readInvitation).mockResolvedValue(ok(invitationResponse({ hasAccount: true })));
    await page.getByRole('button', { name: 'Sign out and join' }).click();
    await expect.element(page.getByRole('button', { name: 'Sign in and join' })).toBeVisible();
  });

  const ENDS: Partial<Record<InvitationState, string>> = {
    accepted: 'This invitation has already been used',
    revoked: 'This invitation was withdrawn',
    expired: 'This invitation has expired',
    company_inactive: 'Harbour Walks is currently inactive',
    unknown: 'Invitation not found',
  };
  test.each(INVITATION_STATES.filter((state) => state in ENDS))(
    'shows a page for the state %s, with a link to sign in',
    async (state) => {
      await show({ state });
      await expect.element(page.getByRole('heading', { name: ENDS[state]! })).toBeVisible();
      await page.getByRole('link', { name: 'Go to sign-in' }).click();
      await expect.element(place()).toHaveTextContent('/login');
    },
  );

  test('shows the new state when it ends while a user joins', async () => {
    await signInAs(identity({ userId: crypto.randomUUID() }));
    await show({ hasAccount: true });
    await expect.element(page.getByRole('button', { name: 'Join Harbour Walks' })).toBeVisible();
    vi.mocked(acceptInvitation).mockResolvedValue(refused({ status: 'ended', state: 'revoked' }));
    vi.mocked(readInvitation).mockResolvedValue(ok(invitationResponse({ state: 'revoked' })));
    await page.getByRole('button', { name: 'Join Harbour Walks' }).click();
    await expect.element(page.getByRole('heading', { name: 'This invitation was withdrawn' })).toBeVisible();
  });
});

describe('the page after joining', () => {
  const joinAs = async (role: RoleName) => {
    await signInAs(
      identity({
        userId: crypto.randomUUID(),
        companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
        assignments: [assigned(role, company)],
      }),
    );
    await renderScreen(<ThanksForJoiningPage />, { path: '/thanks-for-joining', texts: ['patterns', 'team'] });
  };
  test.each<[RoleName, string]>([
    ['guide', '/check-in'],
    ['office', '/check-in'],
    ['reservations', '/bookings'],
    ['accountant', '/bookings'],
  ])('leads a %s to %s', async (role, where) => {
    await joinAs(role);
    await expect.element(page.getByRole('heading', { name: 'Welcome to Harbour Walks' })).toBeVisible();
    await page.getByRole('link', { name: 'Get started' }).click();
    await expect.element(place()).toHaveTextContent(where);
  });
});
