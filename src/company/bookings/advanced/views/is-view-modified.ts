import type { BookingView } from '../../../../domain/booking-view.ts';

/** Whether the list differs from its saved view. Columns added after the view was saved are ignored. */
export function isViewModified(saved: BookingView, current: BookingView): boolean {
  if (saved.search !== current.search || saved.sort !== current.sort) return true;
  if (JSON.stringify(saved.filter) !== JSON.stringify(current.filter)) return true;
  const [before, after] = [saved.columns, current.columns];
  if (before === null || after === null) return false;
  const commonIds = (ids: readonly string[]) =>
    ids.filter((id) => before.order.includes(id) && after.order.includes(id));
  const serialize = ({ order, hidden, widths }: typeof before) =>
    JSON.stringify([commonIds(order), commonIds(hidden).toSorted(), Object.entries(widths).toSorted()]);
  return serialize(before) !== serialize(after);
}
