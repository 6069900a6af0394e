/** Export of /bookings-advanced: the contents of the file, and errors. */
import { readXlsx } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AdvancedPage } from '../../src/company/bookings/advanced/advanced-page.tsx';
import { exportFile } from '../../src/company/bookings/advanced/export/export-file.ts';
import type { ExportHead, ExportRow } from '../../src/company/bookings/advanced/export/export-types.ts';
import { makeExport } from '../../src/company/bookings/advanced/export/make-export.ts';
import { findBookings, readBookingChoices, readBookingTotals } from '../../src/data/bookings/list.ts';
import { readBookingViews } from '../../src/data/bookings/views.ts';
import { fail, ok } from '../../src/domain/result.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { session } from '../../src/session/session.ts';
import { download } from '../../src/ui/output/download.ts';
import { listed, uuid } from './booking-data.ts';
import { identity, memberCompany, mockSession, signInAs } from './fake-data.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

await mockSession();
await mockModule(import('../../src/data/change-events.ts'), () => ({ onChangeEvent: () => () => undefined }));
await mockModule(import('../../src/data/bookings/list.ts'));
await mockModule(import('../../src/data/bookings/views.ts'));
await mockModule(import('../../src/ui/output/download.ts'));

const head = (more: Partial<ExportHead> = {}): ExportHead => ({
  columns: [{ header: 'Name' }, { header: 'Due', kind: 'money' }, { header: 'Departure', kind: 'time', width: 17 }],
  sheet: 'Bookings',
  locale: 'en',
  ...more,
});
const TEN = Date.UTC(2027, 4, 2, 10);
const ROWS: ExportRow[] = [
  ['=1+1', 12.5, TEN],
  ['Søren; "Müller"', -3.25, TEN + 86_400_000],
];
const bytes = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
async function createFile(format: 'csv' | 'xlsx', exportHead: ExportHead): Promise<Blob> {
  const file = await makeExport(format, { ...exportHead, signal: new AbortController().signal });
  await file.add(ROWS);
  await file.add([['Bea', 0, TEN]]);
  return file.end();
}

describe('the export worker', () => {
  test('writes CSV with commas, decimal points and no formulas', async () => {
    expect(await (await createFile('csv', head())).text()).toBe(
      'Name,Due,Departure\r\n\'=1+1,12.5,2027-05-02 10:00\r\n"Søren; ""Müller""",-3.25,2027-05-03 10:00\r\nBea,0,2027-05-02 10:00\r\n',
    );
  });

  test.each(['es', 'da', 'it'])('writes CSV in %s with semicolons and decimal commas', async (locale) => {
    expect(await (await createFile('csv', head({ locale }))).text()).toContain(
      '\r\n"Søren; ""Müller""";-3,25;2027-05-03 10:00\r\n',
    );
  });

  test('writes XLSX with typed cells: texts, numbers and dates', async () => {
    const { sheets } = await readXlsx(await bytes(await createFile('xlsx', head())));
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Bookings');
    expect(sheet?.rows).toEqual([
      ['Name', 'Due', 'Departure'],
      ['=1+1', 12.5, new Date(TEN)],
      ['Søren; "Müller"', -3.25, new Date(TEN + 86_400_000)],
      ['Bea', 0, new Date(TEN)],
    ]);
    // The reader reports a formula beside the cell's value.
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([]);
  });

  test('produces no file after an abort', async () => {
    const control = new AbortController();
    const file = await makeExport('xlsx', { ...head(), signal: control.signal });
    control.abort();
    await expect(file.end()).rejects.toThrow('cancelled');
  });

  test('rejects the pending write when the writer fails', async () => {
    const file = exportFile('xlsx', head());
    await file.add(ROWS);
    await expect(file.add([null as unknown as ExportRow])).rejects.toThrow();
    await expect(file.end()).rejects.toThrow();
  });

  test('reports a worker crash on the next call when no call was pending', async () => {
    const worker = Object.assign(new EventTarget(), {
      terminate: () => undefined,
      postMessage: () =>
        queueMicrotask(() => worker.dispatchEvent(new MessageEvent('message', { data: { kind: 'more' } }))),
    });
    const start = () => worker as unknown as Worker;
    const file = await makeExport('csv', { ...head(), signal: new AbortController().signal, start });
    worker.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
    await expect(file.add(ROWS)).rejects.toThrow('out of memory');
  });
});

