/** The import wizard: each step's states, with a fake data port and the real worker. */
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  importBookings,
  importTours,
  readImportTargets,
  readImportedKeys,
  readTourForms,
} from '../../src/data/import.ts';
import type { BookingLookup } from '../../src/domain/import/imported-booking.ts';
import { fail, ok } from '../../src/domain/result.ts';
import { ImportBookings } from '../../src/features/import/import-bookings.tsx';
import { ImportTours } from '../../src/features/import/import-tours.tsx';
import type { FromWorker, ToWorker } from '../../src/features/import/import-worker.ts';
import { resolveLeaveQuestion, leaveQuestion } from '../../src/ui/form/dirty-forms.ts';
import { download } from '../../src/ui/output/download.ts';
import { danishFile, largeFile, windows1252 } from '../support/import-files.ts';
import { deferred, memberCompany } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockModule(import('../../src/data/import.ts'));
await mockModule(import('../../src/ui/output/download.ts'), () => ({ download: vi.fn<typeof download>() }));

const TOUR = '00000000-0000-4000-8000-000000000001';
const ADULT = '00000000-0000-4000-8000-000000000002';
const CHILD = '00000000-0000-4000-8000-000000000003';
const DAY = '2026-05-02';
const price = (id: string, type: 'ADULT' | 'CHILD') => ({ id, type, amount: 5000, seats: 1, accompaniedBy: [] });
const book = (left = 20): BookingLookup => ({
  tours: [
    {
      id: TOUR,
      slug: 'walk',
      title: { en: 'Harbour walk', da: 'Havnerundtur' },
      minimumParty: 1,
      prices: [price(ADULT, 'ADULT'), price(CHILD, 'CHILD')],
    },
  ],
  departures: [DAY, '2026-05-13'].map((localDate, at) => ({
    id: `d${at}`,
    tourId: TOUR,
    localDate,
    minute: 720,
    language: 'en',
    left,
    state: 'open' as const,
  })),
});
let company = '';
const member = () => ({ ...memberCompany(company, 'Harbour Walks'), member: true });
const onClose = vi.fn<() => void>();
const show = (kind: 'bookings' | 'tours' = 'bookings') =>
  renderScreen(
    <div style={{ height: '760px' }}>
      {kind === 'bookings' ? (
        <ImportBookings company={member()} onClose={onClose} />
      ) : (
        <ImportTours company={member()} onClose={onClose} />
      )}
    </div>,
    { texts: ['patterns', 'import'] },
  );
const choose = async (content: string | Uint8Array<ArrayBuffer>, name = 'list.csv') => {
  await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
  // The file input is hidden; a button opens it.
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await userEvent.upload(input, new File([content], name));
};
const on = () => page.getByRole('button', { name: 'Continue' });
const importBookingsMock = vi.mocked(importBookings);

beforeEach(async () => {
  await page.viewport(1280, 800);
  company = crypto.randomUUID();
  localStorage.clear();
  for (const mock of [importBookingsMock, vi.mocked(importTours), vi.mocked(download), onClose]) mock.mockReset();
  vi.mocked(readImportTargets).mockResolvedValue(ok(book()));
  vi.mocked(readImportedKeys).mockResolvedValue(ok(new Map()));
});
afterEach(() => vi.clearAllMocks());

