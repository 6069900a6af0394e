/** The tour form and actions on the whole tour: prices, location, drafts, pausing and archiving. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ToursManagePage } from '../../src/company/tours-manage/tours-manage-page.tsx';
import { readCalendar } from '../../src/data/calendar.ts';
import { readSchedules } from '../../src/data/schedules.ts';
import { archiveTour, duplicateTour, pauseTour, readTour, restoreTour, saveTour } from '../../src/data/tours.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { toTourFormValues } from '../../src/domain/tour-form.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../src/offline/device/form-drafts.ts';
import { session } from '../../src/session/session.ts';
import { queuedToasts } from '../../src/ui/toasts/toasts.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { ADULT, CHILD, FORM, READ, SCHEDULES, TOUR } from './tours-manage-data.ts';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/offline/device/form-drafts.ts'));
await mockModule(import('../../src/data/tours.ts'), async (original) => ({
  ...(await original()),
  readTour: vi.fn<typeof readTour>(),
  saveTour: vi.fn<typeof saveTour>(),
  duplicateTour: vi.fn<typeof duplicateTour>(),
  pauseTour: vi.fn<typeof pauseTour>(),
  archiveTour: vi.fn<typeof archiveTour>(),
  restoreTour: vi.fn<typeof restoreTour>(),
}));
await mockModule(import('../../src/data/schedules.ts'), async (original) => ({
  ...(await original()),
  readSchedules: vi.fn<typeof readSchedules>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));

let company = '';
const show = (query = `?tour=${TOUR}`) =>
  renderScreen(
    <div style={{ height: '900px' }}>
      <ToursManagePage />
    </div>,
    { path: '/tours/manage', at: `/tours/manage${query}`, texts: ['patterns', 'tours-manage'] },
  );
const mockTour = (more: Partial<typeof READ>) =>
  vi.mocked(readTour).mockImplementation(async (id) => ok({ ...READ, id, companyId: company, ...more }));
const button = (name: string) => page.getByRole('button', { name, exact: true });
const save = button('Save');
const title = page.getByRole('group', { name: 'English' }).getByRole('textbox', { name: 'Title' });
const savedForm = () => vi.mocked(saveTour).mock.lastCall?.[0].input;
const expectToast = async (text: string) => {
  await expect
    .poll(() => queuedToasts.getState().map((toast) => toast.text))
    .toContainEqual(expect.stringContaining(text));
};
const choose = async (menu: string, entry: string) => {
  await button(menu).click();
  await page.getByRole('menuitem', { name: entry }).click();
};

beforeEach(async () => {
  await page.viewport(1280, 1000);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  const drafts = new Map<string, Parameters<typeof writeFormDraft>[0]>();
  vi.mocked(readFormDraft).mockImplementation(async (key) => drafts.get(key) ?? null);
  vi.mocked(writeFormDraft).mockImplementation(async (draft) => Boolean(drafts.set(draft.key, draft)));
  vi.mocked(deleteFormDraft).mockImplementation(async (key) => void drafts.delete(key));
  mockTour({});
  vi.mocked(saveTour).mockResolvedValue(ok({ version: 4 }));
  vi.mocked(readSchedules).mockResolvedValue(ok(SCHEDULES));
  vi.mocked(readCalendar).mockResolvedValue(fail('offline', { retry: true }));
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('a tour', () => {
  const question = (name: string) => page.getByRole('dialog', { name });

  test('on sale is paused after confirmation', async () => {
    mockTour({ tourStatus: 'live' });
    vi.mocked(pauseTour).mockResolvedValue(ok({ version: 4, created: 0 }));
    await show();
    await button('Pause').click();
    await question('Pause this tour?').getByRole('button', { name: 'Cancel' }).click();
    expect(pauseTour).not.toHaveBeenCalled();
    await button('Pause').click();
    await question('Pause this tour?').getByRole('button', { name: 'Pause' }).click();
    await expectToast('Paused');
    expect(vi.mocked(pauseTour).mock.lastCall?.[0]).toMatchObject({ tour: TOUR, version: 3 });
    await expect.element(question('Pause this tour?')).not.toBeInTheDocument();
  });

  test('is archived after confirmation', async () => {
    vi.mocked(archiveTour).mockResolvedValue(ok({ version: 4, created: 0 }));
    await show();
    await choose('More', 'Archive');
    await question('Archive this tour?').getByRole('button', { name: 'Archive' }).click();
    await expectToast('Archived');
    expect(vi.mocked(archiveTour).mock.lastCall?.[0]).toMatchObject({ tour: TOUR, version: 3 });
  });

  test('is restored from the archive as a draft', async () => {
    mockTour({ tourStatus: 'archived' });
    vi.mocked(restoreTour).mockResolvedValue(ok({ version: 4, created: 0 }));
    await show();
    await button('Restore').click();
    await expectToast('Restored as a draft');
    expect(vi.mocked(restoreTour).mock.lastCall?.[0]).toMatchObject({ tour: TOUR, version: 3 });
  });

  test('is duplicated, and the copy opens; a retry after a lost response makes no second one', async () => {
    vi.mocked(duplicateTour).mockResolvedValueOnce(fail('offline', { retry: true }));
    vi.mocked(duplicateTour).mockResolvedValue(ok({ slug: 'harbour-walk-2' }));
    await show();
    await choose('More', 'Duplicate');
    await waitFor(() => expect(duplicateTour).toHaveBeenCalledTimes(1));
    await choose('More', 'Duplicate');
    await expectToast('Duplicated as a draft');
    const [first, second] = vi.mocked(duplicateTour).mock.calls.map(([args]) => args);
    expect(second).toEqual(first);
    await waitFor(() => expect(vi.mocked(readTour).mock.lastCall?.[0]).toBe(second!.copy));
  });
});

describe('prices', () => {
  const row = (name: string) => page.getByRole('listitem', { name, exact: true });

  test('are added in the next free category, reordered and removed', async () => {
    await show();
    await button('Add a price').click();
    await row('Youth').getByRole('textbox', { name: 'Price' }).fill('80');
    await choose('More for Child', 'Move up');
    await choose('More for Adult', 'Remove');
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(1));
    expect(savedForm()?.prices.map(({ type, seats, amount }) => [type, seats, amount])).toEqual([
      ['CHILD', 1, 20_000],
      ['YOUTH', 1, 8_000],
    ]);
    expect(savedForm()?.prices[0]?.id).toBe(CHILD);
  });

  test('show required companions, what is off sale, and which are booked', async () => {
    mockTour({ bookedPrices: [CHILD] });
    await show();
    await expect.element(row('Child')).toHaveTextContent(/Guests have booked at this price/);
    expect(
      row('Adult')
        .getByText(/Guests have booked at this price/)
        .elements(),
    ).toHaveLength(0);
    await row('Child').getByRole('button', { name: 'Adult' }).click();
    await row('Adult').getByRole('switch', { name: 'On sale' }).click();
    // A category that is off sale cannot be a companion.
    await expect.element(row('Child').getByRole('button', { name: 'Adult' })).not.toBeInTheDocument();
    await row('Adult').getByRole('switch', { name: 'On sale' }).click();
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(1));
    expect(savedForm()?.prices[1]).toMatchObject({ id: CHILD, accompaniedBy: [ADULT] });
  });
});

describe('the location', () => {
  const field = page.getByRole('textbox', { name: 'Map location' });
  const positionButton = button('Use my location');
  const mockPosition = (outcome: (result: PositionCallback, failed: PositionErrorCallback) => void) =>
    vi
      .spyOn(navigator.geolocation, 'getCurrentPosition')
      .mockImplementation((success, failure) => outcome(success, failure!));
  afterEach(() => vi.restoreAllMocks());

  test('is parsed from pasted text, and linked on a map', async () => {
    await show();
    expect(page.getByRole('link', { name: 'View on a map' }).elements()).toHaveLength(0);
    await field.fill('55.6797, 12.5907');
    await expect.element(page.getByText(/^Location: 55\.67970, 12\.59070/)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: 'View on a map' }))
      .toHaveAttribute('href', expect.stringContaining('55.6797'));
  });

  test('is filled in from the device’s position', async () => {
    let reportPosition: PositionCallback = () => undefined;
    mockPosition((success) => (reportPosition = success));
    await show();
    await positionButton.click();
    await expect.element(button('Finding your location…')).toBeVisible();
    reportPosition({ coords: { latitude: 55.5, longitude: 12.25 } } as GeolocationPosition);
    await expect.element(field).toHaveValue('55.50000, 12.25000');
    await save.click();
    await waitFor(() => expect(savedForm()).toMatchObject({ latitude: 55.5, longitude: 12.25 }));
  });

  test.each([
    [1, 'Location access is blocked.'],
    [3, 'Your location could not be found.'],
  ])('keeps the input when the device gives no position (%s)', async (code, text) => {
    mockPosition((_, failed) => failed({ code, PERMISSION_DENIED: 1 } as GeolocationPositionError));
    await show();
    await field.fill('55.6797, 12.5907');
    await positionButton.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(text);
    await expect.element(field).toHaveValue('55.6797, 12.5907');
  });
});

test('offers its draft again with others’ changes merged, until it is discarded', async () => {
  vi.mocked(readFormDraft).mockImplementation(async (key) =>
    key === `${company}/tour-${TOUR}`
      ? {
          key,
          owner: company,
          at: Date.now() - 3_700_000,
          values: typedDraft(),
        }
      : null,
  );
  await show();
  await expect.element(page.getByText(/Last edited 1 hr ago\./)).toBeVisible();
  await expect.element(title).toHaveValue('Harbour walk');
  await button('Continue editing').click();
  await expect.element(title).toHaveValue('Mine');
  await expect.element(page.getByRole('textbox', { name: 'Capacity', exact: true })).toHaveValue('20');
  await save.click();
  await waitFor(() => expect(deleteFormDraft).toHaveBeenCalledWith(`${company}/tour-${TOUR}`));
  expect(savedForm()).toMatchObject({ capacity: 20, texts: { en: { title: 'Mine' } } });
});

/** A draft begun when the tour had ten seats. */
function typedDraft() {
  const formValues = (form: typeof FORM) => toTourFormValues(form, { currency: 'DKK', locale: 'en' });
  const base = { ...FORM, capacity: 10 };
  return {
    base: formValues(base),
    mine: formValues({ ...base, texts: { ...base.texts, en: { ...base.texts.en!, title: 'Mine' } } }),
  };
}
