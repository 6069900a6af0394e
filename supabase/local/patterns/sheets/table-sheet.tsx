import { Button } from '@fluentui/react-components';
import { AddRegular, ColumnTripleEditRegular, MailRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { ColumnsPanel } from '../../../../src/ui/data-table/columns-panel.tsx';
import { DataTable, TableFoot } from '../../../../src/ui/data-table/data-table.tsx';
import type { TableSort } from '../../../../src/ui/data-table/table-column.ts';
import { useColumns } from '../../../../src/ui/data-table/use-columns.ts';
import { EmptyState } from '../../../../src/ui/states/empty-state.tsx';
import { QuietOffice } from '../../../../src/ui/states/illustrations.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';
import { SAMPLE_COLUMNS, sampleBookings } from './sample-bookings.tsx';

const nothing = () => undefined;
const MAX_ROWS = 400;

export function TableSheet({ state }: { state: 'full' | 'selected' | 'coming' | 'empty' | 'columns' }) {
  const [count, setCount] = useState(100);
  const [sort, setSort] = useState<TableSort | null>({ column: 'starts', descending: false });
  const [opened, setOpened] = useState<string | null>(null);
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set(state === 'selected' ? ['b1', 'b2'] : []));
  const [arranging, setArranging] = useState(state === 'columns');
  const columns = useColumns('patterns', SAMPLE_COLUMNS);
  const rows = state === 'coming' ? undefined : state === 'empty' ? [] : sampleBookings(count);
  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title="Bookings"
          meta="Upcoming first"
          actions={[{ label: 'Add booking', icon: <AddRegular />, primary: true, onSelect: nothing }]}
          menu={[{ label: 'Columns', icon: <ColumnTripleEditRegular />, onSelect: () => setArranging(true) }]}
        />
      }
    >
      <DataTable
        label="Bookings"
        columns={columns}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        sort={sort}
        onSort={setSort}
        of={JSON.stringify(sort)}
        openId={opened}
        onOpen={({ id }) => setOpened(id)}
        menuOf={() => [
          { label: 'Move', onSelect: nothing },
          { label: 'Cancel', dangerous: true, onSelect: nothing },
        ]}
        selection={selection}
        onSelection={setSelection}
        actions={[{ label: 'Send again', icon: <MailRegular />, onSelect: nothing }]}
        onEndReached={count < MAX_ROWS ? () => setCount((now) => Math.min(MAX_ROWS, now + 100)) : undefined}
        footer={rows && <TableFoot loading={count < MAX_ROWS} count={rows.length} />}
        empty={
          <EmptyState
            drawing={<QuietOffice />}
            title="No bookings yet."
            actions={<Button appearance="primary">Add a booking</Button>}
          />
        }
      />
      {arranging && <ColumnsPanel columns={columns} onClose={() => setArranging(false)} />}
    </Screen>
  );
}