describe('the file', () => {
  test.each([
    ['a workbook', 'PK\u0003\u0004', 'This is a spreadsheet file.'],
    ['a file of headings only', 'Name;Date\r\n', 'This file has no rows. Choose another one.'],
    ['a malformed CSV', `a,b\n${'"x"y,1\n'.repeat(300)}`, 'This isn’t a CSV file.'],
  ])('rejects %s with what to do', async (_, content, words) => {
    await show();
    await choose(content);
    await expect.element(page.getByRole('alert')).toHaveTextContent(words);
  });

  /** Drops the file on the page: passing a large one through the browser's file dialog takes too long. */
  const drop = async (content: BlobPart) => {
    await expect.element(page.getByRole('button', { name: 'Choose file' })).toBeVisible();
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([content], 'large.csv'));
    const zone = document.querySelector('input[type=file]')!.parentElement!;
    zone.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  };

  test.each([
    ['too many rows', () => `Name\n${'a\n'.repeat(50_001)}`, 'The file has more than 50,000 rows.'],
    ['too many bytes', () => new Uint8Array(50_000_001), 'The file is larger than 50 MB.'],
  ])('rejects a file of %s', async (_, content, words) => {
    await show();
    await drop(content());
    await expect.element(page.getByRole('alert'), { timeout: 10_000 }).toHaveTextContent(words);
  });

  test('stops reading on request, and reads the next file', async () => {
    // A worker that gets no request never responds, so reading takes as long as the test wants.
    const posted = vi.spyOn(Worker.prototype, 'postMessage').mockImplementationOnce(() => undefined);
    const terminated = vi.spyOn(Worker.prototype, 'terminate');
    onTestFinished(() => {
      posted.mockRestore();
      terminated.mockRestore();
    });
    await show();
    await drop('Name\nAnna\n');
    await expect.element(page.getByText('Reading the file…')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    expect(terminated).toHaveBeenCalledOnce();
    await expect.element(page.getByText('Reading the file…')).not.toBeInTheDocument();
    await expect.element(page.getByText(/^large.csv/)).not.toBeInTheDocument();
    await choose('Name;Date;Tour;Adults\r\nAnna;2026-05-02;Harbour walk;1\r\n');
    await expect.element(page.getByText('list.csv · 1 row')).toBeVisible();
  });

  test('decodes the characters as the spreadsheet wrote them', async () => {
    await show();
    await choose(windows1252('Navn;Tur;Dato;Voksne\r\nSøren “€”;x;y;1\r\n'.replaceAll(/[“”]/g, '')));
    await expect.element(page.getByText('Søren €', { exact: true })).toBeVisible();
    await expect.element(page.getByText('list.csv · 1 row')).toBeVisible();
  });
});

describe('the encoding', () => {
  const MAC = [...'Navn;Tur;Dato;Voksne\rS'].map((sign) => sign.charCodeAt(0));
  const mac = Uint8Array.from([...MAC, 0xbf, ...[...'ren;x;y;1\r'].map((sign) => sign.charCodeAt(0))]);
  test('is shown with examples when guessed, and can be changed', async () => {
    await show();
    await choose(mac);
    await expect
      .element(page.getByText(/it’s read as Western European \(Mac\). Check these: “Søren” \(line 2\)/))
      .toBeVisible();
    await page.getByRole('combobox', { name: 'Character encoding' }).selectOptions('Western European (Windows)');
    await expect.element(page.getByText('S¿ren')).toBeVisible();
    await page.getByRole('combobox', { name: 'Character encoding' }).selectOptions('Western European (Mac)');
    await expect.element(page.getByText('Søren', { exact: true })).toBeVisible();
  });
  test('names the line of a byte in another encoding', async () => {
    await show();
    const bytes = new TextEncoder().encode('Navn;Tur;Dato;Voksne\nSøren;x;y;1\nRen#;x;y;1\n');
    bytes[bytes.lastIndexOf(0x23)] = 0xe9;
    await choose(bytes);
    await expect.element(page.getByText(/1 character uses a different encoding.*“René” \(line 3\)/)).toBeVisible();
  });
  test('is not asked about for UTF-8', async () => {
    await show();
    await choose('Navn;Tur;Dato;Voksne\nSøren;x;y;1\n');
    await expect.element(page.getByText('Søren')).toBeVisible();
    await expect.element(page.getByRole('combobox', { name: 'Character encoding' })).not.toBeInTheDocument();
  });
});

