/** /tours/manage: the list, the form and its drafts, publishing, and schedule changes that need decisions. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ToursManagePage } from '../../src/company/tours-manage/tours-manage-page.tsx';
import { readCalendar } from '../../src/data/calendar.ts';
import type { ChangePlan } from '../../src/data/change-plan.ts';
import { readCompanySettings } from '../../src/data/company-settings.ts';
import {
  previewSchedule,
  previewScheduleChange,
  readSchedules,
  saveBlackout,
  saveException,
  saveSchedule,
  endSchedule,
  splitSchedule,
} from '../../src/data/schedules.ts';
import { readDeparture } from '../../src/data/departures.ts';
import {
  archiveTour,
  deleteTourPicture,
  readTours,
  publishTour,
  readTour,
  readTourPicture,
  saveTour,
  setTourPicture,
  type ListedTour,
} from '../../src/data/tours.ts';
import { catalogShape, type Catalog } from '../../src/data/public-booking-shapes.ts';
import { companySettings } from '../../src/domain/company-settings.ts';
import { emptyOutputOf } from '../../src/domain/testing/wire-schema.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { session } from '../../src/session/session.ts';
import { readPlanner } from '../../src/data/guides.ts';
import { departure } from './calendar-data.ts';
import {
  DEPARTURE,
  FORM,
  NEXT_DATES,
  NO_CHANGE,
  READ,
  refused,
  SCHEDULE,
  SCHEDULES,
  text,
  TOUR,
} from './tours-manage-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/company-settings.ts'), async (original) => ({
  ...(await original()),
  readCompanySettings: vi.fn<typeof readCompanySettings>(),
}));
await mockModule(import('../../src/data/tours.ts'), async (original) => ({
  ...(await original()),
  readTours: vi.fn<typeof readTours>(),
  readTour: vi.fn<typeof readTour>(),
  saveTour: vi.fn<typeof saveTour>(),
  publishTour: vi.fn<typeof publishTour>(),
  archiveTour: vi.fn<typeof archiveTour>(),
  readTourPicture: vi.fn<typeof readTourPicture>(),
  setTourPicture: vi.fn<typeof setTourPicture>(),
  deleteTourPicture: vi.fn<typeof deleteTourPicture>(),
}));
await mockModule(import('../../src/data/calendar.ts'), async (original) => ({
  ...(await original()),
  readCalendar: vi.fn<typeof readCalendar>(),
}));
await mockModule(import('../../src/data/guides.ts'), async (original) => ({
  ...(await original()),
  readPlanner: vi.fn<typeof readPlanner>(),
}));
await mockModule(import('../../src/data/schedules.ts'), async (original) => ({
  ...(await original()),
  readSchedules: vi.fn<typeof readSchedules>(),
  previewSchedule: vi.fn<typeof previewSchedule>(),
  previewScheduleChange: vi.fn<typeof previewScheduleChange>(),
  saveSchedule: vi.fn<typeof saveSchedule>(),
  saveException: vi.fn<typeof saveException>(),
  saveBlackout: vi.fn<typeof saveBlackout>(),
  endSchedule: vi.fn<typeof endSchedule>(),
  splitSchedule: vi.fn<typeof splitSchedule>(),
}));
await mockModule(import('../../src/data/departures.ts'), async (original) => ({
  ...(await original()),
  readDeparture: vi.fn<typeof readDeparture>(),
}));

const listed = (title: string, more: Partial<ListedTour> = {}): ListedTour => ({
  id: crypto.randomUUID(),
  slug: 'walk',
  tourStatus: 'live',
  colour: '#2f6fd0',
  durationMinutes: 90,
  capacity: 20,
  version: 1,
  title: { en: title },
  pictureTag: null,
  own: false,
  week: { departures: 0, guests: 0, taken: 0, seats: 0 },
  departures: [],
  attention: [],
  ...more,
});
/** The company's defaults for new tours. */
const NEW_SETTINGS = ok({
  version: 1,
  logo: null,
  settings: {
    ...emptyOutputOf(companySettings),
    name: 'Harbour Walks',
    defaultLocale: 'da' as const,
    slug: 'walks',
    timeZone: 'Europe/Copenhagen',
    currency: 'DKK',
    bookingCutOffMinutes: 45,
    cancellationCutOffHours: 24,
  },
  formerSlugs: [],
  upcomingImpact: { departures: 0, nextStartsAt: null, nextTitle: null, prices: 0 },
});

let company = '';
const show = (query = `?tour=${TOUR}`) =>
  renderScreen(
    <div style={{ height: '800px' }}>
      <ToursManagePage />
    </div>,
    { path: '/tours/manage', at: `/tours/manage${query}`, texts: ['patterns', 'tours-manage'] },
  );
