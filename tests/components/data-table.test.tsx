/** The data table: re-rendering, selection by mouse and keyboard, and column settings. */
import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ColumnsPanel } from '../../src/ui/data-table/columns-panel.tsx';
import { DataTable } from '../../src/ui/data-table/data-table.tsx';
import type { TableColumn } from '../../src/ui/data-table/table-column.ts';
import { useColumns } from '../../src/ui/data-table/use-columns.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

interface Row {
  id: string;
}
const onRender = vi.fn<(id: string) => void>();
const COLUMNS: TableColumn<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    isFixed: true,
    cell: ({ id }) => {
      onRender(id);
      return `Row ${id}`;
    },
  },
  { id: 'guests', header: 'Guests', width: 88, isNumber: true, cell: () => '2' },
  { id: 'note', header: 'Note', isInitiallyHidden: true, cell: () => 'Wheelchair' },
];
const FIVE = Array.from({ length: 5 }, (_, at) => ({ id: String(at) }));
const onOpen = vi.fn<(row: Row) => void>();

function List() {
  const columns = useColumns('of-a-test', COLUMNS);
  const [rows, setRows] = useState(FIVE);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const [choosing, setChoosing] = useState(false);
  return (
    <div style={{ height: '600px', display: 'flex', flexDirection: 'column' }}>
      <button type="button" onClick={() => setRows([...rows, { id: String(rows.length) }])}>
        One more
      </button>
      <button type="button" onClick={() => setRows(rows.slice(2))}>
        Two fewer
      </button>
      <button type="button" onClick={() => setChoosing(true)}>
        Choose columns
      </button>
      {choosing && <ColumnsPanel columns={columns} onClose={() => setChoosing(false)} />}
      <DataTable<Row>
        label="Rows"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ id }) => `Row ${id}`}
        empty={null}
        onOpen={(row) => onOpen(row)}
        selection={selection}
        onSelection={setSelection}
      />
    </div>
  );
}
/** The list, with a button that unmounts and remounts it. */
function Lists() {
  const [times, setTimes] = useState(0);
  return (
    <>
      <button type="button" onClick={() => setTimes(times + 1)}>
        Come back
      </button>
      <List key={times} />
    </>
  );
}
const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
const selectedRows = () =>
  page
    .getByRole('row', { selected: true })
    .elements()
    .map((row) => row.getAttribute('aria-label'));

beforeEach(async () => {
  await page.viewport(1200, 800);
  onOpen.mockReset();
  await renderScreen(<Lists />, { path: '/', texts: ['patterns'] });
  await expect.element(box('Select Row 4')).toBeVisible();
  onRender.mockReset();
});

test('renders a new row, and none of the existing ones', async () => {
  await page.getByRole('button', { name: 'One more' }).click();
  await expect.element(box('Select Row 5')).toBeVisible();
  expect(new Set(onRender.mock.calls.map(([id]) => id))).toEqual(new Set(['5']));
});