describe('the columns', () => {
  test('with a cancellation status need a choice before reading, also after being left out', async () => {
    await show();
    const text = `Lifecycle;Tour;Date;Name;Adults\r\nStorniert;Harbour walk;${DAY};Anna;1\r\nActive;Harbour walk;${DAY};Bo;1\r\n`;
    const column = page.getByRole('combobox', { name: 'Content of “Lifecycle”' });
    await choose(text);
    await expect.element(page.getByText(/“Lifecycle” \(Storniert, Active\)/)).toBeVisible();
    await expect.element(on()).toHaveAttribute('aria-disabled', 'true');
    await column.selectOptions('Skip');
    await on().click();
    await expect.element(page.getByRole('button', { name: 'Import 2 bookings' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await choose(text);
    await expect.element(on()).toHaveAttribute('aria-disabled', 'true');
    await column.selectOptions('Status');
    importBookingsMock.mockResolvedValue(ok({ outcomes: [{ outcome: 'new' }, { outcome: 'new' }] }));
    await on().click();
    await page.getByRole('button', { name: 'Import 2 bookings' }).click();
    await waitFor(() => expect(importBookingsMock).toHaveBeenCalled());
    expect(importBookingsMock.mock.calls[0]?.[1].map(({ contact, state }) => [contact.name, state])).toEqual([
      ['Anna', 'CANCELLED'],
      ['Bo', 'CONFIRMED'],
    ]);
  });
  test('that are optional are left out when not understood, and the preview says so', async () => {
    await show();
    await choose(`Tour;Date;Name;Adults;Country\r\nHarbour walk;${DAY};Anna;1;Atlantis\r\n`);
    await on().click();
    await expect.element(page.getByText('Skipped because not recognised: Country “Atlantis”')).toBeVisible();
    await expect.element(page.getByText(/^In 1 booking, a cell wasn’t recognised/)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Import 1 booking' })).toBeVisible();
  });
  test('are recognised by heading; missing ones are listed, and a choice is remembered', async () => {
    await show();
    const text = 'Hvornår;Tur;Navn;Voksne\r\n2026-05-02;Havnerundtur;Anna;1\r\n';
    await choose(text);
    await expect.element(page.getByText('Choose a column for Tour date.')).toBeVisible();
    await expect.element(on()).toHaveAttribute('aria-disabled', 'true');
    await expect.element(page.getByRole('combobox', { name: 'Content of “Navn”' })).toHaveValue('name');
    await page.getByRole('combobox', { name: 'Content of “Hvornår”' }).selectOptions('Tour date');
    await on().click();
    await expect.element(page.getByRole('button', { name: 'Import 1 booking' })).toBeVisible();
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Back' }).click();
    await choose(text);
    await expect.element(page.getByRole('combobox', { name: 'Content of “Hvornår”' })).toHaveValue('date');
  });

  test('report a failed lookup on the server', async () => {
    vi.mocked(readImportTargets).mockResolvedValue(fail('server', { retry: true }));
    await show();
    await choose(danishFile({ tour: 'Havnerundtur', days: [DAY, '2026-05-13'] }));
    await on().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('The server is having problems');
  });
});

describe('ambiguous values', () => {
  test('are asked about: date order, currency, tour', async () => {
    importBookingsMock.mockResolvedValue(ok({ outcomes: [{ outcome: 'new' }] }));
    await show();
    await choose('Tour;Date;Name;Adults;Paid\r\nCity stroll;02-05-2026;Anna;1;50,00\r\n');
    await on().click();
    await expect.element(page.getByText('Tour date: what date is 02-05-2026?')).toBeVisible();
    await expect.element(on()).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('radio', { name: '2 May 2026' }).click();
    await expect.element(page.getByRole('radio', { name: 'In DKK' })).toBeChecked();
    await page.getByRole('combobox', { name: 'City stroll' }).selectOptions('Harbour walk');
    await on().click();
    await page.getByRole('button', { name: 'Import 1 booking' }).click();
    await waitFor(() => expect(importBookingsMock).toHaveBeenCalledOnce());
    expect(importBookingsMock.mock.lastCall?.[1]).toMatchObject([{ departureId: 'd0', paid: 5000 }]);
  });
});

describe('the preview', () => {
  const open = async (text = danishFile({ tour: 'Havnerundtur', days: [DAY, '2026-05-13'] })) => {
    await show();
    await choose(text);
    await on().click();
    if (/;50/.test(text)) await on().click();
    await expect.element(page.getByRole('grid', { name: 'Rows of the file' })).toBeVisible();
  };

  test('shows each row’s outcome, with the reason at its cell, and writes nothing', async () => {
    await open();
    await expect.element(page.getByRole('button', { name: 'New 3' })).toBeVisible();
    await page.getByRole('button', { name: 'Refused 1' }).click();
    await expect.element(page.getByRole('gridcell', { name: '1.50,00', exact: true })).toBeVisible();
    const reason = page.getByRole('gridcell', { name: /: Not an amount\.$/ });
    await expect.element(reason).toBeVisible();
    // It wraps instead of being cut.
    expect(reason.element().scrollWidth).toBeLessThanOrEqual(reason.element().clientWidth);
    await expect.element(page.getByText('Søren Ærø')).not.toBeInTheDocument();
    expect(importBookingsMock).not.toHaveBeenCalled();
    await page.getByRole('radio', { name: 'None if any row is refused' }).click();
    await expect
      .element(page.getByRole('button', { name: 'Import 3 bookings' }))
      .toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('button', { name: 'Download 1 refused row' }).click();
    const [text] = vi.mocked(download).mock.lastCall ?? [];
    expect(String(text).split('\r\n')[0]).toMatch(/^\uFEFFBookingnummer;Tur;.*;Reason for refusal$/);
    expect(String(text)).toContain('OTA-1003');
  });

  test('groups a guest list into parties before anything is written', async () => {
    await show();
    await choose(
      ['R-1;Anna Holm;Adult', 'R-2;Bo Lund;Adult', 'R-1;Cilla Holm;Child', 'R-1;Dan Holm;Adult'].reduce(
        (text, line) => `${text}${line};Harbour walk;${DAY}\r\n`,
        'Booking reference;Guest;Guest type;Tour;Date\r\n',
      ),
    );
    await expect.element(page.getByText('list.csv · 4 rows')).toBeVisible();
    await on().click();
    await expect.element(page.getByText('2 × Adult, 1 × Child')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Import 2 bookings' })).toBeVisible();
    expect(importBookingsMock).not.toHaveBeenCalled();
  });
  test('accepts a booking without seats left, with a reason', async () => {
    vi.mocked(readImportTargets).mockResolvedValue(ok(book(1)));
    await open();
    await expect.element(page.getByText('Only 1 seat left.').first()).toBeVisible();
    await page.getByRole('switch').click();
    const button = page.getByRole('button', { name: 'Import 3 bookings' });
    await expect.element(button).toHaveAttribute('aria-disabled', 'true');
    await page.getByRole('textbox', { name: 'Reason' }).fill('Agreed');
    importBookingsMock.mockResolvedValue(
      ok({ outcomes: [{ outcome: 'new' }, { outcome: 'new' }, { outcome: 'new' }] }),
    );
    await button.click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('3 new bookings');
    expect(importBookingsMock.mock.lastCall?.[2]).toMatchObject({ override: 'Agreed' });
  });

  test('recognises rows of an earlier import', async () => {
    vi.mocked(readImportedKeys).mockImplementation((_, keys) =>
      Promise.resolve(ok(new Map(keys.map((key, at) => [key, at === 0 ? {} : null])))),
    );
    await open();
    await expect.element(page.getByRole('button', { name: 'Changed 1' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Unchanged 2' })).toBeVisible();
  });

  test('looks up rows together that were read while waiting, each once', async () => {
    const ROWS = 10_001;
    vi.mocked(readImportTargets).mockResolvedValue(ok(book(ROWS)));
    // The first lookup responds only after the worker has read the last row.
    const wholeFile = deferred<void>();
    const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')!.value as Worker['postMessage'];
    const posted = vi.spyOn(Worker.prototype, 'postMessage').mockImplementation(function (
      this: Worker,
      message: ToWorker,
    ) {
      if (message.kind === 'bookings')
        this.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
          if (data.kind === 'done') wholeFile.resolve();
        });
      post.call(this, message);
    });
    onTestFinished(() => posted.mockRestore());
    vi.mocked(readImportedKeys).mockImplementationOnce(async () => {
      await wholeFile.promise;
      return ok(new Map());
    });
    await show();
    await choose(largeFile(ROWS, { tour: 'walk', days: [DAY] }));
    await on().click();
    await expect.element(page.getByRole('button', { name: 'Import 10,001 bookings' })).toBeVisible();
    const lookups = vi.mocked(readImportedKeys).mock.calls.map(([, keys]) => keys);
    expect(lookups.length).toBeLessThan(4);
    expect(new Set(lookups.flat()).size).toBe(ROWS);
    expect(lookups.flat()).toHaveLength(ROWS);
  });

  test('shows each row as a card on a phone', async () => {
    await page.viewport(360, 740);
    await show();
    await choose('Tour;Date;Name;Adults\r\nHarbour walk;2026-05-02;Anna Holm;1\r\n');
    await on().click();
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Anna Holm' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Import 1 booking' })).toBeVisible();
  });
});

describe('writing', () => {
  const many = `Tour;Date;Name;Adults\r\n${Array.from({ length: 600 }, (_, n) => `Harbour walk;2026-05-02;Guest ${n};1`).join('\r\n')}\r\n`;
  const open = async () => {
    vi.mocked(readImportTargets).mockResolvedValue(ok(book(1000)));
    await show();
    await choose(many);
    await on().click();
  };
  const all = (rows: readonly unknown[]) => ok({ outcomes: rows.map(() => ({ outcome: 'new' as const })) });

  test('writes in batches, stops between two, and reports what was not sent', async () => {
    let resolveWrite = () => undefined as void;
    importBookingsMock.mockImplementationOnce((_, rows) => Promise.resolve(all(rows)));
    importBookingsMock.mockImplementationOnce(
      (_, rows) => new Promise((resolve) => (resolveWrite = () => resolve(all(rows)))),
    );
    await open();
    await page.getByRole('button', { name: 'Import 600 bookings' }).click();
    await expect.element(page.getByText('250 of 600 imported')).toBeVisible();
    await page.getByRole('button', { name: 'Stop' }).click();
    resolveWrite();
    await expect.element(page.getByRole('alert')).toHaveTextContent('500 new bookings');
    await expect.element(page.getByText('Not sent: the import was stopped.').first()).toBeVisible();
    expect(importBookingsMock).toHaveBeenCalledTimes(2);
  });

  test('asks before going back, and reports what was written by then', async () => {
    let resolveWrite = () => undefined as void;
    importBookingsMock.mockImplementationOnce((_, rows) => Promise.resolve(all(rows)));
    importBookingsMock.mockImplementationOnce(
      (_, rows) => new Promise((resolve) => (resolveWrite = () => resolve(all(rows)))),
    );
    await open();
    const back = page.getByRole('button', { name: 'Back' });
    await page.getByRole('button', { name: 'Import 600 bookings' }).click();
    await expect.element(page.getByText('250 of 600 imported')).toBeVisible();
    await back.click();
    expect(leaveQuestion.get()).not.toBeNull();
    resolveLeaveQuestion(false);
    await expect.element(page.getByText('250 of 600 imported')).toBeVisible();
    await back.click();
    resolveLeaveQuestion(true);
    await expect.element(page.getByText('250 of 600 imported')).not.toBeInTheDocument();
    resolveWrite();
    await expect.element(page.getByRole('alert')).toHaveTextContent('500 new bookings');
    expect(importBookingsMock).toHaveBeenCalledTimes(2);
  });

  test('retries a batch with the same idempotency key, and explains each refused row', async () => {
    importBookingsMock.mockResolvedValueOnce(fail('timeout', { retry: true }));
    importBookingsMock.mockImplementation((_, rows) =>
      Promise.resolve(
        ok({
          outcomes: rows.map((__, at) =>
            at === 0 ? { outcome: 'sold_out' as const, left: 0 } : { outcome: 'new' as const },
          ),
        }),
      ),
    );
    await open();
    await page.getByRole('button', { name: 'Import 600 bookings' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('597 new bookings');
    const [first, second] = importBookingsMock.mock.calls.map(([, , { request }]) => request);
    expect(second).toBe(first);
    await page.getByRole('button', { name: 'Download 3 refused rows' }).click();
    expect(String(vi.mocked(download).mock.lastCall?.[0])).toContain('Guest 0;1;Sold out.');
    await page.getByRole('button', { name: 'Choose another file' }).click();
    await expect.element(page.getByText('Drop a CSV file of bookings here')).toBeVisible();
  });
});

test('imports tours likewise, with the server’s problems at their rows', async () => {
  vi.mocked(readTourForms).mockResolvedValue(ok({ tours: [] }));
  vi.mocked(importTours).mockResolvedValue(
    ok({ outcomes: [{ outcome: 'new' }, { outcome: 'invalid', problems: [{ field: 'slug', code: 'taken' }] }] }),
  );
  await show('tours');
  await choose('Slug;Titel;Varighed\r\ncastle;Slottet;60\r\nold;Gammel;60\r\n');
  await expect.element(page.getByRole('combobox', { name: 'Content of “Titel”' })).toHaveValue('title_da');
  await on().click();
  await page.getByRole('button', { name: 'Import 2 tours' }).click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('1 new draft tour');
  await expect.element(page.getByText('Slug: Another tour uses or has used this URL.')).toBeVisible();
});

test('names columns in the user’s language', async () => {
  await renderScreen(<ImportTours company={member()} onClose={onClose} />, {
    texts: ['patterns', 'import'],
    locale: 'da',
  });
  await expect.element(page.getByRole('button', { name: 'Vælg fil' })).toBeVisible();
  await userEvent.upload(
    document.querySelector('input[type=file]')!,
    new File(['Slug;Minutes\r\ncastle;60\r\n'], 'a.csv'),
  );
  await expect.element(page.getByRole('option', { name: 'Varighed (minutter)', selected: true })).toBeInTheDocument();
});
