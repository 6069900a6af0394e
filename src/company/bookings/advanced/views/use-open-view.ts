/** The view that is open, and how another one is: its filter, its order and its columns. */
import { useEffect, useMemo, useRef } from 'react';
import type { ListedBooking } from '../../../../data/booking-list.ts';
import type { SavedView } from '../../../../data/booking-views.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import type { Columns } from '../../../../ui/data-table/use-columns.ts';
import { writeFilter, type useAdvancedUrl } from '../use-advanced-url.ts';
import { useViews } from './use-views.ts';

export interface OpenViewOptions {
  url: ReturnType<typeof useAdvancedUrl>;
  columns: Columns<ListedBooking>;
  onOpened(): void;
}

export function useOpenView(company: Uuid, { url: { state, go }, columns, onOpened }: OpenViewOptions) {
  const saved = useViews(company).data;
  const views = useMemo(() => saved?.views ?? [], [saved]);
  const opened = views.find(({ id }) => id === state.view) ?? null;
  function openView(view: SavedView | null, options: { replace?: boolean } = {}): void {
    go(
      view === null
        ? { view: null, search: '', filter: '', sort: 'upcoming' }
        : { view: view.id, search: view.view.search, filter: writeFilter(view.view.filter), sort: view.view.sort },
      options,
    );
    if (view === null) columns.reset();
    else if (view.view.columns) columns.arrange(view.view.columns);
    onOpened();
  }
  // Who comes without asking for anything sees the team's default: once, when the views are there.
  const arrived = useRef(false);
  const latest = useRef(openView);
  latest.current = openView;
  const asksNothing = state.view === null && state.search === '' && state.filter === '' && state.booking === null;
  useEffect(() => {
    if (arrived.current || views.length === 0) return;
    arrived.current = true;
    const first = views.find(({ isDefault }) => isDefault);
    if (first && asksNothing) latest.current(first, { replace: true });
  }, [views, asksNothing]);
  return { views, opened, openView };
}
