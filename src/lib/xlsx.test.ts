import { readXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { serialTime, xlsxFiles, type SheetColumn, type SheetRow } from './xlsx.ts';
import { zip } from './zip.ts';

async function* rowsOf(rows: readonly SheetRow[]) {
  yield* rows;
}
async function writeAndRead(rows: readonly SheetRow[], columns: readonly SheetColumn[], maxRows?: number) {
  const bytes: Uint8Array[] = [];
  const more = maxRows === undefined ? {} : { maxRows };
  for await (const piece of zip(xlsxFiles(rowsOf(rows), { sheet: 'Bookings', columns, ...more }), new Date()))
    bytes.push(piece);
  return readXlsx(new Uint8Array(await new Blob(bytes as Uint8Array<ArrayBuffer>[]).arrayBuffer()));
}
const columns = (count: number): SheetColumn[] => Array.from({ length: count }, (_, at) => ({ header: `C${at}` }));

describe('a sheet', () => {
  test('is read back unchanged: texts with any characters, numbers, empty cells, times as dates', async () => {
    const at = Date.UTC(2027, 4, 2, 10, 35);
    const texts = ['=1+1', '<b>&"\'', ' a ', 'one\ntwo', 'a\rb', 'bell\u0007', '_x0041_', 'Søren 😀', '007'];
    const { sheets } = await writeAndRead(
      [...texts.map((text): SheetRow => [text, '', 0]), ['', -3.25, serialTime(at)]],
      [
        { header: 'Name' },
        { header: 'Due', numberFormat: '#,##0.00#' },
        { header: 'When', numberFormat: 'yyyy-mm-dd hh:mm' },
      ],
    );
    const [, ...rows] = sheets[0]!.rows;
    expect(rows.slice(0, -1).map(([text]) => text)).toEqual(texts);
    expect(rows.at(-1)).toEqual([null, -3.25, new Date(at)]);
  });

  test('has columns past Z', async () => {
    const { sheets } = await writeAndRead([Array.from({ length: 60 }, (_, at) => at)], columns(60));
    expect(sheets[0]?.rows[1]).toEqual(Array.from({ length: 60 }, (_, at) => at));
  });

  test('continues in another sheet with the same header when it is full', async () => {
    const { sheets } = await writeAndRead([['a'], ['b'], ['c']], columns(1), 3);
    expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
      ['Bookings', [['C0'], ['a'], ['b']]],
      ['Bookings_2', [['C0'], ['c']]],
    ]);
  });

  test('without rows has its header', async () => {
    expect((await writeAndRead([], columns(2))).sheets.map(({ rows }) => rows)).toEqual([[['C0', 'C1']]]);
  });

  test('whose rows fail is not completed', async () => {
    const broken = (async function* (): AsyncGenerator<SheetRow> {
      yield ['a'];
      throw new Error('lost');
    })();
    const writing = async () => {
      for await (const _ of zip(xlsxFiles(broken, { sheet: 'S', columns: columns(1) }), new Date()));
    };
    await expect(writing()).rejects.toThrow('lost');
  });
});