const english = page.getByRole('group', { name: 'English' });
const title = english.getByRole('textbox', { name: 'Title' });
const save = page.getByRole('button', { name: 'Save', exact: true });
const field = (name: string) => page.getByRole('textbox', { name });

beforeEach(async () => {
  await page.viewport(1280, 900);
  company = crypto.randomUUID();
  vi.resetAllMocks();
  vi.mocked(readTour).mockResolvedValue(ok({ ...READ, companyId: company }));
  vi.mocked(saveTour).mockResolvedValue(ok({ version: 4 }));
  vi.mocked(readSchedules).mockResolvedValue(ok(SCHEDULES));
  vi.mocked(readCalendar).mockImplementation((_, { from, to }) =>
    Promise.resolve(
      ok({ from, to, timeZone: 'Europe/Copenhagen', isWholeCompany: true, tours: [], daysOff: [], departures: [] }),
    ),
  );
  vi.mocked(previewSchedule).mockResolvedValue(ok(NEXT_DATES));
  await signInAs(
    identity({
      userId: crypto.randomUUID(),
      companies: [{ ...memberCompany(company, 'Harbour Walks'), member: true }],
    }),
  );
});
afterEach(() => session.signOut({ discard: true }));

describe('the list', () => {
  const row = (name: string) => page.getByRole('row', { name });

  test('hides archived tours until they are filtered for, and opens a tour', async () => {
    const tours = [listed('Harbour walk', { id: TOUR }), listed('Old walk', { tourStatus: 'archived' })];
    vi.mocked(readTours).mockResolvedValue(ok({ today: '2027-05-01', timeZone: 'Europe/Copenhagen', tours }));
    await show('');
    await expect.element(row('Harbour walk')).toBeVisible();
    expect(row('Old walk').elements()).toHaveLength(0);
    await page.getByRole('button', { name: /^Archived/ }).click();
    await expect.element(row('Old walk')).toBeVisible();
    await page.getByRole('button', { name: /^Archived/ }).click();
    await row('Harbour walk').click();
    await expect.element(title).toHaveValue('Harbour walk');
  });

  test('has an empty state that offers the first tour, and an error state', async () => {
    vi.mocked(readTours).mockResolvedValueOnce(fail('server', { retry: true }));
    vi.mocked(readTours).mockResolvedValue(ok({ today: '2027-05-01', timeZone: 'Europe/Copenhagen', tours: [] }));
    await show('');
    await expect.element(page.getByRole('alert')).toHaveTextContent('The tours could not be loaded.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(page.getByRole('heading', { name: 'Create your first tour' })).toBeVisible();
  });
});

describe('the preview', () => {
  const messages: unknown[] = [];
  const frame = () => document.querySelector<HTMLIFrameElement>('iframe[title="Guest page"]')!;
  /** Plays the page in the frame: says that it is ready, and collects the form's messages. */
  const connectPreview = async () => {
    // A spy on the window of the initial blank document would be lost with it.
    await expect.poll(() => frame().contentWindow?.location.pathname).toMatch('/booking/');
    const page = frame().contentWindow!;
    messages.length = 0;
    vi.spyOn(page, 'postMessage').mockImplementation((message: unknown) => void messages.push(message));
    window.dispatchEvent(
      new MessageEvent('message', {
        origin: location.origin,
        source: page,
        data: { muster: 1, type: 'preview-ready' },
      }),
    );
  };
  const last = () => messages.at(-1) as { isLive: boolean; catalog: Catalog } | undefined;

  test('is the guest page itself with the typed texts and picture, in both widths', async () => {
    await page.viewport(1500, 900);
    vi.mocked(readTour).mockResolvedValue(ok({ ...READ, companyId: company, pictureTag: 'abc', companyLogo: 'def' }));
    vi.mocked(readTourPicture).mockResolvedValue(ok({ picture: { tag: 'abc', base64: 'UklGRg==' } }));
    await show();
    await expect.element(title).toBeVisible();
    expect(frame().getAttribute('src')).toMatch(/^\/en\/booking\/isolated\/[^/?]+\?preview=1&theme=light$/);
    await connectPreview();
    expect(last()).toMatchObject({ isLive: false, catalog: { operator: { name: 'Harbour Walks', logo: 'def' } } });
    await title.fill('Harbour lights');
    await expect.poll(() => last()?.catalog.tours[0]?.texts['en']?.title).toBe('Harbour lights');
    await expect.poll(() => last()?.catalog.tours[0]?.picture).toBe('data:image/webp;base64,UklGRg==');
    expect(last()!.catalog.tours[0]!.categories.map(({ type, amount }) => [type, amount])).toEqual([
      ['ADULT', 45_000],
      ['CHILD', 20_000],
    ]);
    expect(v.safeParse(catalogShape, last()!.catalog).success).toBe(true);
    expect(frame().style.width).toBe('360px');
    await page.getByRole('radio', { name: 'Desktop' }).click();
    await expect.poll(() => frame().style.width).toBe('1024px');
  });
});

describe('the form', () => {
  const child = page.getByRole('listitem', { name: 'Child', exact: true });

  test('sends all fields with the version that was read, amounts in minor units', async () => {
    await show();
    await title.fill('Harbour lights');
    await child.getByRole('textbox', { name: 'Price' }).fill('1.250,50');
    await field('Map location').fill('https://www.openstreetmap.org/?mlat=55.6797&mlon=12.5907');
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveTour).mock.lastCall?.[0]).toEqual({
      company,
      tour: TOUR,
      version: 3,
      decisions: {},
      input: {
        ...FORM,
        latitude: 55.6797,
        longitude: 12.5907,
        texts: { ...FORM.texts, en: text('Harbour lights') },
        prices: [FORM.prices[0], { ...FORM.prices[1], amount: 125_050 }],
      },
    });
  });

  test('marks each invalid field, and sends nothing', async () => {
    await show();
    await child.getByRole('textbox', { name: 'To age' }).fill('15');
    await field('Map location').fill('https://maps.app.goo.gl/abc');
    await field('Minimum guests').fill('21');
    await save.click();
    await expect
      .element(page.getByRole('group', { name: /^Sorry/ }))
      .toHaveTextContent(
        /open this short link.*\(Child\): this age range overlaps with another category.*can’t exceed the capacity/,
      );
    expect(saveTour).not.toHaveBeenCalled();
  });

  test('shows the server’s refusal at its field', async () => {
    vi.mocked(saveTour).mockResolvedValue(
      refused({ status: 'invalid' as const, problems: [{ field: 'capacity', code: 'below_booked' as const }] }),
    );
    await show();
    const seats = page.getByRole('textbox', { name: 'Capacity', exact: true });
    await seats.fill('2');
    await save.click();
    await expect.element(page.getByText('below what’s already booked').first()).toBeVisible();
    await expect.element(seats).toHaveValue('2');
  });

  test('fills a language from English, and keeps what is written there', async () => {
    await show();
    const danish = page.getByRole('group', { name: 'Danish' });
    await expect.element(danish).toHaveTextContent('4 texts missing');
    await danish.getByRole('textbox', { name: 'Title' }).fill('Havnetur');
    await page.getByRole('button', { name: 'Copy from English: Danish' }).click();
    await expect.element(danish).toHaveTextContent('Complete');
    await expect.element(danish.getByRole('textbox', { name: 'Title' })).toHaveValue('Havnetur');
    await expect.element(danish.getByRole('textbox', { name: 'Meeting point' })).toHaveValue('The red gate');
  });

  test('a colleague saved first: asks only about fields that both changed', async () => {
    const theirs = { ...FORM, capacity: 30, texts: { ...FORM.texts, en: { ...text('Theirs'), summary: 'New' } } };
    vi.mocked(saveTour).mockResolvedValueOnce(refused({ status: 'stale' as const, version: 5, current: theirs }));
    await show();
    await title.fill('Mine');
    await save.click();
    await page.getByRole('radio', { name: 'Yours: Mine' }).click();
    // The form stays editable during the choice.
    await english.getByRole('textbox', { name: 'Meeting point' }).fill('The blue gate');
    await page.getByRole('button', { name: 'Use these' }).click();
    await expect.element(english.getByRole('textbox', { name: 'One-sentence summary' })).toHaveValue('New');
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(2));
    expect(vi.mocked(saveTour).mock.lastCall?.[0]).toMatchObject({
      version: 5,
      input: { capacity: 30, texts: { en: { title: 'Mine', summary: 'New', meetingPoint: 'The blue gate' } } },
    });
  });

  test('a colleague saved other prices first: merges field by field, and drops none', async () => {
    const [adult, child] = FORM.prices;
    const theirs = {
      ...FORM,
      prices: [
        { ...adult!, amount: 46_000 },
        { ...child!, amount: 21_000, maximumAge: 11 },
      ],
    };
    vi.mocked(saveTour).mockResolvedValueOnce(refused({ status: 'stale' as const, version: 5, current: theirs }));
    await show();
    const adults = page.getByRole('listitem', { name: 'Adult' });
    await adults.getByRole('textbox', { name: 'Price' }).fill('480');
    await adults.getByRole('textbox', { name: 'Seats required' }).fill('2');
    await save.click();
    const choice = page.getByRole('radiogroup', { name: 'Price (Adult)' });
    await expect.element(choice.getByRole('radio', { name: 'Theirs: 460 DKK' })).toBeVisible();
    expect(page.getByRole('radio', { name: /^Theirs/ }).elements()).toHaveLength(1);
    await choice.getByRole('radio', { name: 'Yours: 480 DKK' }).click();
    await page.getByRole('button', { name: 'Use these' }).click();
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(2));
    expect(vi.mocked(saveTour).mock.lastCall?.[0]).toMatchObject({
      version: 5,
      input: {
        prices: [
          { amount: 48_000, seats: 2 },
          { amount: 21_000, maximumAge: 11 },
        ],
      },
    });
  });

  test('offline: says so and keeps all input', async () => {
    vi.mocked(saveTour).mockResolvedValueOnce(fail('offline', { retry: true }));
    await show();
    await title.fill('Mine');
    await save.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Not saved');
    await expect.element(title).toHaveValue('Mine');
  });

  test.each(['before', 'after'])(
    'opens the dates that were clicked while a new tour saves; the response comes %s the page',
    async (when) => {
      vi.mocked(readCompanySettings).mockResolvedValue(NEW_SETTINGS);
      let resolveSave: (result: Awaited<ReturnType<typeof saveTour>>) => void = () => undefined;
      vi.mocked(saveTour).mockReturnValue(new Promise((resolve) => (resolveSave = resolve)));
      vi.mocked(readTour).mockImplementation(async (id) => ok({ ...READ, id, companyId: company, version: 1 }));
      await show('?tour=new');
      await title.fill('Harbour walk');
      await save.click();
      await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(1));
      const datesButton = page.getByRole('button', { name: 'Dates', exact: true });
      if (when === 'before') {
        // Synchronously with the response: nothing renders between the two.
        const button = datesButton.element() as HTMLElement;
        button.click();
        resolveSave(ok({ version: 1 }));
      } else {
        await datesButton.click();
        await expect.element(page.getByRole('heading', { name: 'Save the tour to add dates' })).toBeVisible();
        resolveSave(ok({ version: 1 }));
      }
      await expect.element(page.getByRole('tab', { name: 'Dates' })).toHaveAttribute('aria-selected', 'true');
      await waitFor(() => expect(readSchedules).toHaveBeenCalled());
    },
  );

  test('a new tour has the company’s defaults, and its slug follows its title', async () => {
    vi.mocked(readCompanySettings).mockResolvedValue(NEW_SETTINGS);
    await show('?tour=new');
    await title.fill('Smørrebrød & schnapps');
    await expect.element(field('Page URL')).toHaveValue('smorrebrod-schnapps');
    await expect.element(field('Booking cut-off')).toHaveValue('45');
    await save.click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveTour).mock.lastCall?.[0]).toMatchObject({
      version: 0,
      input: { slug: 'smorrebrod-schnapps', guideLanguages: ['da'], prices: [] },
    });
  });
});

