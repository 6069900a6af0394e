/** /tours/calendar: departures by month, week or agenda, with the pane of a day. */
import { makeStyles } from '@fluentui/react-components';
import { PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
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
import type { CalendarContext } from './calendar-context.ts';
import { CalendarTools } from './calendar-tools.tsx';
import type { DropTarget } from './drag-state.ts';
import { ChangeDialog } from '../../features/departure-changes/change-dialog.tsx';
import type { Change, DepartureToChange } from '../../features/departure-changes/departure-change.ts';
import { DepartureOverridesDialog } from '../../features/lazy-features.ts';
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

interface CompanyCalendarProps {
  company: MemberCompany;
  mayChange: boolean;
  mayOpenBookings: boolean;
}

function CompanyCalendar(props: CompanyCalendarProps) {
  const { company } = props;
  const intl = useIntl();
  const calendar = useCompanyCalendar(props);
  const { url, on, range, query, context, selection } = calendar;
  const { day } = url.state;
  const [pendingChange, setPendingChange] = useState<PendingChange | null>(null);
  const onAct = (change: Change, departures: readonly DepartureToChange[]) => setPendingChange({ change, departures });
  useScreenShortcuts(CALENDAR_SHORTCUTS);
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
        onClose={() => url.go({ day: null })}
        detail={day && <DayPane key={day} date={day} context={context} selection={selection} onAct={onAct} />}
        list={<CalendarPane calendar={calendar} onChange={setPendingChange} />}
      />
      {/* Prints the week of the open day if it is in view. */}
      <WeekSheet
        on={day !== null && day >= range.from && day <= range.to ? day : on}
        company={company}
        calendar={query.data}
        filter={url.state}
        context={context}
      />
      {pendingChange && (
        <ChangeDialogs
          {...pendingChange}
          context={context}
          onChanged={() => {
            selection.clear();
            refreshDepartures(company.id);
          }}
          onClose={() => setPendingChange(null)}
        />
      )}
    </Screen>
  );
}

/** Returns the range of the URL with its departures, context and selection. */
function useCompanyCalendar({ company, mayChange, mayOpenBookings }: CompanyCalendarProps) {
  const isPhone = useMediaQuery(PHONE);
  const today = localDateIn(company.timeZone, useNow());
  const url = useCalendarUrl();
  const { day, tour, guide, language, show } = url.state;
  const view: CalendarView = url.state.view ?? (isPhone ? 'agenda' : 'month');
  const on = url.state.on ?? today;
  const query = useCalendar(company.id, { view, on });
  const context = useCalendarContext({
    calendar: query.data,
    filter: { tour, guide, language, show },
    company,
    today,
    mayChange,
    mayOpenBookings,
    onOpen: (date) => url.go({ day: date }, { replace: day !== null }),
  });
  const filterKey = JSON.stringify([tour, guide, language, show]);
  const range = rangeOf(view, on);
  const selection = useSelection(context.departures, `${JSON.stringify(range)} ${filterKey}`);
  return { url, view, on, range, query, context, selection };
}

interface CalendarPaneProps {
  calendar: ReturnType<typeof useCompanyCalendar>;
  onChange(change: PendingChange): void;
}

/** Tools, filters, the calendar in its view, and actions on selected departures. */
function CalendarPane({ calendar, onChange }: CalendarPaneProps) {
  const styles = useStyles();
  const isPhone = useMediaQuery(PHONE);
  const isWide = useMediaQuery(WIDE);
  const { url, view, on, query, context, selection } = calendar;
  const { state, go } = url;
  const selected = [...selection.selected.values()];
  return (
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
          opened={state.day}
          context={context}
          selection={selection}
          onGo={(date) => go({ on: date }, { replace: true })}
          onDrop={(departure, to) => onChange({ change: 'move', departures: [departure], to })}
        />
      </div>
      {(!state.day || isWide) && (
        <SelectionBar
          departures={selected}
          excess={selection.excess}
          onAct={(change) => onChange({ change, departures: selected })}
          onClear={selection.clear}
        />
      )}
    </>
  );
}

interface PendingChange {
  change: Change;
  departures: readonly DepartureToChange[];
  to?: DropTarget;
}

interface ChangeDialogsProps extends PendingChange {
  context: CalendarContext;
  onChanged(): void;
  onClose(): void;
}

/** The dialog of a change that was chosen. */
function ChangeDialogs({ change, to, ...props }: ChangeDialogsProps) {
  if (change === 'guide') return <GuideDialog {...props} />;
  if (change === 'own') return <DepartureOverridesDialog departure={props.departures[0]!} {...props} />;
  return <ChangeDialog kind={change} to={to} {...props} />;
}

/** The name that the route table expects. */
export { CalendarPage as Component };