describe('the export dialog', () => {
  const finds = vi.mocked(findBookings);
  const booking = listed('Ada Lund', {
    id: uuid(10),
    due: 12_050,
    currency: 'EUR',
    createdAt: '2027-04-30T22:30:00.000Z',
  });
  const first = { bookings: [booking], today: '2027-05-01', showsGuests: true, next: null };
  const firstPage = () => ok(first);

  beforeEach(async () => {
    await page.viewport(1280, 800);
    localStorage.clear();
    finds.mockReset();
    finds.mockImplementation(() => Promise.resolve(firstPage()));
    vi.mocked(download).mockReset();
    vi.mocked(readBookingViews).mockResolvedValue(ok({ views: [] }));
    vi.mocked(readBookingChoices).mockResolvedValue(fail('offline', { retry: true }));
    vi.mocked(readBookingTotals).mockResolvedValue(
      ok({
        sums: [
          { key: 'CONFIRMED', currency: 'EUR', count: 1, guests: 2, total: 0, paid: 0, owed: 0, due: 0, overpaid: 0 },
        ],
        tours: [],
        partners: [],
      }),
    );
    const company = {
      ...memberCompany(crypto.randomUUID(), 'Harbour Walks'),
      timeZone: 'Europe/Copenhagen',
      member: true,
    };
    await signInAs(identity({ userId: crypto.randomUUID(), companies: [company] }));
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await session.signOut({ discard: true });
  });

  async function open(locale: Locale = 'en', name: string | null = 'Export…', at = '/bookings-advanced') {
    await renderScreen(
      <div style={{ height: '700px' }}>
        <AdvancedPage />
      </div>,
      { path: '/bookings-advanced', at, texts: ['patterns', 'bookings', 'bookings-advanced', 'roll-call'], locale },
    );
    await expect.element(page.getByRole('row', { name: 'Ada Lund' })).toBeVisible();
    if (name !== null) await page.getByRole('button', { name }).click();
  }
  const file = async () => {
    await waitFor(() => expect(download).toHaveBeenCalledOnce());
    return vi.mocked(download).mock.lastCall![0] as Blob;
  };

  test('exports currencies, and times in the company’s time zone', async () => {
    await open();
    await page.getByRole('button', { name: 'Download' }).click();
    const { sheets } = await readXlsx(await bytes(await file()));
    const [headers, row] = sheets[0]!.rows as [string[], unknown[]];
    const cell = (header: string) => row[headers.indexOf(header)];
    expect(cell('Departure')).toEqual(new Date('2027-05-02T10:00:00Z'));
    expect(cell('Due')).toBe(120.5);
    expect(cell('Currency')).toBe('EUR');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('exports CSV in the reader’s locale', async () => {
    await open('da', 'Eksportér …');
    await page.getByRole('radio', { name: 'CSV (alle programmer)' }).click();
    await page.getByRole('button', { name: 'Hent' }).click();
    const text = await (await file()).text();
    expect(text).toContain(';2027-05-02 10:00;');
    expect(text).toContain(';120,5;EUR;');
  });

  const exportedText = async () => {
    await page.getByRole('radio', { name: 'CSV (any program)' }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    return (await (await file()).text()).replace('\uFEFF', '').split('\r\n').slice(0, -1);
  };
  /** Stores an arrangement of three columns, with the amount first. */
  const storeColumns = () =>
    localStorage.setItem(
      'muster-columns-bookings-advanced',
      JSON.stringify({
        order: ['due', 'reference', 'name', 'departure', 'tour', 'party', 'status', 'total', 'source', 'tags'],
        hidden: ['departure', 'tour', 'party', 'status', 'total', 'source', 'tags'],
        widths: {},
      }),
    );

  test('exports what the list shows: columns, search, filter, order and all pages', async () => {
    storeColumns();
    const filter = { all: [{ field: 'due' as const, from: 1 }] };
    const after = { part: 0, values: ['x'] };
    finds.mockImplementation((_, { after: from, pageSize } = {}) =>
      Promise.resolve(
        from === null || from === undefined
          ? ok({ ...first, next: pageSize === 1000 ? after : null })
          : ok({ ...first, bookings: [listed('Bo Holm', { id: uuid(11), reference: 'BOB333', due: 100 })] }),
      ),
    );
    await open('en', 'Export…', `/bookings-advanced?search=lund&sort=-due&filter=${JSON.stringify(filter)}`);
    await expect.element(page.getByText('Exports the list’s 4 columns in the same order.')).toBeVisible();
    expect(await exportedText()).toEqual([
      'Due,Currency,Reference,Name',
      '120.5,EUR,ABC234,Ada Lund',
      '1,DKK,BOB333,Bo Holm',
    ]);
    const exportQueries = finds.mock.calls.map(([, ask]) => ask).filter((ask) => ask?.pageSize === 1000);
    expect(exportQueries).toMatchObject(
      [null, after].map((from) => ({ search: 'lund', sort: '-due', filter, after: from })),
    );
  });

  test('writes attendance in words, and leaves it empty for cancelled bookings', async () => {
    const hidden = ['departure', 'tour', 'party', 'status', 'total', 'due', 'reference', 'source', 'tags'];
    localStorage.setItem(
      'muster-columns-bookings-advanced',
      JSON.stringify({ order: ['name', 'attendance', ...hidden], hidden, widths: {} }),
    );
    const cancelled = listed('Bo Holm', { id: uuid(11), status: 'CANCELLED', attendance: null });
    finds.mockResolvedValue(ok({ ...first, bookings: [{ ...booking, attendance: 'partial' }, cancelled] }));
    await open();
    await expect.element(page.getByRole('row', { name: 'Ada Lund' })).toHaveTextContent('Ada LundPartly checked in');
    expect(await exportedText()).toEqual(['Name,Attendance', 'Ada Lund,Partly checked in', 'Bo Holm,']);
  });

  test('exports only the selected rows, without a request', async () => {
    storeColumns();
    const others = [listed('Bo Holm', { id: uuid(11) }), listed('Eva Holm', { id: uuid(12), due: 0 })];
    finds.mockResolvedValue(ok({ ...first, bookings: [booking, ...others] }));
    await open('en', null);
    await page.getByRole('checkbox', { name: 'Select Ada Lund' }).click();
    await page.getByRole('checkbox', { name: 'Select Eva Holm' }).click();
    const queryCount = finds.mock.calls.length;
    // The page has an Export button, too.
    const bar = page.elementLocator(page.getByText('2 selected').element().parentElement!);
    await bar.getByRole('button', { name: 'Export…' }).click();
    await expect.element(page.getByRole('heading', { name: 'Export 2 bookings' })).toBeVisible();
    expect(await exportedText()).toEqual([
      'Due,Currency,Reference,Name',
      '120.5,EUR,ABC234,Ada Lund',
      '0,DKK,ABC234,Eva Holm',
    ]);
    expect(finds.mock.calls).toHaveLength(queryCount);
  });

  test('explains a failed read, and succeeds on the next try', async () => {
    await open();
    finds.mockResolvedValueOnce(fail('offline', { retry: true }));
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(/The file could not be created.*You’re offline/);
    expect(download).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await file()).size).toBeGreaterThan(0);
  });

  test('explains a worker that fails to start, and succeeds on the next try', async () => {
    await open();
    class Broken extends EventTarget {
      terminate = () => undefined;
      postMessage = () => void queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error')));
    }
    vi.stubGlobal('Worker', Broken);
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Try again, or choose CSV');
    vi.unstubAllGlobals();
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await file()).size).toBeGreaterThan(0);
  });
});