test('a checkbox selects, with Shift a range, and never opens', async () => {
  await box('Select Row 1').click();
  await userEvent.keyboard('{Shift>}');
  await box('Select Row 3').click({ modifiers: ['Shift'] });
  await userEvent.keyboard('{/Shift}');
  expect(selectedRows()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  await expect.element(box('Select all')).toBePartiallyChecked();
  await box('Select all').click();
  expect(selectedRows()).toHaveLength(5);
  expect(onOpen).not.toHaveBeenCalled();
  await page.getByRole('gridcell', { name: 'Row 2', exact: true }).click();
  expect(onOpen.mock.calls).toEqual([[{ id: '2' }]]);
});

test('a range does not extend from a row that is no longer listed', async () => {
  await box('Select Row 1').click();
  await page.getByRole('button', { name: 'Two fewer' }).click();
  await expect.element(box('Select Row 1')).not.toBeInTheDocument();
  await userEvent.keyboard('{Shift>}');
  await box('Select Row 4').click({ modifiers: ['Shift'] });
  await userEvent.keyboard('{/Shift}');
  expect(selectedRows()).toEqual(['Row 4']);
});

const entry = (n: number) => page.getByRole('row', { name: `Row ${n}`, exact: true });
const focus = (n: number) => (entry(n).element() as HTMLElement).focus();

test('Space selects, Shift+arrow extends or shrinks, Ctrl+A selects all, Escape clears', async () => {
  focus(0);
  await userEvent.keyboard('{ArrowDown} ');
  expect(selectedRows()).toEqual(['Row 1']);
  await userEvent.keyboard('{Shift>}{ArrowDown}{ArrowDown}{/Shift}');
  expect(selectedRows()).toEqual(['Row 1', 'Row 2', 'Row 3']);
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}');
  expect(selectedRows()).toEqual(['Row 1', 'Row 2']);
  // From the anchor, also in the other direction.
  await userEvent.keyboard('{Shift>}{Home}{/Shift}');
  expect(selectedRows()).toEqual(['Row 0', 'Row 1']);
  await userEvent.keyboard('{Control>}a{/Control}');
  expect(selectedRows()).toHaveLength(5);
  await userEvent.keyboard('{Escape}');
  expect(selectedRows()).toEqual([]);
  // Arrows alone select nothing.
  await userEvent.keyboard('{End}{ArrowUp}');
  expect(selectedRows()).toEqual([]);
  await userEvent.keyboard(' ');
  expect(selectedRows()).toEqual(['Row 3']);
  await userEvent.keyboard(' ');
  expect(selectedRows()).toEqual([]);
  expect(onOpen).not.toHaveBeenCalled();
  await userEvent.keyboard('{Enter}');
  expect(onOpen.mock.calls).toEqual([[{ id: '3' }]]);
});

const heads = () =>
  page
    .getByRole('columnheader')
    .elements()
    .map((head) => head.textContent)
    .filter((words) => words !== '');
const choose = () => page.getByRole('button', { name: 'Choose columns' }).click();
const close = async () => {
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
};
const comeBack = () => page.getByRole('button', { name: 'Come back' }).click();

test('columns are chosen and ordered, persist, and can be reset', async () => {
  expect(heads()).toEqual(['Name', 'Guests']);
  await choose();
  await expect.element(page.getByRole('button', { name: 'Reset columns' })).toHaveAttribute('aria-disabled', 'true');
  await expect.element(box('Name')).toBeDisabled();
  await box('Note').click();
  await page.getByRole('button', { name: 'Move Note up' }).click();
  await page.getByRole('button', { name: 'Move Name down' }).click();
  await close();
  expect(heads()).toEqual(['Note', 'Name', 'Guests']);
  await choose();
  await box('Guests').click();
  await close();
  await comeBack();
  await expect.element(entry(4)).toBeVisible();
  expect(heads()).toEqual(['Note', 'Name']);
  expect(page.getByRole('gridcell', { name: 'Wheelchair' }).elements()).toHaveLength(5);
  await choose();
  await page.getByRole('button', { name: 'Reset columns' }).click();
  await close();
  await comeBack();
  await expect.element(entry(4)).toBeVisible();
  expect(heads()).toEqual(['Name', 'Guests']);
});

test('column widths change by keyboard and by dragging, and persist', async () => {
  const resizeHandle = (name: string) => page.getByRole('separator', { name: `Width of ${name}` });
  const widthOf = (name: string) => page.getByRole('columnheader', { name }).element().getBoundingClientRect().width;
  const begin = widthOf('Guests');
  (resizeHandle('Guests').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  expect(widthOf('Guests')).toBeCloseTo(begin + 32, 0);
  await userEvent.keyboard('{ArrowLeft}');
  await expect.element(resizeHandle('Guests')).toHaveAttribute('aria-valuenow', String(Math.round(begin + 16)));
  // A minimum width keeps the title readable.
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  expect(widthOf('Guests')).toBeCloseTo(64, 0);
  await userEvent.keyboard('{ArrowRight>10/}');
  const wide = widthOf('Guests');
  expect(wide).toBeCloseTo(224, 0);
  await userEvent.dragAndDrop(resizeHandle('Guests'), page.getByRole('columnheader', { name: 'Guests' }));
  await waitFor(() => expect(Math.abs(widthOf('Guests') - wide / 2)).toBeLessThan(8));
  const dragged = widthOf('Guests');
  await comeBack();
  await expect.element(entry(4)).toBeVisible();
  expect(widthOf('Guests')).toBeCloseTo(dragged, 0);
});
