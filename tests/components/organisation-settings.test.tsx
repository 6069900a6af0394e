/** /organisation-settings: a partner organisation's settings, members and agreements. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import {
  respondToAgreement,
  endAgreement,
  proposeAgreement,
  readAgreements,
  shareGuests,
  type Agreement,
  setAllotments,
} from '../../src/data/agreements.ts';
import {
  readOrganisationSettings,
  saveOrganisationSettings,
  type LoadedOrganisation,
} from '../../src/data/organisation-settings.ts';
import {
  deactivateMember,
  invite,
  readTeam,
  resendInvitation,
  revokeInvitation,
  setMemberRoles,
  type Team,
  type TeamMember,
} from '../../src/data/team.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { SettingsPage } from '../../src/organisation/organisation-settings/settings-page.tsx';
import { AgreementsSection } from '../../src/features/agreements/agreements-section.tsx';
import { session } from '../../src/session/session.ts';
import { identity, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/agreements.ts'));
await mockModule(import('../../src/data/organisation-settings.ts'));
await mockModule(import('../../src/data/team.ts'), async (original) => ({
  ...(await original()),
  readTeam: vi.fn<typeof readTeam>(),
  invite: vi.fn<typeof invite>(),
  setMemberRoles: vi.fn<typeof setMemberRoles>(),
  deactivateMember: vi.fn<typeof deactivateMember>(),
  resendInvitation: vi.fn<typeof resendInvitation>(),
  revokeInvitation: vi.fn<typeof revokeInvitation>(),
}));

const AT = '2026-11-02T09:00:00.000Z';
const READ: LoadedOrganisation = {
  version: 4,
  logo: null,
  formerSlugs: ['old-stays'],
  settings: {
    name: 'City Stays',
    contactEmail: 'hello@stays.test',
    contactPhone: '',
    defaultLocale: 'en',
    slug: 'city-stays',
    brandColour: '',
    defaultCommission: 12.5,
    embedOrigins: [],
  },
};
const member = (name: string, more: Partial<TeamMember> = {}): TeamMember => ({
  id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase()}@stays.test`,
  roles: ['partner_agent'],
  since: AT,
  isLastOwner: false,
  upcoming: 0,
  now: null,
  devices: [],
  ...more,
});
const TEAM: Team = {
  mayChange: true,
  mayCall: true,
  timeZone: 'UTC',
  ownershipOffer: null,
  members: [member('Ingrid', { roles: ['partner_admin'], isLastOwner: true }), member('Tomasz')],
  former: [],
  invitations: [
    {
      id: crypto.randomUUID(),
      email: 'new@stays.test',
      roles: ['partner_agent'],
      state: 'pending',
      inviter: 'Ingrid',
      sentAt: AT,
      expiresAt: '2027-11-16T09:00:00.000Z',
      mail: 'sent',
    },
  ],
};
const agreementWith = (name: string, more: Partial<Agreement> = {}): Agreement => ({
  id: crypto.randomUUID(),
  counterpart: name,
  slug: 'their-page',
  agreementStatus: 'active',
  terms: { kind: 'percent', percent: 12, tours: [], click: 'last', windowDays: 30 },
  currency: 'DKK',
  proposed: null,
  otherId: crypto.randomUUID(),
  allotments: [],
  account: null,
  owed: [],
  tours: [],
  sharesGuests: false,
  ...more,
});

const agreementsResult = (...agreements: Agreement[]) => ok({ agreements, currency: 'DKK', defaultCommission: 12.5 });

let organisation = '';
const saveOrganisationSettingsMock = vi.mocked(saveOrganisationSettings);
const dialog = page.getByRole('dialog');
const field = (name: string) => page.getByRole('textbox', { name, exact: false });
const save = () => page.getByRole('button', { name: 'Save', exact: true }).click();
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
async function act(name: string, what: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click();
  await page.getByRole('menuitem', { name: what }).click();
}
const refused = <R,>(refusal: R) => ({ ok: false, code: 'refused', retry: false, refusal }) as const;
const show = (section: string) =>
  renderScreen(
    <div style={{ height: '700px' }}>
      <SettingsPage />
    </div>,
    {
      path: '/organisation-settings',
      at: `/organisation-settings?section=${section}`,
      texts: ['patterns', 'company-settings', 'organisation-settings', 'agreements', 'team'],
    },
  );

beforeEach(async () => {
  await page.viewport(1280, 800);
  vi.clearAllMocks();
  organisation = crypto.randomUUID();
  vi.mocked(readOrganisationSettings).mockResolvedValue(ok(READ));
  vi.mocked(readTeam).mockResolvedValue(ok(TEAM));
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      organisations: [{ id: organisation, name: 'City Stays', slug: 'city-stays' }],
      assignments: [
        {
          role: 'partner_admin',
          permissions: BUILT_IN_ROLES.partner_admin,
          company: null,
          organisation: { id: organisation, isActive: true },
        },
      ],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('the settings', () => {
  test('are saved with their version, the commission as typed', async () => {
    saveOrganisationSettingsMock.mockResolvedValue(ok({ version: 5 }));
    await show('commission');
    await expect.element(field('Default commission')).toHaveValue('12.5');
    await field('Default commission').fill('120');
    await save();
    expect(saveOrganisationSettingsMock).not.toHaveBeenCalled();
    await field('Default commission').fill('15,25');
    await save();
    await waitFor(() =>
      expect(saveOrganisationSettingsMock.mock.lastCall?.[0]).toEqual({
        organisation,
        version: 4,
        settings: { ...READ.settings, defaultCommission: 15.25 },
      }),
    );
  });

  test('take embedding sites one per line, each as an origin', async () => {
    saveOrganisationSettingsMock.mockResolvedValue(ok({ version: 5 }));
    await show('page');
    const sites = field('Websites that can embed your page');
    await sites.fill('https://www.hotel.test/tours');
    await save();
    await expect.element(sites).toHaveAttribute('aria-invalid', 'true');
    expect(saveOrganisationSettingsMock).not.toHaveBeenCalled();
    await sites.fill('https://www.hotel.test/\nhttps://stays.test');
    await save();
    await waitFor(() =>
      expect(saveOrganisationSettingsMock.mock.lastCall?.[0].settings.embedOrigins).toEqual([
        'https://www.hotel.test',
        'https://stays.test',
      ]),
    );
  });

  test('show a slug that is taken at its field, also from another section', async () => {
    saveOrganisationSettingsMock.mockResolvedValue(refused({ status: 'slug_taken' }));
    await show('page');
    await expect.element(page.getByText('/booking/isolated/city-stays/BAK')).toBeVisible();
    await expect.element(page.getByText('old-stays')).toBeVisible();
    await field('Page URL').fill('taken');
    await page.getByRole('link', { name: 'Profile' }).click();
    await save();
    await expect.element(field('Page URL')).toBeVisible();
    await expect.element(field('Page URL')).toHaveAttribute('aria-invalid', 'true');
  });

  test('show a colleague’s change beside one’s own', async () => {
    saveOrganisationSettingsMock.mockResolvedValueOnce(
      refused({ status: 'stale', version: 9, settings: { ...READ.settings, name: 'Theirs' } }),
    );
    await show('profile');
    await field('Name').fill('Mine');
    await save();
    await page.getByRole('radio', { name: /Mine/ }).click();
    await page.getByRole('button', { name: 'Use these' }).click();
    saveOrganisationSettingsMock.mockResolvedValueOnce(ok({ version: 10 }));
    await save();
    await waitFor(() =>
      expect(saveOrganisationSettingsMock.mock.lastCall?.[0]).toMatchObject({ version: 9, settings: { name: 'Mine' } }),
    );
  });

  test('explain a failed load', async () => {
    vi.mocked(readOrganisationSettings).mockResolvedValue(fail('offline', { retry: true }));
    await show('profile');
    await expect.element(page.getByText('The organisation’s settings could not be loaded.')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('are closed to a user who manages no organisation', async () => {
    await session.signOut({ discard: true });
    await signInAs(identity({ userId: crypto.randomUUID() }));
    await show('profile');
    await expect.element(page.getByText('You don’t manage an organisation')).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View companies' }))
      .toHaveAttribute('href', '/organisation/companies');
    expect(readOrganisationSettings).not.toHaveBeenCalled();
  });
});

describe('members', () => {
  test('are invited with organisation roles only', async () => {
    vi.mocked(invite).mockResolvedValue(ok({ outcomes: [{ email: 'a@stays.test', outcome: 'invited' }] }));
    await show('members');
    await expect.element(row('Tomasz')).toBeVisible();
    await expect.element(row('new@stays.test')).toHaveTextContent('Invited');
    await page.getByRole('button', { name: 'Invite', exact: true }).click();
    expect(dialog.getByRole('checkbox').elements()).toHaveLength(2);
    await dialog.getByRole('textbox').fill('a@stays.test');
    await dialog.getByRole('checkbox', { name: /agent/i }).click();
    await dialog.getByRole('button', { name: 'Invite one person' }).click();
    await waitFor(() =>
      expect(vi.mocked(invite).mock.lastCall?.[0]).toEqual({
        organisation,
        emails: ['a@stays.test'],
        roles: ['partner_agent'],
      }),
    );
  });

  test('must keep their last admin', async () => {
    await show('members');
    await act('Ingrid', 'End access');
    await expect.element(dialog).toHaveTextContent('Ingrid is the only admin.');
    expect(deactivateMember).not.toHaveBeenCalled();
  });

  test('are removed, or get other roles of this organisation', async () => {
    vi.mocked(deactivateMember).mockResolvedValue(ok({ departures: [] }));
    vi.mocked(setMemberRoles).mockResolvedValue(ok({ departures: [] }));
    await show('members');
    const person = TEAM.members[1]!.id;
    await act('Tomasz', 'Change roles');
    await dialog.getByRole('checkbox', { name: /admin/i }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(() =>
      expect(vi.mocked(setMemberRoles).mock.lastCall?.[0]).toEqual({
        organisation,
        person,
        roles: ['partner_admin', 'partner_agent'],
        before: ['partner_agent'],
      }),
    );
    await expect.element(dialog).not.toBeInTheDocument();
    await act('Tomasz', 'End access');
    await expect.element(dialog).toHaveTextContent('including to companies they act for');
    await dialog.getByRole('button', { name: 'End access' }).click();
    await waitFor(() => expect(vi.mocked(deactivateMember).mock.lastCall?.[0]).toEqual({ organisation, person }));
  });

  test('are invited again, or an invitation is withdrawn', async () => {
    vi.mocked(resendInvitation).mockResolvedValue(ok({}));
    vi.mocked(revokeInvitation).mockResolvedValue(ok({}));
    await show('members');
    await act('new@stays.test', 'Resend');
    await act('new@stays.test', 'Withdraw invitation');
    const { id } = TEAM.invitations[0]!;
    await waitFor(() =>
      expect([vi.mocked(resendInvitation).mock.lastCall?.[0], vi.mocked(revokeInvitation).mock.lastCall?.[0]]).toEqual([
        id,
        id,
      ]),
    );
  });
});

describe('agreements', () => {
  test('show what each company shares; the organisation can end one but not give consent', async () => {
    const open = agreementWith('Harbour Walks', { sharesGuests: true });
    vi.mocked(readAgreements).mockResolvedValue(
      agreementsResult(open, agreementWith('Old Walks', { agreementStatus: 'ended' })),
    );
    vi.mocked(endAgreement).mockResolvedValue(ok({}));
    await show('agreements');
    await expect.element(row('Harbour Walks')).toHaveTextContent(/12% commission.*Shares guest data/);
    await expect.element(row('Old Walks')).toHaveTextContent('Ended');
    await page.getByRole('button', { name: 'More for Harbour Walks' }).click();
    await expect.element(page.getByRole('menuitem').first()).toHaveTextContent('Change terms…');
    expect(page.getByRole('menuitem').elements()).toHaveLength(2);
    await page.getByRole('menuitem', { name: 'End agreement…' }).click();
    await dialog.getByRole('button', { name: 'End agreement' }).click();
    await waitFor(() => expect(vi.mocked(endAgreement).mock.lastCall?.[0]).toBe(open.id));
  });

  const ofCompany = () =>
    renderScreen(<AgreementsSection of={{ company: crypto.randomUUID() }} />, { texts: ['patterns', 'agreements'] });

  test('let a company consent after an explanation, and report that one has ended meanwhile', async () => {
    const [first, second] = [agreementWith('City Stays'), agreementWith('Sud Concierge', { sharesGuests: true })];
    vi.mocked(readAgreements).mockResolvedValue(agreementsResult(first, second));
    vi.mocked(shareGuests)
      .mockResolvedValueOnce(ok({}))
      .mockResolvedValueOnce(refused({ status: 'ended' }));
    await ofCompany();
    await expect.element(row('City Stays')).toHaveTextContent('No access to guest data');
    await act('City Stays', 'Share guest data…');
    await expect.element(dialog).toHaveTextContent('You can stop sharing, but not take back exported data.');
    await dialog.getByRole('button', { name: 'Share' }).click();
    await waitFor(() =>
      expect(vi.mocked(shareGuests).mock.lastCall?.[0]).toEqual({ agreement: first.id, shares: true }),
    );
    await expect.element(dialog).not.toBeInTheDocument();
    await act('Sud Concierge', 'Stop sharing…');
    await dialog.getByRole('button', { name: 'Stop sharing' }).click();
    await expect.element(dialog).toHaveTextContent('This agreement has ended.');
    expect(vi.mocked(shareGuests).mock.lastCall?.[0]).toEqual({ agreement: second.id, shares: false });
  });

  test('set a company’s allotments, and report a colleague’s change', async () => {
    const [walk, bike, gone] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const agreement = agreementWith('City Stays', {
      tours: [
        { id: walk, titles: { en: 'Old Town' } },
        { id: bike, titles: { en: 'City by bike' } },
      ],
      allotments: [
        { tour: walk, seats: 4, releaseHours: 48 },
        { tour: gone, seats: 2, releaseHours: 1 },
      ],
    });
    vi.mocked(readAgreements).mockResolvedValue(
      agreementsResult(agreement, agreementWith('Old Stays', { agreementStatus: 'ended' })),
    );
    vi.mocked(setAllotments)
      .mockResolvedValueOnce(refused({ status: 'stale', allotments: [] }))
      .mockResolvedValue(ok({}));
    await ofCompany();
    await expect.element(row('City Stays')).toHaveTextContent('4 seats allotted on Old Town, until 48 hours before');
    await act('City Stays', 'Set allotments…');
    const of = (tour: string) => dialog.getByRole('group', { name: tour });
    await of('Old Town').getByRole('textbox', { name: 'Seats per departure' }).fill('');
    await of('City by bike').getByRole('textbox', { name: 'Seats per departure' }).fill('many');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(of('City by bike')).toHaveTextContent(/must be a whole number/);
    expect(vi.mocked(setAllotments)).not.toHaveBeenCalled();
    await of('City by bike').getByRole('textbox', { name: 'Seats per departure' }).fill('6');
    await of('City by bike').getByRole('textbox', { name: 'Release (hours before start)' }).fill('0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).toHaveTextContent('A colleague has just changed the allotments.');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    // The allotment of a tour that is not on sale stays as it is.
    expect(vi.mocked(setAllotments).mock.lastCall?.[0]).toEqual({
      agreement: agreement.id,
      allotments: [
        { tour: bike, seats: 6, releaseHours: 0 },
        { tour: gone, seats: 2, releaseHours: 1 },
      ],
      expected: agreement.allotments,
    });
    await page.getByRole('button', { name: 'More for Old Stays' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Propose other terms…' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Set allotments…' }).query()).toBeNull();
  });

  test('show the organisation its allotments, read-only', async () => {
    const tour = crypto.randomUUID();
    const agreement = agreementWith('Harbour Walks', {
      tours: [{ id: tour, titles: { en: 'Old Town' } }],
      allotments: [{ tour, seats: 1, releaseHours: 0 }],
    });
    vi.mocked(readAgreements).mockResolvedValue(agreementsResult(agreement));
    await show('agreements');
    await expect.element(row('Harbour Walks')).toHaveTextContent('1 seat allotted on Old Town, until the start');
    await page.getByRole('button', { name: 'More for Harbour Walks' }).click();
    await expect.element(page.getByRole('menuitem', { name: 'End agreement…' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Set allotments…' }).query()).toBeNull();
  });

  test('invite a company by its slug with terms as typed; an unknown slug is reported', async () => {
    vi.mocked(readAgreements).mockResolvedValue(ok({ agreements: [], currency: null, defaultCommission: 12.5 }));
    vi.mocked(proposeAgreement)
      .mockResolvedValueOnce(refused({ status: 'not_found' }))
      .mockResolvedValueOnce(ok({}));
    await show('agreements');
    await page.getByRole('button', { name: 'Invite company…' }).click();
    // The form starts with the organisation's usual rate. A rate per guest needs a currency, which is the company's.
    await expect.element(dialog.getByRole('textbox', { name: 'Percentage' })).toHaveValue('12.5');
    expect(dialog.getByRole('option', { name: 'Amount per guest' }).elements()).toHaveLength(0);
    const send = () => dialog.getByRole('button', { name: 'Send' }).click();
    await send();
    expect(proposeAgreement).not.toHaveBeenCalled();
    await dialog
      .getByRole('textbox', { name: 'Company booking page' })
      .fill('https://muster.test/da/booking/isolated/harbour-walks?tour=old');
    await dialog.getByRole('combobox', { name: 'Commission' }).selectOptions('tiers');
    const field = (name: string) => page.elementLocator(document.querySelector(`[name="${name}"]`)!);
    await field('tiers.0.percent').fill('10');
    await field('tiers.1.from').fill('51');
    await send();
    expect(proposeAgreement).not.toHaveBeenCalled();
    await field('tiers.1.percent').fill('12,25');
    await dialog.getByRole('combobox', { name: 'If a guest used several links' }).selectOptions('first');
    await dialog.getByRole('textbox', { name: 'Days a link counts' }).fill('7');
    await send();
    await expect.element(dialog).toHaveTextContent('No company found at this URL.');
    await send();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(proposeAgreement).mock.lastCall?.[0]).toEqual({
      of: { organisation },
      partner: 'harbour-walks',
      terms: {
        kind: 'tiers',
        tiers: [
          { from: 1, percent: 10 },
          { from: 51, percent: 12.25 },
        ],
        tours: [],
        click: 'first',
        windowDays: 7,
      },
    });
  });

  test('give a tour its own rate, in per cent or per guest, or the common one again', async () => {
    const tour = (title: string) => ({ id: crypto.randomUUID(), titles: { en: title } });
    const [town, food, kayak] = [tour('Old Town'), tour('Food'), tour('Kayak')];
    const tourRates = [
      { tour: town.id, percent: 5 },
      { tour: kayak.id, amount: 2050 },
    ];
    const agreement = agreementWith('City Stays', { tours: [town, food, kayak] });
    vi.mocked(readAgreements).mockResolvedValue(
      agreementsResult({ ...agreement, terms: { ...agreement.terms, tours: tourRates } }),
    );
    vi.mocked(proposeAgreement).mockResolvedValue(ok({}));
    await ofCompany();
    await expect
      .element(row('City Stays'))
      .toHaveTextContent(/12% commission.*5% for Old Town.*DKK\s20\.50 per guest for Kayak/);
    await act('City Stays', 'Change terms…');
    const choice = (name: string) => dialog.getByRole('combobox', { name, exact: true });
    const fieldNamed = (name: string) => page.elementLocator(document.querySelector(`[name="${name}"]`)!);
    await expect.element(choice('Old Town')).toHaveValue('percent');
    await expect.element(choice('Food')).toHaveValue('as_others');
    await expect.element(fieldNamed('tours.0.percent')).toHaveValue('5');
    await expect.element(fieldNamed('tours.2.amount')).toHaveValue('20.50');
    // An invalid value of a field that is no longer chosen is not validated.
    await fieldNamed('tours.0.percent').fill('much');
    await choice('Old Town').selectOptions('as_others');
    await choice('Food').selectOptions('per_guest');
    const send = () => dialog.getByRole('button', { name: 'Send' }).click();
    await send();
    await expect.element(fieldNamed('tours.1.amount')).toHaveAttribute('aria-invalid', 'true');
    expect(proposeAgreement).not.toHaveBeenCalled();
    await fieldNamed('tours.1.amount').fill('35.5');
    await send();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(proposeAgreement).mock.lastCall?.[0].terms.tours).toEqual([
      { tour: food.id, amount: 3550 },
      { tour: kayak.id, amount: 2050 },
    ]);
  });

  test('answer a proposal as it was read, or withdraw one’s own', async () => {
    const tour = { id: crypto.randomUUID(), titles: { en: 'Old Town' } };
    const proposedTerms = {
      kind: 'per_guest' as const,
      amount: 2000,
      tours: [{ tour: tour.id, percent: 5 }],
      click: 'first' as const,
      windowDays: 0,
    };
    const theirs = agreementWith('City Stays', {
      agreementStatus: 'invited',
      proposed: { terms: proposedTerms, isOurs: false },
      tours: [tour],
    });
    const ours = agreementWith('Sud Concierge', { proposed: { terms: proposedTerms, isOurs: true }, tours: [tour] });
    vi.mocked(readAgreements).mockResolvedValue(agreementsResult(theirs, ours));
    vi.mocked(respondToAgreement)
      .mockResolvedValueOnce(refused({ status: 'stale' }))
      .mockResolvedValue(ok({}));
    await ofCompany();
    await expect
      .element(row('City Stays'))
      .toHaveTextContent(
        /Waiting for your response.*DKK\s20 commission per guest.*5% for Old Town.*First link, on the same visit/,
      );
    // The current terms stay in force while the other side decides.
    await expect.element(row('Sud Concierge')).toHaveTextContent(/Waiting for their response.*12% commission/);
    await act('City Stays', 'Accept…');
    await expect.element(dialog).toHaveTextContent(/These terms will apply:.*DKK\s20/);
    const dearer = { ...theirs, proposed: { terms: { ...proposedTerms, amount: 3000 }, isOurs: false } };
    vi.mocked(readAgreements).mockResolvedValue(agreementsResult(dearer, ours));
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect.element(dialog).toHaveTextContent('They’ve just changed their terms.');
    // The list behind has newer terms by then; the answer is to the terms that were shown.
    await expect.poll(() => document.body.textContent).toMatch(/DKK\s30 commission per guest/);
    await expect.element(dialog).toHaveTextContent(/DKK\s20/);
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(vi.mocked(respondToAgreement).mock.lastCall?.[0]).toEqual({
      agreement: theirs.id,
      accepts: true,
      terms: proposedTerms,
    });
    await act('Sud Concierge', 'Withdraw…');
    await dialog.getByRole('button', { name: 'Withdraw' }).click();
    await waitFor(() =>
      expect(vi.mocked(respondToAgreement).mock.lastCall?.[0]).toEqual({
        agreement: ours.id,
        accepts: false,
        terms: proposedTerms,
      }),
    );
  });

  test('have an empty state and an error state', async () => {
    vi.mocked(readAgreements).mockResolvedValueOnce(agreementsResult());
    await ofCompany();
    await expect.element(page.getByText('No partners yet')).toBeVisible();
    vi.mocked(readAgreements).mockResolvedValueOnce(fail('server', { retry: true }));
    await ofCompany();
    await expect.element(page.getByText('The agreements could not be loaded')).toBeVisible();
  });
});
