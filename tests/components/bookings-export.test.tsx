/** The list of /bookings-advanced as a file: what is in it, and what is said when there is none. */
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
async function made(format: 'csv' | 'xlsx', of: ExportHead): Promise<Blob> {
  const file = await makeExport(format, { ...of, signal: new AbortController().signal });
  await file.add(ROWS);
  await file.add([['Bea', 0, TEN]]);
  return file.end();
}

describe('the file of the worker', () => {
  test('a CSV has commas, points and no formula', async () => {
    expect(await (await made('csv', head())).text()).toBe(
      'Name,Due,Departure\r\n\'=1+1,12.5,2027-05-02 10:00\r\n"Søren; ""Müller""",-3.25,2027-05-03 10:00\r\nBea,0,2027-05-02 10:00\r\n',
    );
  });

  test.each(['es', 'da', 'it'])(
    'a CSV in %s has semicolons and decimal commas, as its spreadsheets read it',
    async (locale) => {
      expect(await (await made('csv', head({ locale }))).text()).toContain(
        '\r\n"Søren; ""Müller""";-3,25;2027-05-03 10:00\r\n',
      );
    },
  );

  test('an XLSX is read back as it was: texts as texts, numbers as numbers, times as dates', async () => {
    const { sheets } = await readXlsx(await bytes(await made('xlsx', head())));
    const [sheet] = sheets;
    expect(sheet?.name).toBe('Bookings');
    expect(sheet?.rows).toEqual([
      ['Name', 'Due', 'Departure'],
      ['=1+1', 12.5, new Date(TEN)],
      ['Søren; "Müller"', -3.25, new Date(TEN + 86_400_000)],
      ['Bea', 0, new Date(TEN)],
    ]);
    // A cell with a formula is told of beside its value.
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula)).toEqual([]);
  });

  test('one that is given up is no file', async () => {
    const control = new AbortController();
    const file = await makeExport('xlsx', { ...head(), signal: control.signal });
    control.abort();
    await expect(file.end()).rejects.toThrow('given up');
  });

  test('a writer that breaks says so to whoever waits for room', async () => {
    const file = exportFile('xlsx', head());
    await file.add(ROWS);
    await expect(file.add([null as unknown as ExportRow])).rejects.toThrow();
    await expect(file.end()).rejects.toThrow();
  });

  test('a worker that breaks while nobody waits is heard of by whoever asks next', async () => {
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

describe('the dialog', () => {
  const finds = vi.mocked(findBookings);
  const one = listed('Ada Lund', { id: uuid(10), due: 12_050, currency: 'EUR', createdAt: '2027-04-30T22:30:00.000Z' });
  const first = { bookings: [one], today: '2027-05-01', showsGuests: true, next: null };
  const found = () => ok(first);

  beforeEach(async () => {
    await page.viewport(1280, 800);
    localStorage.clear();
    finds.mockReset();
    finds.mockImplementation(() => Promise.resolve(found()));
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

  test('has what amounts are of, and times of the company’s clock', async () => {
    await open();
    await page.getByRole('button', { name: 'Download' }).click();
    const { sheets } = await readXlsx(await bytes(await file()));
    const [headers, row] = sheets[0]!.rows as [string[], unknown[]];
    const of = (header: string) => row[headers.indexOf(header)];
    expect(of('Departure')).toEqual(new Date('2027-05-02T10:00:00Z'));
    expect(of('Due')).toBe(120.5);
    expect(of('Currency')).toBe('EUR');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  });

  test('a CSV is in the reader’s way', async () => {
    await open('da', 'Eksportér …');
    await page.getByRole('radio', { name: 'CSV, til ethvert program' }).click();
    await page.getByRole('button', { name: 'Hent' }).click();
    const text = await (await file()).text();
    expect(text).toContain(';2027-05-02 10:00;');
    expect(text).toContain(';120,5;EUR;');
  });

  const written = async () => {
    await page.getByRole('radio', { name: 'CSV, for any program' }).click();
    await page.getByRole('button', { name: 'Download' }).click();
    return (await (await file()).text()).replace('\uFEFF', '').split('\r\n').slice(0, -1);
  };
  /** As somebody has arranged the columns: three, the amount first. */
  const arrange = () =>
    localStorage.setItem(
      'muster-columns-bookings-advanced',
      JSON.stringify({
        order: ['due', 'reference', 'name', 'departure', 'tour', 'party', 'status', 'total', 'source', 'tags'],
        hidden: ['departure', 'tour', 'party', 'status', 'total', 'source', 'tags'],
        widths: {},
      }),
    );

  test('is what the list shows: its columns in their order, its search, filter and order, all of its pages', async () => {
    arrange();
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
    await expect.element(page.getByText('The 4 columns of the list, in their order.')).toBeVisible();
    expect(await written()).toEqual([
      'Due,Currency,Reference,Name',
      '120.5,EUR,ABC234,Ada Lund',
      '1,DKK,BOB333,Bo Holm',
    ]);
    const asked = finds.mock.calls.map(([, ask]) => ask).filter((ask) => ask?.pageSize === 1000);
    expect(asked).toMatchObject([null, after].map((from) => ({ search: 'lund', sort: '-due', filter, after: from })));
  });

  test('who came is said in words, and of what is cancelled nothing', async () => {
    const hidden = ['departure', 'tour', 'party', 'status', 'total', 'due', 'reference', 'source', 'tags'];
    localStorage.setItem(
      'muster-columns-bookings-advanced',
      JSON.stringify({ order: ['name', 'attendance', ...hidden], hidden, widths: {} }),
    );
    const cancelled = listed('Bo Holm', { id: uuid(11), status: 'CANCELLED', attendance: null });
    finds.mockResolvedValue(ok({ ...first, bookings: [{ ...one, attendance: 'partly' }, cancelled] }));
    await open();
    await expect.element(page.getByRole('row', { name: 'Ada Lund' })).toHaveTextContent('Ada LundCame in part');
    expect(await written()).toEqual(['Name,Attendance', 'Ada Lund,Came in part', 'Bo Holm,']);
  });

  test('of some that are chosen it has no others, and asks for nothing', async () => {
    arrange();
    const others = [listed('Bo Holm', { id: uuid(11) }), listed('Eva Holm', { id: uuid(12), due: 0 })];
    finds.mockResolvedValue(ok({ ...first, bookings: [one, ...others] }));
    await open('en', null);
    await page.getByRole('checkbox', { name: 'Select Ada Lund' }).click();
    await page.getByRole('checkbox', { name: 'Select Eva Holm' }).click();
    const asked = finds.mock.calls.length;
    // The page has one of its own.
    const bar = page.elementLocator(page.getByText('2 selected').element().parentElement!);
    await bar.getByRole('button', { name: 'Export…' }).click();
    await expect.element(page.getByRole('heading', { name: 'Export 2 bookings' })).toBeVisible();
    expect(await written()).toEqual([
      'Due,Currency,Reference,Name',
      '120.5,EUR,ABC234,Ada Lund',
      '0,DKK,ABC234,Eva Holm',
    ]);
    expect(finds.mock.calls).toHaveLength(asked);
  });

  test('a list that cannot be read says why, and the next try has the file', async () => {
    await open();
    finds.mockResolvedValueOnce(fail('offline', { retry: true }));
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(/The file could not be made.*network/);
    expect(download).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await file()).size).toBeGreaterThan(0);
  });

  test('a worker that cannot be started is said, and the next try has the file', async () => {
    await open();
    class Broken extends EventTarget {
      terminate = () => undefined;
      postMessage = () => void queueMicrotask(() => this.dispatchEvent(new ErrorEvent('error')));
    }
    vi.stubGlobal('Worker', Broken);
    await page.getByRole('button', { name: 'Download' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This device could not do it.');
    vi.unstubAllGlobals();
    await page.getByRole('button', { name: 'Download' }).click();
    expect((await file()).size).toBeGreaterThan(0);
  });
});
