import type { ListedBooking } from '../../../data/bookings/list.ts';
import type { UrlState } from '../../../ui/address/use-url-state.ts';
import type { Columns } from '../../../ui/data-table/use-columns.ts';
import type { BookingContext } from '../booking-context.ts';
import type { BookingQuery } from '../list/use-bookings.ts';
import type { AdvancedColumn } from './advanced-columns.tsx';
import type { AdvancedUrl } from './use-advanced-url.ts';

/** What the parts of /bookings-advanced share. */
export interface AdvancedListState {
  context: BookingContext;
  url: UrlState<AdvancedUrl>;
  query: BookingQuery;
  columns: Columns<ListedBooking, AdvancedColumn>;
}
