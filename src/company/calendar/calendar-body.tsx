/** The calendar in its view, or its skeleton or error. */
import { Skeleton, SkeletonItem, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { Calendar, CalendarDeparture } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { QueryView, type QueryViewState } from '../../ui/loading/query-view.tsx';
import { AgendaView } from './agenda-view.tsx';
import { daysOf, rangeOf, type CalendarView } from './calendar-range.ts';
import type { CalendarContext } from './calendar-context.ts';
import type { DropTarget } from './drag-state.ts';
import { MonthView } from './month-view.tsx';
import type { Selection } from './use-selection.ts';
import { WeekView } from './week-view.tsx';

const useStyles = makeStyles({ skeleton: { height: '620px' } });

export interface CalendarBodyProps {
  query: QueryViewState<Calendar>;
  /** `days` replaces the week grid on narrow screens. */
  view: CalendarView | 'days';
  on: LocalDate;
  opened: LocalDate | null;
  context: CalendarContext;
  selection: Selection;
  onGo(date: LocalDate): void;
  onDrop(departure: CalendarDeparture, to: DropTarget): void;
}

export function CalendarBody({ query, view, ...grid }: CalendarBodyProps) {
  const styles = useStyles();
  return (
    <QueryView
      query={query}
      failed={<FormattedMessage id="calendar.failed" />}
      skeleton={
        <Skeleton>
          <SkeletonItem shape="rectangle" className={styles.skeleton} />
        </Skeleton>
      }
    >
      {() =>
        view === 'month' ? (
          <MonthView {...grid} />
        ) : view === 'week' ? (
          <WeekView {...grid} />
        ) : (
          <AgendaView days={daysOf(rangeOf(view === 'days' ? 'week' : view, grid.on))} context={grid.context} />
        )
      }
    </QueryView>
  );
}