describe('publishing', () => {
  test('lists exactly what is missing, links to it, and counts down while typing', async () => {
    await show();
    const missing = page.getByText('5 things are missing before guests can book');
    await expect.element(missing).toBeVisible();
    await page.getByRole('button', { name: 'One-sentence summary' }).click();
    const summary = page.getByRole('group', { name: 'Danish' }).getByRole('textbox', { name: 'One-sentence summary' });
    await expect.element(summary).toHaveFocus();
    await summary.fill('Kort sagt');
    await expect.element(page.getByText('4 things are missing before guests can book')).toBeVisible();
    await page.getByRole('button', { name: 'Dates', exact: true }).click();
    await expect.element(page.getByRole('heading', { name: 'Schedules' })).toBeVisible();
  });

  test('saves the input first, and shows what the server still misses', async () => {
    vi.mocked(publishTour).mockResolvedValue(
      refused({ status: 'incomplete' as const, missing: [{ field: 'departures' as const, language: null }] }),
    );
    await show();
    await title.fill('Harbour lights');
    await page.getByRole('button', { name: 'Publish' }).click();
    await waitFor(() => expect(publishTour).toHaveBeenCalledWith({ tour: TOUR, version: 4 }));
    expect(saveTour).toHaveBeenCalledTimes(1);
    await expect.element(page.getByRole('alert')).toHaveTextContent('are missing before guests can book');
  });

  test('explains a refused archiving in the dialog', async () => {
    vi.mocked(archiveTour).mockResolvedValue(refused({ status: 'booked' as const, departures: 2 }));
    await show();
    await expect.element(title).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Archive this tour?' });
    await dialog.getByRole('button', { name: 'Archive' }).click();
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('2 upcoming departures have bookings.');
  });
});

