/** Handing a company over: an owner's offer in /company-team, and the member's answer. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ThanksForJoiningPage } from '../../src/auth/join/thanks-for-joining-page.tsx';
import { CompanyTeamPage } from '../../src/company/company-team/company-team-page.tsx';
import { answerOwnershipOffer, readOwnershipOffers, type OwnershipOffer } from '../../src/data/ownership.ts';
import { offerOwnership, readTeam, withdrawOwnershipOffer, type Team, type TeamMember } from '../../src/data/team.ts';
import { ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES, type RoleName } from '../../src/domain/roles.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/ownership.ts'));
await mockModule(import('../../src/data/team.ts'), async (original) => ({
  ...(await original()),
  readTeam: vi.fn<typeof readTeam>(),
  offerOwnership: vi.fn<typeof offerOwnership>(),
  withdrawOwnershipOffer: vi.fn<typeof withdrawOwnershipOffer>(),
}));

const member = (name: string, roles: TeamMember['roles']): TeamMember => ({
  id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase()}@walks.test`,
  roles,
  since: '2026-11-02T09:00:00.000Z',
  isLastOwner: roles.includes('owner'),
  upcoming: 0,
  now: null,
  devices: [],
});
const refused = <R,>(refusal: R) => ({ ok: false, code: 'refused', retry: false, refusal }) as const;
const dialog = page.getByRole('dialog');
const pane = page.getByRole('region', { name: 'Person' });
const row = (name: string) => page.getByRole('row', { name });
let company = '';
let me: TeamMember;
let mette: TeamMember;

async function signInWith(role: RoleName): Promise<void> {
  await signInAs(
    identity({
      userId: me.id,
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
      assignments: [
        { role, permissions: BUILT_IN_ROLES[role], company: { id: company, isActive: true }, organisation: null },
      ],
    }),
  );
}
async function showTeam(ownershipOffer: Team['ownershipOffer'] = null): Promise<void> {
  await signInWith('owner');
  const team = {
    mayChange: true,
    mayCall: true,
    timeZone: 'Europe/Copenhagen',
    ownershipOffer,
    former: [],
    invitations: [],
  };
  vi.mocked(readTeam).mockResolvedValue(ok({ ...team, members: [me, mette] }));
  await renderScreen(
    <div style={{ display: 'flex', flexDirection: 'column', height: '780px' }}>
      <CompanyTeamPage />
    </div>,
    { path: '/company-team', texts: ['patterns', 'team'] },
  );
}
async function openAsking(): Promise<void> {
  await row('Mette').click();
  await pane.getByRole('button', { name: 'Transfer ownership' }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  vi.clearAllMocks();
  company = crypto.randomUUID();
  me = member('Karen', ['owner']);
  mette = member('Mette', ['office']);
  vi.mocked(readOwnershipOffers).mockResolvedValue(ok([]));
});
afterEach(() => session.signOut({ discard: true }));

describe('an owner', () => {
  test.each([
    ['Co-owner', ['owner']],
    ['Other roles', ['office']],
    ['Leave the team', []],
  ])('offers ownership, with their own future: “%s”', async (choice, remainingRoles) => {
    vi.mocked(offerOwnership).mockResolvedValue(ok({}));
    await showTeam();
    await openAsking();
    await expect.element(dialog).toHaveTextContent('Nothing changes unless Mette accepts.');
    await dialog.getByRole('radio', { name: choice }).click();
    await dialog.getByRole('button', { name: 'Ask Mette' }).click();
    await waitFor(() =>
      expect(vi.mocked(offerOwnership).mock.lastCall?.[0]).toEqual({
        company,
        person: mette.id,
        remaining_roles: remainingRoles,
      }),
    );
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('is told that an offer is pending already', async () => {
    vi.mocked(offerOwnership).mockResolvedValue(refused({ status: 'already_offered' }));
    await showTeam();
    await openAsking();
    await dialog.getByRole('button', { name: 'Ask Mette' }).click();
    await expect.element(dialog).toHaveTextContent('A request is already open. Withdraw it first.');
  });

  test('sees a pending offer, withdraws it, and can make no other meanwhile', async () => {
    vi.mocked(withdrawOwnershipOffer).mockResolvedValue(ok({}));
    await showTeam({
      person: mette.id,
      offeredBy: me.id,
      remainingRoles: ['owner'],
      expiresAt: '2026-12-01T09:00:00.000Z',
    });
    await expect.element(page.getByText('Mette can accept ownership until 1 December 2026.')).toBeVisible();
    await row('Mette').click();
    await expect.element(pane.getByRole('button', { name: 'Change roles' })).toBeVisible();
    expect(pane.getByRole('button', { name: 'Transfer ownership' }).elements()).toHaveLength(0);
    await pane.getByRole('button', { name: 'Change roles' }).click();
    // Owner is not among the roles offered here.
    expect(dialog.getByRole('checkbox').elements()).toHaveLength(5);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Withdraw' }).click();
    await waitFor(() => expect(vi.mocked(withdrawOwnershipOffer).mock.lastCall?.[0]).toBe(company));
  });
});

describe('a member with an offer', () => {
  const makeOffer = (remainingRoles: OwnershipOffer['remainingRoles']): OwnershipOffer => ({
    companyId: company,
    company: 'Harbour Walks',
    offeredBy: 'Karen',
    remainingRoles,
    expiresAt: '2026-12-01T09:00:00.000Z',
  });
  async function showOffer(remainingRoles: OwnershipOffer['remainingRoles'] = ['owner']): Promise<void> {
    await signInWith('office');
    vi.mocked(readOwnershipOffers).mockResolvedValueOnce(ok([makeOffer(remainingRoles)]));
    await renderScreen(<ThanksForJoiningPage />, { path: '/thanks-for-joining', texts: ['patterns', 'team'] });
    await expect
      .element(page.getByRole('heading', { name: 'Karen has asked you to become an owner of Harbour Walks' }))
      .toBeVisible();
  }

  test.each<[OwnershipOffer['remainingRoles'], string]>([
    [['owner', 'office'], 'Karen remains an owner.'],
    [['accountant'], 'Karen will no longer be an owner but keeps these roles: Accountant.'],
    [[], 'Karen will leave the team.'],
  ])('reads what the owner will keep (%j)', async (remainingRoles, response) => {
    await showOffer(remainingRoles);
    await expect.element(page.getByText(response)).toBeVisible();
  });

  test.each([
    ['Accept', true],
    ['Decline', false],
  ])('answers “%s”, and continues', async (label, accepts) => {
    vi.mocked(answerOwnershipOffer).mockResolvedValue(ok({}));
    await showOffer();
    await page.getByRole('button', { name: label, exact: true }).click();
    await waitFor(() => expect(vi.mocked(answerOwnershipOffer).mock.lastCall?.[0]).toEqual({ company, accepts }));
    await expect.element(page.getByRole('heading', { name: 'Welcome to Harbour Walks' })).toBeVisible();
  });

  test('is told that the offer was withdrawn', async () => {
    vi.mocked(answerOwnershipOffer).mockResolvedValue(refused({ status: 'ended' }));
    await showOffer();
    await page.getByRole('button', { name: 'Accept' }).click();
    await expect
      .element(page.getByRole('heading', { name: 'This request was withdrawn or has expired' }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Get started' }).click();
    await expect.element(page.getByRole('heading', { name: 'Welcome to Harbour Walks' })).toBeVisible();
  });
});
