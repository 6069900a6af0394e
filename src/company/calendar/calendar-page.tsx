/** /tours/calendar: departures by month, week or agenda, with the pane of a day. */
import { makeStyles } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { CalendarDeparture } from '../../domain/calendar.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { ListAndDetail } from '../../ui/layout/list-and-detail.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { useScreenShortcuts } from '../../ui/commands/screen-shortcuts.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import { PHONE, WIDE } from '../../ui/theme/breakpoints.ts';
import { gutter } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import { CalendarBody } from './calendar-body.tsx';
import { CalendarFilters } from './calendar-filters.tsx';
import { CALENDAR_SHORTCUTS } from './calendar-shortcuts.ts';
import { rangeOf, type CalendarView } from './calendar-range.ts';
import { CalendarTools } from './calendar-tools.tsx';
import type { DropTarget } from './drag-state.ts';
import { ChangeDialog } from '../../features/departure-changes/change-dialog.tsx';
import type { Change, DepartureToChange } from '../../features/departure-changes/departure-change.ts';
import { DepartureOverridesDialog } from '../../features/lazy-departure-overrides.ts';
import { DayPane } from './day-pane.tsx';
import { GuideDialog } from './guide-dialog.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { useCalendarContext } from './use-calendar-context.ts';
import { useCalendarUrl } from './use-calendar-url.ts';
import { refreshDepartures, useCalendar } from './use-calendar.ts';
import { useSelection } from './use-selection.ts';
import { WeekSheet } from './week-sheet.tsx';

const useStyles = makeStyles({
  body: { flex: '1 1 0', minHeight: 0, overflow: 'auto', padding: `0 ${gutter} 24px` },
});

export function CalendarPage() {
  const currentUser = useCurrentUser();
  const company = currentUser?.company;
  return currentUser && company ? (
    <CompanyCalendar
      key={company.id}
      company={company}
      mayChange={currentUser.can('MANAGE_BOOKINGS_ACCESS')}
      mayOpenBookings={currentUser.can('MANAGE_BOOKINGS_ACCESS') || currentUser.can('VIEW_BOOKINGS_ACCESS')}
    />
  ) : null;
}

interface PendingChange {
  change: Change;
  departures: readonly DepartureToChange[];
  to?: DropTarget;
}

interface CompanyCalendarProps {
  company: MemberCompany;
  mayChange: boolean;
  mayOpenBookings: boolean;
}

function CompanyCalendar({ company, mayChange, mayOpenBookings }: CompanyCalendarProps) {
  const styles = useStyles();
  const intl = useIntl();
  const isPhone = useMediaQuery(PHONE);
  const isWide = useMediaQuery(WIDE);
  const today = localDateIn(company.timeZone, useNow());
  const { state, go } = useCalendarUrl();
  const { on: urlDate, day, tour, guide, language, show } = state;
  const view: CalendarView = state.view ?? (isPhone ? 'agenda' : 'month');
  const on = urlDate ?? today;
  const query = useCalendar(company.id, { view, on });
  const context = useCalendarContext({
    calendar: query.data,
    filter: { tour, guide, language, show },
    company,
    today,
    mayChange,
    mayOpenBookings,
    onOpen: (date) => go({ day: date }, { replace: day !== null }),
  });
  const filterKey = JSON.stringify([tour, guide, language, show]);
  const range = rangeOf(view, on);
  const selection = useSelection(context.departures, `${JSON.stringify(range)} ${filterKey}`);
  const selected = [...selection.selected.values()];
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  const onAct = (change: Change, departures: readonly DepartureToChange[]) => setPendingChange({ change, departures });
  const onDrop = (departure: CalendarDeparture, to: DropTarget) =>
    setPendingChange({ change: 'move', departures: [departure], to });
  useScreenShortcuts(CALENDAR_SHORTCUTS);

  const dialogProps = pendingChange && {
    departures: pendingChange.departures,
    context,
    onChanged: () => {
      selection.clear();
      refreshDepartures(company.id);
    },
    onClose: () => setPendingChange(null),
  };
  return (
    <Screen
      fill
      header={
        <PageHeader
          wide
          title={<FormattedMessage id="route.toursCalendar" />}
          menu={[
            {
              label: intl.formatMessage({ id: 'calendar.print' }),
              icon: <PrintRegular />,
              onSelect: () => window.print(),
            },
          ]}
        />
      }
    >
      <ListAndDetail
        label={intl.formatMessage({ id: 'calendar.dayPane' })}
        openId={day}
        onClose={() => go({ day: null })}
        detail={day && <DayPane key={day} date={day} context={context} selection={selection} onAct={onAct} />}
        list={
          <>
            <CalendarTools
              view={view}
              on={on}
              formats={context.formats}
              onStep={(to) => go({ on: to }, { replace: true })}
              onView={(to) => go({ view: to })}
            />
            {query.data && <CalendarFilters calendar={query.data} filter={state} context={context} onChange={go} />}
            <div className={styles.body} aria-busy={query.fetching} data-calendar>
              <CalendarBody
                query={query}
                view={view === 'week' && isPhone ? 'days' : view}
                on={on}
                opened={day}
                context={context}
                selection={selection}
                onGo={(date) => go({ on: date }, { replace: true })}
                onDrop={onDrop}
              />
            </div>
            {(!day || isWide) && (
              <SelectionBar
                departures={selected}
                excess={selection.excess}
                onAct={(change) => onAct(change, selected)}
                onClear={selection.clear}
              />
            )}
          </>
        }
      />
      <WeekSheet
        on={day !== null && day >= range.from && day <= range.to ? day : on}
        company={company}
        calendar={query.data}
        filter={state}
        context={context}
      />
      {pendingChange && dialogProps && pendingChange.change === 'guide' && <GuideDialog {...dialogProps} />}
      {pendingChange && dialogProps && pendingChange.change === 'own' && (
        <DepartureOverridesDialog departure={pendingChange.departures[0]!} {...dialogProps} />
      )}
      {pendingChange && dialogProps && pendingChange.change !== 'guide' && pendingChange.change !== 'own' && (
        <ChangeDialog kind={pendingChange.change} to={pendingChange.to} {...dialogProps} />
      )}
    </Screen>
  );
}

/** The name that the route table expects. */
export { CalendarPage as Component };
