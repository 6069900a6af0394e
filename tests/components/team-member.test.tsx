/** One member in /company-team: working hours and time off, emergency contact, and a member without a role. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CompanyTeamPage } from '../../src/company/company-team/company-team-page.tsx';
import { readEmergencyContact } from '../../src/data/emergency-contact.ts';
import {
  readCalendarFeeds,
  readOwnCalendarFeed,
  deleteCalendarFeed,
  type CalendarFeed,
} from '../../src/data/calendar-feeds.ts';
import { readAvailability } from '../../src/data/guides.ts';
import { readTeam, type TeamMember } from '../../src/data/team.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { BUILT_IN_ROLES } from '../../src/domain/roles.ts';
import { queryClient } from '../../src/online/query-client.ts';
import { session } from '../../src/session/session.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

await mockSession();
await mockModule(import('../../src/data/emergency-contact.ts'));
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/calendar-feeds.ts'), async (original) => ({
  ...(await original()),
  readCalendarFeeds: vi.fn<typeof readCalendarFeeds>(),
  readOwnCalendarFeed: vi.fn<typeof readOwnCalendarFeed>(),
  deleteCalendarFeed: vi.fn<typeof deleteCalendarFeed>(),
}));
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readAvailability: vi.fn<typeof readAvailability>(),
}));
await mockModule(import('../../src/data/team.ts'), async (original) => ({
  ...(await original()),
  readTeam: vi.fn<typeof readTeam>(),
}));

const pane = page.getByRole('region', { name: 'Person' });
const row = (name: string) => page.getByRole('row', { name });
const member = (name: string, roles: TeamMember['roles']): TeamMember => ({
  id: crypto.randomUUID(),
  name,
  email: `${name.toLowerCase()}@walks.test`,
  roles,
  since: '2026-11-02T09:00:00.000Z',
  isLastOwner: false,
  upcoming: 0,
  now: null,
  devices: [],
});
const NOTHING = { languages: null, hours: null, version: 0, timeOff: [], timeZone: 'Europe/Copenhagen' };

const feedOf = (person: TeamMember, token: string | null = null): CalendarFeed => ({
  id: 'f1',
  kind: 'guide',
  tourId: null,
  person: { id: person.id, name: person.name },
  locale: 'en',
  token,
  madeAt: '2026-11-02T09:00:00.000Z',
  fetchedAt: null,
  fetchedBy: null,
});
const haveFeeds = (...feeds: CalendarFeed[]) =>
  vi.mocked(readCalendarFeeds).mockResolvedValue(ok({ mayDecide: true, tours: [], feeds }));

async function open(
  member: TeamMember,
  may: { mayChange?: boolean; mayCall?: boolean; isMe?: boolean } = {},
): Promise<void> {
  vi.mocked(readTeam).mockResolvedValue(
    ok({
      mayChange: true,
      mayCall: may.mayChange ?? true,
      ...may,
      timeZone: 'Europe/Copenhagen',
      ownershipOffer: null,
      members: [member],
      former: [],
      invitations: [],
    }),
  );
  const id = crypto.randomUUID();
  await signInAs(
    identity({
      ...(may.isMe ? { userId: member.id } : {}),
      companies: [{ ...memberCompany(id, 'Harbour Walks'), member: true }],
      assignments: [
        {
          role: 'owner',
          permissions: BUILT_IN_ROLES.owner,
          company: { id, isActive: true },
          organisation: null,
        },
      ],
    }),
  );
  await renderScreen(
    <div style={{ height: '780px' }}>
      <CompanyTeamPage />
    </div>,
    { path: '/company-team', texts: ['patterns', 'team'] },
  );
  await row(member.name).click();
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  queryClient.clear();
  vi.mocked(readEmergencyContact).mockReset();
  vi.mocked(deleteCalendarFeed).mockReset();
  haveFeeds();
  vi.mocked(readAvailability).mockReset().mockResolvedValue(ok(NOTHING));
});
afterEach(() => session.signOut({ discard: true }));

test('shows a guide’s working hours by day, also past midnight, and future time off', async () => {
  const hour = 3_600_000;
  const [past, ahead] = [Date.now() - 30 * 24 * hour, Date.parse('2031-03-09T23:00:00Z')];
  const off = (id: string, from: number, note: string) => ({
    id,
    startsAt: new Date(from).toISOString(),
    endsAt: new Date(from + 24 * hour).toISOString(),
    note,
  });
  vi.mocked(readAvailability).mockResolvedValue(
    ok({
      ...NOTHING,
      hours: [
        [540, 1020],
        [1320, 1500],
      ],
      timeOff: [off('1', past, 'flu'), off('2', ahead, 'skiing')],
    }),
  );
  await open(member('Ida', ['guide']));
  await expect.element(pane.getByText('Monday 09:00–17:00, 22:00–00:00')).toBeVisible();
  await expect.element(pane.getByText('Tuesday 00:00–01:00')).toBeVisible();
  await expect.element(pane.getByText(/10\sMar.*skiing/)).toBeVisible();
  expect(pane.getByText('flu').elements()).toEqual([]);
  await pane.getByRole('button', { name: 'Change hours and time off' }).click();
  await expect.element(page.getByRole('dialog').getByLabelText('Monday, from').first()).toBeVisible();
});

test('shows a colleague’s calendar feed without its address, and switches it off after confirmation', async () => {
  const ida = member('Ida', ['guide']);
  haveFeeds(feedOf(ida), feedOf(member('Bo', ['guide'])));
  await open(ida);
  await expect.element(pane.getByText('Not read yet')).toBeVisible();
  expect(readOwnCalendarFeed).not.toHaveBeenCalled();
  vi.mocked(deleteCalendarFeed).mockImplementation(async () => {
    haveFeeds();
    return ok({});
  });
  await pane.getByRole('button', { name: 'Switch off…' }).click();
  expect(deleteCalendarFeed).not.toHaveBeenCalled();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect.element(pane.getByText(/^None\. Guides switch it on/)).toBeVisible();
  expect(vi.mocked(deleteCalendarFeed).mock.calls[0]?.[0]).toBe('f1');
  expect(pane.getByRole('button', { name: 'Switch off…' }).elements()).toEqual([]);
});

test('shows one’s own feed with its address, to change or switch off', async () => {
  const ida = member('Ida', ['owner']);
  const token = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEF';
  vi.mocked(readOwnCalendarFeed).mockResolvedValue(ok({ feed: feedOf(ida, token) }));
  haveFeeds(feedOf(ida));
  await open(ida, { isMe: true });
  await pane.getByRole('button', { name: 'Show yours' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your calendar feed' });
  await expect.element(dialog.getByText(token)).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Change address…' })).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Switch off…' })).toBeVisible();
});

test('explains feeds that failed to load', async () => {
  vi.mocked(readCalendarFeeds).mockResolvedValue(fail('server', { retry: true }));
  await open(member('Ida', ['guide']));
  await expect.element(pane.getByText('The calendar feeds could not be loaded.')).toBeVisible();
});

test('says when a guide has no fixed hours and no time off', async () => {
  await open(member('Ida', ['guide']));
  await expect.element(pane.getByText('Available at any time')).toBeVisible();
  await expect.element(pane.getByText('None planned')).toBeVisible();
});

test('hours that fail to load leave the rest intact', async () => {
  vi.mocked(readAvailability).mockResolvedValue(fail('not_permitted', { retry: false }));
  await open(member('Ida', ['guide']));
  await expect.element(pane.getByText('The working hours could not be loaded.')).toBeVisible();
  await expect.element(pane.getByText('ida@walks.test')).toBeVisible();
});

test('shows no hours for a member who does not guide', async () => {
  await open(member('Bo', ['accountant']));
  await expect.element(pane.getByText('bo@walks.test')).toBeVisible();
  expect(pane.getByText('Working hours').elements()).toEqual([]);
  expect(pane.getByText('Calendar feed').elements()).toEqual([]);
});

test('highlights a member without a role, with advice', async () => {
  await open(member('Nobody', []));
  await expect.element(row('Nobody')).toHaveTextContent('No role');
  await expect.element(pane.getByText('Without a role, they can’t do anything.')).toBeVisible();
});

test('requests the emergency contact only when it is opened', async () => {
  await open(member('Ida', ['guide']));
  await expect.element(pane.getByRole('button', { name: 'Emergency contact' })).toBeVisible();
  expect(readEmergencyContact).not.toHaveBeenCalled();
  vi.mocked(readEmergencyContact).mockResolvedValue(ok({ name: 'Kim', phone: '+4520304050', relation: 'sister' }));
  await pane.getByRole('button', { name: 'Emergency contact' }).click();
  const dialog = page.getByRole('dialog', { name: 'Emergency contact for Ida' });
  await expect
    .element(dialog.getByRole('link', { name: /^\+45\s20\s30\s40\s50$/ }))
    .toHaveAttribute('href', 'tel:+4520304050');
  await expect.element(dialog).toHaveTextContent('sister');
});

test('says that there is no emergency contact', async () => {
  vi.mocked(readEmergencyContact).mockResolvedValue(ok(null));
  await open(member('Ida', ['guide']));
  await pane.getByRole('button', { name: 'Emergency contact' }).click();
  await expect.element(page.getByRole('dialog')).toHaveTextContent('Ida hasn’t added one yet.');
});

test('offers no emergency contact while acting for the company', async () => {
  await open(member('Ida', ['guide']), { mayChange: false });
  await expect.element(pane.getByText('ida@walks.test')).toBeVisible();
  expect(page.getByRole('button', { name: 'Emergency contact' }).elements()).toEqual([]);
});

test('the platform changes roles but sees no emergency contact', async () => {
  await open(member('Ida', ['guide']), { mayCall: false });
  await expect.element(pane.getByRole('button', { name: 'Change roles' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Emergency contact' }).elements()).toEqual([]);
});
