import { Button } from '@fluentui/react-components';
import { EditRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { DataTable } from '../../../../src/ui/data-table/data-table.tsx';
import { useColumns } from '../../../../src/ui/data-table/use-columns.ts';
import { Stats } from '../../../../src/ui/display/stats.tsx';
import { Detail, ListAndDetail } from '../../../../src/ui/layout/list-and-detail.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';
import { StateBadge } from '../../../../src/ui/states/state-badge.tsx';
import { SAMPLE_COLUMNS, sampleBookings } from './sample-bookings.tsx';

const ROWS = sampleBookings(60);

export function DetailSheet() {
  const [opened, setOpened] = useState<string | null>('b1');
  const columns = useColumns('patterns-detail', SAMPLE_COLUMNS);
  const booking = ROWS.find(({ id }) => id === opened);
  return (
    <Screen fill header={<PageHeader wide title="Bookings" meta="Upcoming first" />}>
      <ListAndDetail
        label="Booking"
        openId={opened}
        onClose={() => setOpened(null)}
        list={
          <DataTable
            label="Bookings"
            columns={columns}
            rows={ROWS}
            idOf={({ id }) => id}
            nameOf={({ name }) => name}
            openId={opened}
            onOpen={({ id }) => setOpened(id)}
            empty={null}
          />
        }
        detail={
          booking && (
            <Detail
              title={booking.name}
              meta={`${booking.tour} · ${booking.starts}`}
              status={<StateBadge state="ok">Confirmed</StateBadge>}
              actions={[{ label: 'Edit', icon: <EditRegular />, onSelect: () => undefined }]}
              menu={[{ label: 'Cancel booking', dangerous: true, onSelect: () => undefined }]}
              footer={<Button appearance="primary">Collect DKK 585</Button>}
            >
              <Stats
                label="The booking"
                figures={[
                  { label: 'Guests', value: booking.guests },
                  { label: 'Due', value: `DKK ${String(booking.due)}`, ...(booking.due ? { state: 'attention' } : {}) },
                ]}
              />
            </Detail>
          )
        }
      />
    </Screen>
  );
}
