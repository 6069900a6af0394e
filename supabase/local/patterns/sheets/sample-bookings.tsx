import type { TableColumn } from '../../../../src/ui/data-table/table-column.ts';
import { StateBadge } from '../../../../src/ui/states/state-badge.tsx';

export interface SampleBooking {
  id: string;
  name: string;
  tour: string;
  starts: string;
  guests: number;
  due: number;
}

const NAMES = ['Ada Jensen', 'Luca Bianchi', 'María del Carmen Fernández de la Vega', 'Søren Kjær', 'Nora Lind'];
const TOURS = ['Harbour walk', 'Old town by candlelight', 'Tapas and stories'];

export const sampleBookings = (count: number): SampleBooking[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `b${String(at)}`,
    name: NAMES[at % NAMES.length] as string,
    tour: TOURS[at % TOURS.length] as string,
    starts: `Sat ${String(1 + (at % 28))} May, ${String(9 + (at % 9)).padStart(2, '0')}:30`,
    guests: 1 + ((at * 7) % 11),
    due: at % 4 === 1 ? 585 * (1 + (at % 3)) : 0,
  }));

export const SAMPLE_COLUMNS: readonly TableColumn<SampleBooking>[] = [
  { id: 'name', header: 'Name', cell: ({ name }) => name, width: 200, sorts: true, isFixed: true },
  { id: 'starts', header: 'Departure', cell: ({ starts }) => starts, width: 160, sorts: true, card: 'meta' },
  { id: 'tour', header: 'Tour', cell: ({ tour }) => tour, width: 200, card: 'meta' },
  { id: 'guests', header: 'Guests', cell: ({ guests }) => guests, width: 88, isNumber: true, sorts: true },
  {
    id: 'due',
    header: 'Due',
    cell: ({ due }) => (due > 0 ? <StateBadge state="attention">{`DKK ${due.toLocaleString('en')}`}</StateBadge> : ''),
    width: 152,
    isNumber: true,
    card: 'status',
  },
];