describe('the picture', () => {
  const choose = (file: File) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const files = new DataTransfer();
    files.items.add(file);
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  /** A noisy picture that compresses badly; at its default size it has to be scaled down. */
  const noise = async ([width, height] = [600, 400]) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d')!;
    const image = context.createImageData(width, height);
    for (let at = 0; at < image.data.length; at += 1) image.data[at] = at % 4 === 3 ? 255 : (at * 2_654_435_761) >>> 24;
    context.putImageData(image, 0, 0);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 1));
    return new File([blob!], 'noise.jpg', { type: 'image/jpeg' });
  };

  test('is stored as a small WebP', async () => {
    vi.mocked(setTourPicture).mockResolvedValue(ok({ tag: 'abc' }));
    await show();
    await expect.element(title).toBeVisible();
    const file = await noise();
    expect(file.size).toBeGreaterThan(204_800);
    choose(file);
    await waitFor(() => expect(setTourPicture).toHaveBeenCalledTimes(1));
    const bytes = atob(vi.mocked(setTourPicture).mock.lastCall![0].picture);
    expect(bytes.length).toBeLessThanOrEqual(204_800);
    expect([bytes.slice(0, 4), bytes.slice(8, 12)]).toEqual(['RIFF', 'WEBP']);
    expect(bytes).not.toContain('EXIF');
  });

  describe('when the canvas cannot encode WebP, as in Safari', () => {
    const toBlob = HTMLCanvasElement.prototype.toBlob;
    beforeEach(() => {
      vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
        this: HTMLCanvasElement,
        done,
        type,
        quality,
      ) {
        toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
      });
    });
    afterEach(() => void vi.restoreAllMocks());

    test('is encoded by a lazily loaded encoder to a valid, small picture', async () => {
      vi.mocked(setTourPicture).mockResolvedValue(ok({ tag: 'abc' }));
      const file = await noise();
      await show();
      await expect.element(title).toBeVisible();
      choose(file);
      await waitFor(() => expect(setTourPicture).toHaveBeenCalledTimes(1));
      const bytes = atob(vi.mocked(setTourPicture).mock.lastCall![0].picture);
      expect(bytes.length).toBeLessThanOrEqual(204_800);
      expect([bytes.slice(0, 4), bytes.slice(8, 12)]).toEqual(['RIFF', 'WEBP']);
      const { width, height } = await createImageBitmap(
        new Blob([Uint8Array.from(bytes, (letter) => letter.charCodeAt(0))], { type: 'image/webp' }),
      );
      expect(width / height).toBeCloseTo(1.5, 1);
    });

    test('explains an encoder that fails to load, and retries with the next picture', async () => {
      vi.mocked(setTourPicture).mockResolvedValue(ok({ tag: 'abc' }));
      const file = await noise([60, 40]);
      await show();
      await expect.element(title).toBeVisible();
      const fetchMock = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
      choose(file);
      await expect.element(page.getByRole('alert')).toHaveTextContent('The picture couldn’t be resized.');
      expect(setTourPicture).not.toHaveBeenCalled();
      fetchMock.mockRestore();
      choose(file);
      await waitFor(() => expect(setTourPicture).toHaveBeenCalledTimes(1));
    });
  });

  test('loses its EXIF data', async () => {
    vi.mocked(setTourPicture).mockResolvedValue(ok({ tag: 'abc' }));
    const plain = new Uint8Array(await (await noise([60, 40])).arrayBuffer());
    // As a camera writes it: a segment after the first marker, with an artist in its directory of one entry.
    const artist = 'Ada Lund, 55.6761 N 12.5683 E\0';
    const tiff = [
      0x49,
      0x49,
      42,
      0,
      8,
      0,
      0,
      0,
      1,
      0,
      0x3b,
      0x01,
      2,
      0,
      artist.length,
      0,
      0,
      0,
      26,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ];
    const exif = [...new TextEncoder().encode('Exif\0\0'), ...tiff, ...new TextEncoder().encode(artist)];
    const result = new Uint8Array([...plain.slice(0, 2), 0xff, 0xe1, 0, exif.length + 2, ...exif, ...plain.slice(2)]);
    const readAs = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes);
    expect(readAs(result)).toContain('Ada Lund, 55.6761 N');
    await show();
    await expect.element(title).toBeVisible();
    choose(new File([result], 'told.jpg', { type: 'image/jpeg' }));
    await waitFor(() => expect(setTourPicture).toHaveBeenCalledTimes(1));
    const bytes = atob(vi.mocked(setTourPicture).mock.lastCall![0].picture);
    expect([bytes.slice(0, 4), bytes.slice(8, 12)]).toEqual(['RIFF', 'WEBP']);
    for (const word of ['Ada Lund', '55.6761', 'Exif', 'EXIF', 'XMP ']) expect(bytes).not.toContain(word);
  });

  test.each([
    ['no picture', () => new File(['no picture'], 'x.png', { type: 'image/png' }), 'This browser can’t read the file.'],
    ['40 MB', () => new File([new Uint8Array(40_000_000)], 'x.jpg', { type: 'image/jpeg' }), 'The file is 40 MB'],
  ])('rejects a file that is %s with a sentence at the field', async (_, file, sentence) => {
    await show();
    await expect.element(title).toBeVisible();
    choose(file());
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
    expect(setTourPicture).not.toHaveBeenCalled();
  });
});

