/** Opens saved views: applies their filter, order and columns. */
import { useEffect, useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import { readBookingViews, type SavedView } from '../../../../data/bookings/views.ts';
import { combineConditions, type BookingFilter } from '../../../../domain/booking-filter.ts';
import type { ExportFormat } from '../../../../domain/scheduled-exports.ts';
import { useServerQuery } from '../../../../online/use-server-query.ts';
import { showToast } from '../../../../ui/toasts/toasts.ts';
import type { AdvancedListState } from '../advanced-list-state.ts';
import { parseDaysParam, formatFilterParam, type AdvancedUrl } from '../use-advanced-url.ts';
import { isViewModified } from './is-view-modified.ts';

export interface SavedViewsOptions {
  onOpened(): void;
  /** Called when a mail links to the export of a view. */
  onExport(format: ExportFormat): void;
}

export interface SavedViews {
  views: readonly SavedView[];
  opened: SavedView | null;
  /** Whether the list differs from the opened view. */
  isModified: boolean;
  /** Null resets to the unfiltered list. */
  openView(view: SavedView | null): void;
}

/** Returns the URL parameters of a view; `days` limits it further. */
const viewUrl = (view: SavedView | null, days: BookingFilter | null): Partial<AdvancedUrl> =>
  view === null
    ? { view: null, search: '', filter: '', sort: 'upcoming', export: '', days: '' }
    : {
        view: view.id,
        search: view.view.search,
        filter: formatFilterParam(days ? combineConditions([view.view.filter, days]) : view.view.filter),
        sort: view.view.sort,
        export: '',
        days: '',
      };

export function useSavedViews(list: AdvancedListState, { onOpened, onExport }: SavedViewsOptions): SavedViews {
  const intl = useIntl();
  const { context, query, columns } = list;
  const { state, go } = list.url;
  const { company } = context;
  const loaded = useServerQuery({
    key: [company, 'booking-views'],
    fetch: (signal) => readBookingViews(company, signal),
  }).data;
  const views = useMemo(() => loaded?.views ?? [], [loaded]);
  const opened = views.find(({ id }) => id === state.view) ?? null;
  function openView(
    view: SavedView | null,
    options: { replace?: boolean } = {},
    days: BookingFilter | null = null,
  ): void {
    go(viewUrl(view, days), options);
    if (view === null) columns.reset();
    else if (view.view.columns) columns.arrange(view.view.columns);
    onOpened();
  }
  /**
   * Set by the first effect below that runs. The effect of an export link is declared first, because it takes
   * precedence over the default view.
   */
  const hasAppliedView = useRef(false);
  const openViewRef = useRef(openView);
  openViewRef.current = openView;
  const onExportRef = useRef(onExport);
  onExportRef.current = onExport;
  const { view: viewId, days } = state;
  const format = state.export === '' ? null : state.export;
  // Opens the view of an export link, and its export.
  useEffect(() => {
    if (hasAppliedView.current || views.length === 0 || format === null) return;
    hasAppliedView.current = true;
    const view = views.find(({ id }) => id === viewId);
    if (view) {
      openViewRef.current(view, { replace: true }, parseDaysParam(days));
      onExportRef.current(format);
    } else {
      // The view is gone, so nothing is exported and the URL is cleaned up.
      openViewRef.current(null, { replace: true });
      void showToast({ intent: 'error', text: intl.formatMessage({ id: 'advanced.export.noView' }) });
    }
  }, [views, viewId, days, format, intl]);
  // Opens the team's default view, if the URL asks for nothing else.
  const isUrlEmpty = state.view === null && state.search === '' && state.filter === '' && state.booking === null;
  useEffect(() => {
    if (hasAppliedView.current || views.length === 0) return;
    hasAppliedView.current = true;
    const defaultView = views.find(({ isDefault }) => isDefault);
    if (defaultView && isUrlEmpty) openViewRef.current(defaultView, { replace: true });
  }, [views, isUrlEmpty]);
  const isModified = opened !== null && isViewModified(opened.view, { ...query, columns: columns.arrangement });
  return { views, opened, isModified, openView };
}
