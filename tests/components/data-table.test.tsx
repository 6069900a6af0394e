/** The table by itself: what is drawn again, and how entries are chosen. */
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DataTable } from '../../src/ui/data-table/data-table.tsx';
import type { TableColumn } from '../../src/ui/data-table/table-column.ts';
import { useColumns } from '../../src/ui/data-table/use-columns.ts';
import { renderScreen } from './render-screen.tsx';

interface Row {
  id: string;
}
const drawn = vi.fn<(id: string) => void>();
const COLUMNS: TableColumn<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: ({ id }) => {
      drawn(id);
      return `Row ${id}`;
    },
  },
];
const FIVE = Array.from({ length: 5 }, (_, at) => ({ id: String(at) }));
const opened = vi.fn<(row: Row) => void>();

function List() {
  const columns = useColumns('of-a-test', COLUMNS);
  const [rows, setRows] = useState(FIVE);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  return (
    <div style={{ height: '600px', display: 'flex', flexDirection: 'column' }}>
      <button type="button" onClick={() => setRows([...rows, { id: String(rows.length) }])}>
        One more
      </button>
      <DataTable<Row>
        label="Rows"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ id }) => `Row ${id}`}
        empty={null}
        onOpen={(row) => opened(row)}
        selection={selection}
        onSelection={setSelection}
      />
    </div>
  );
}
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const chosen = () =>
  page
    .getByRole('row', { selected: true })
    .elements()
    .map((row) => row.getAttribute('aria-label'));

beforeEach(async () => {
  await page.viewport(1200, 800);
  opened.mockReset();
  await renderScreen(<List />, { path: '/', texts: ['patterns'] });
  await expect.element(box('Select Row 4')).toBeVisible();
  drawn.mockReset();
});

test('a row that comes is drawn, and none of those that are there', async () => {
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.element(box('Select Row 5')).toBeVisible();
  expect(new Set(drawn.mock.calls.map(([id]) => id))).toEqual(new Set(['5']));
});

test('a box chooses, with Shift all from the last one on, and never opens', async () => {
  await box('Select Row 1').click();
  await userEvent.keyboard('{Shift>}');
  await box('Select Row 3').click({ modifiers: ['Shift'] });
  await userEvent.keyboard('{/Shift}');
  expect(chosen()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  await expect.element(box('Select all')).toBePartiallyChecked();
  await box('Select all').click();
  expect(chosen()).toHaveLength(5);
  expect(opened).not.toHaveBeenCalled();
  await page.getByRole('gridcell', { name: 'Row 2', exact: true }).click();
  expect(opened.mock.calls).toEqual([[{ id: '2' }]]);
});