describe('dates', () => {
  const DATES = `?tour=${TOUR}&view=dates`;
  const open = `${DATES}&schedule=${SCHEDULE}`;
  const booked: ChangePlan = {
    ...NO_CHANGE,
    removed: 3,
    departures: [
      {
        id: DEPARTURE,
        tourId: TOUR,
        scheduleId: SCHEDULE,
        scheduledDate: '2027-05-04',
        localDate: '2027-05-04',
        startsAt: '2027-05-04T08:00:00.000Z',
        endsAt: '2027-05-04T09:30:00.000Z',
        capacity: 20,
        language: 'en',
        bookings: 2,
        guests: 5,
        seats: 5,
        impact: 'moved',
        toDate: '2027-05-04',
        toStartsAt: '2027-05-04T09:00:00.000Z',
        toEndsAt: null,
        toCapacity: null,
        toLanguage: null,
        decision: null,
      },
    ],
  };

  test('describe a schedule in words, and open with the next ones', async () => {
    await show(DATES);
    await page.getByRole('button', { name: /Every Tuesday and Saturday at 10:00/ }).click();
    const dates = page.getByRole('list', { name: 'Next dates' });
    await expect
      .element(dates)
      .toHaveTextContent(/Tue 4 May 2027 · 10:00.*Thu 6 May.*Ascension Day.*Sat 8 May.*Changed/);
  });

  test('show how departures differ from it, and change each from here', async () => {
    const different = departure('one', '2027-05-04', { tourId: TOUR, capacity: 12, differs: ['capacity', 'price'] });
    vi.mocked(readCalendar).mockImplementation((_, { from, to }) =>
      Promise.resolve(
        ok({
          from,
          to,
          timeZone: 'Europe/Copenhagen',
          isWholeCompany: true,
          tours: [],
          daysOff: [],
          departures: [different, departure('gone', '2027-05-08', { status: 'cancelled', guides: [] })].filter(
            ({ localDate }) => localDate >= from && localDate <= to,
          ),
        }),
      ),
    );
    vi.mocked(readDeparture).mockResolvedValue(fail('server', { retry: true }));
    vi.mocked(readPlanner).mockResolvedValue(fail('server', { retry: true }));
    await show(DATES);
    const row = page.getByRole('listitem').filter({ hasText: /Tue\s4\sMay.*2 of 12 booked/ });
    await expect.element(row).toHaveTextContent(/2 of 12 booked.*English.*Lea.*Differs from the tour: capacity, price/);
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Sat 8 May' })).toHaveTextContent(/Cancelled/);
    expect(vi.mocked(readCalendar).mock.lastCall?.[1]).toMatchObject({
      from: '2027-05-01',
      to: '2027-05-28',
      filters: { tours: [TOUR] },
    });
    // A cancelled departure cannot be changed.
    expect(page.getByRole('button', { name: /^Change the departure/ }).elements()).toHaveLength(1);
    await page.getByRole('button', { name: 'Change the departure on Tue 4 May at 10:00' }).click();
    await expect.element(page.getByRole('dialog', { name: 'Change this departure' })).toBeVisible();
    await waitFor(() => expect(readDeparture).toHaveBeenCalledWith('one', expect.anything()));
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Later' }).click();
    await expect.element(page.getByText('No departures in these four weeks')).toBeVisible();
  });

  test('reject a season that ends before it starts at its field', async () => {
    await show(open);
    await page.getByRole('combobox', { name: 'Ends' }).selectOptions('until');
    await field('Last day').fill('1/1/2027');
    await save.click();
    await expect.element(page.getByText('Last day must not be before the first day.').first()).toBeVisible();
    expect(previewScheduleChange).not.toHaveBeenCalled();
  });

  test('without bookings change at once', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
    vi.mocked(saveSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await page.getByRole('button', { name: 'Sunday' }).click();
    await save.click();
    await waitFor(() => expect(saveSchedule).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveSchedule).mock.lastCall?.[0]).toMatchObject({
      version: 7,
      input: { rrule: 'FREQ=WEEKLY;BYDAY=TU,SA,SU' },
      decisions: {},
    });
  });

  test('with bookings need a decision before anything changes', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(refused({ status: 'undecided' as const, ...booked }));
    vi.mocked(saveSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await field('Time').fill('11');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await expect.element(dialog).toHaveTextContent(/3 departures without bookings are removed.*2 bookings, 5 guests/);
    await expect.element(dialog.getByRole('button', { name: 'Apply changes' })).toBeDisabled();
    await dialog.getByRole('radio', { name: /^Move it to/ }).click();
    expect(saveSchedule).not.toHaveBeenCalled();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await waitFor(() => expect(saveSchedule).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveSchedule).mock.lastCall?.[0]).toMatchObject({
      input: { localTime: '11:00' },
      decisions: { [DEPARTURE]: 'move' },
    });
  });

  const changingDeparture = (id: string, day = 4) => ({
    ...booked.departures[0]!,
    id,
    localDate: `2027-05-0${day}`,
    impact: 'changed' as const,
    toDate: null,
    toStartsAt: null,
    toEndsAt: '2027-05-04T10:00:00.000Z',
    toCapacity: 12,
    toLanguage: 'da',
  });

  const droppedDeparture = (id: string) => ({
    ...booked.departures[0]!,
    id,
    impact: 'dropped' as const,
    toDate: null,
    toStartsAt: null,
  });

  test('with bookings that would change are decided one by one or together', async () => {
    const departures = ['a', 'b', 'c'].map((id, at) => changingDeparture(id, at + 4));
    vi.mocked(previewScheduleChange).mockResolvedValue(
      refused({ status: 'undecided' as const, ...NO_CHANGE, departures }),
    );
    vi.mocked(saveSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await page.getByRole('textbox', { name: 'Capacity' }).fill('12');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await expect
      .element(dialog)
      .toHaveTextContent('changes: English → Danish · 20 → 12 seats · ends 12:00 instead of 11:30');
    await expect.element(dialog.getByRole('radio', { name: /^Move it/ })).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Leave unchanged' }).click();
    const second = dialog.getByRole('radiogroup', { name: /5 May/ });
    await second.getByRole('radio', { name: 'Change it without notifying anyone' }).click();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await waitFor(() => expect(saveSchedule).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveSchedule).mock.lastCall?.[0].decisions).toEqual({ a: 'keep', b: 'change', c: 'keep' });
  });

  test('changed by the tour form are decided as well, and saved with the decisions', async () => {
    vi.mocked(saveTour).mockResolvedValueOnce(
      refused({ status: 'undecided' as const, ...NO_CHANGE, departures: [changingDeparture('a')] }),
    );
    await show();
    await page.getByRole('textbox', { name: 'Capacity', exact: true }).fill('12');
    await save.click();
    const dialog = page.getByRole('dialog', { name: 'Review changes' });
    await dialog.getByRole('radio', { name: 'Leave it unchanged' }).click();
    await dialog.getByRole('button', { name: 'Apply changes' }).click();
    await waitFor(() => expect(saveTour).toHaveBeenCalledTimes(2));
    expect(vi.mocked(saveTour).mock.lastCall?.[0]).toMatchObject({
      version: 3,
      input: { capacity: 12 },
      decisions: { a: 'keep' },
    });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('of a yearly season use months of the rule', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
    vi.mocked(saveSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    const season = page.getByRole('group', { name: 'Season' });
    // Chosen in any order, stored in calendar order.
    for (const month of ['Jun', 'Apr', 'May']) await season.getByRole('button', { name: month }).click();
    await expect.element(page.getByText(/each year from April to June/).first()).toBeVisible();
    await save.click();
    await waitFor(() => expect(saveSchedule).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveSchedule).mock.lastCall?.[0].input.rrule).toBe('FREQ=WEEKLY;BYMONTH=4,5,6;BYDAY=TU,SA');
  });

  test('from one date on move to another weekday, beside those that stay', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
    vi.mocked(splitSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await page.getByRole('button', { name: 'More for Tue 4 May' }).click();
    await page.getByRole('menuitem', { name: 'Change this date…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change Tuesday/ });
    const weekday = dialog.getByRole('combobox', { name: 'Weekday' });
    expect(weekday.elements()).toHaveLength(0);
    await dialog.getByRole('radio', { name: 'This and all later dates' }).click();
    await expect.element(weekday).toHaveValue('TU');
    await weekday.selectOptions('Wednesday');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(() => expect(splitSchedule).toHaveBeenCalledTimes(1));
    expect(vi.mocked(splitSchedule).mock.lastCall?.[0]).toMatchObject({
      schedule: SCHEDULE,
      fromDate: '2027-05-04',
      input: { rrule: 'FREQ=WEEKLY;BYDAY=WE,SA', startsOn: '2027-05-04' },
    });
  });

  test('from one date on are left out, after a look at what goes', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
    vi.mocked(endSchedule).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await page.getByRole('button', { name: 'More for Tue 4 May' }).click();
    await page.getByRole('menuitem', { name: 'End the schedule before this date' }).click();
    await waitFor(() => expect(endSchedule).toHaveBeenCalledTimes(1));
    const change = { schedule: SCHEDULE, version: 7, fromDate: '2027-05-04' };
    expect(vi.mocked(previewScheduleChange).mock.lastCall?.[0]).toEqual({ kind: 'end_schedule', ...change });
    expect(vi.mocked(endSchedule).mock.lastCall?.[0]).toMatchObject(change);
  });

  test('on a year’s holidays are one question, whose decision holds for each', async () => {
    const plan = (departure: string, removed: number) =>
      refused({ status: 'undecided' as const, ...NO_CHANGE, removed, departures: [droppedDeparture(departure)] });
    vi.mocked(previewScheduleChange).mockImplementation((change) =>
      Promise.resolve(
        change.kind === 'save_blackout' && change.input.fromDate.endsWith('-12-25')
          ? plan('a', 2)
          : change.kind === 'save_blackout' && change.input.fromDate.endsWith('-12-26')
            ? plan('b', 1)
            : ok(NO_CHANGE),
      ),
    );
    vi.mocked(saveBlackout).mockResolvedValue(ok({ ...NO_CHANGE, version: 1 }));
    await show(DATES);
    await page.getByRole('button', { name: 'Public holidays' }).click();
    const dialog = page.getByRole('dialog', { name: 'Public holidays' });
    const all = dialog.getByText(/^Select all \d+ days$/);
    await expect.element(all).toBeVisible();
    const count = Number(/\d+/.exec(all.element().textContent)?.[0]);
    expect(count).toBeGreaterThan(3);
    await all.click();
    await dialog.getByRole('button', { name: `Add ${count} days off` }).click();
    const question = page.getByRole('dialog', { name: 'Review changes' });
    await expect.element(question).toHaveTextContent('2 departures have bookings');
    expect(saveBlackout).not.toHaveBeenCalled();
    await question.getByRole('button', { name: 'Leave unchanged' }).click();
    await question.getByRole('button', { name: 'Apply changes' }).click();
    await waitFor(() => expect(saveBlackout).toHaveBeenCalledTimes(count));
    for (const [{ decisions }] of vi.mocked(saveBlackout).mock.calls)
      expect(decisions).toEqual({ a: 'keep', b: 'keep' });
    await expect.element(dialog).not.toBeInTheDocument();
  });

  test('are moved one by one', async () => {
    vi.mocked(previewScheduleChange).mockResolvedValue(ok(NO_CHANGE));
    vi.mocked(saveException).mockResolvedValue(ok({ ...NO_CHANGE, version: 8 }));
    await show(open);
    await page.getByRole('button', { name: 'More for Tue 4 May' }).click();
    await page.getByRole('menuitem', { name: 'Change this date…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Change Tuesday/ });
    await dialog.getByRole('textbox', { name: 'Date' }).fill('5/5/2027');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await waitFor(() => expect(saveException).toHaveBeenCalledTimes(1));
    expect(vi.mocked(saveException).mock.lastCall?.[0]).toMatchObject({
      schedule: SCHEDULE,
      version: 7,
      input: { localDate: '2027-05-04', kind: 'changed', movedTo: '2027-05-05', localTime: null },
    });
  });

  test('of an unsaved tour do not exist, and the page says so', async () => {
    vi.mocked(readTour).mockResolvedValue(ok({ ...READ, companyId: company, version: 0 }));
    await show(DATES);
    await expect.element(page.getByRole('heading', { name: 'Save the tour to add dates' })).toBeVisible();
  });
});
