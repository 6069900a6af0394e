import type { BookingView } from '../../../../domain/booking-view.ts';

/** Whether the list differs from its saved view. Columns added after the view was saved are ignored. */
export function isViewModified(saved: BookingView, shown: BookingView): boolean {
  if (saved.search !== shown.search || saved.sort !== shown.sort) return true;
  if (JSON.stringify(saved.filter) !== JSON.stringify(shown.filter)) return true;
  const [was, is] = [saved.columns, shown.columns];
  if (was === null || is === null) return false;
  const known = (ids: readonly string[]) => ids.filter((id) => was.order.includes(id) && is.order.includes(id));
  const written = ({ order, hidden, widths }: typeof was) =>
    JSON.stringify([known(order), known(hidden).toSorted(), Object.entries(widths).toSorted()]);
  return written(was) !== written(is);
}
