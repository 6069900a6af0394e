import { useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import type { Calendar } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { groupByDay, filterDepartures, type CalendarFilter } from './calendar-filter.ts';
import type { CalendarContext } from './calendar-context.ts';
import { calendarStateTexts, dayOffText, departureTexts } from './calendar-texts.ts';

export interface CalendarContextOptions {
  calendar: Calendar | undefined;
  filter: CalendarFilter;
  company: Pick<MemberCompany, 'id' | 'timeZone'>;
  today: LocalDate;
  mayChange: boolean;
  mayOpenBookings: boolean;
  onOpen(date: LocalDate): void;
}

/** Returns the calendar's shared context, memoized until departures or filters change. */
export function useCalendarContext(options: CalendarContextOptions): CalendarContext {
  const { calendar, filter, company, today, mayChange, mayOpenBookings, onOpen } = options;
  const { tour, guide, language, show } = filter;
  const intl = useIntl();
  const formats = useFormats(company.timeZone);
  const stateTexts = useMemo(() => calendarStateTexts(intl), [intl]);
  const onOpenRef = useRef(onOpen);
  onOpenRef.current = onOpen;
  return useMemo(() => {
    const tours = new Map(calendar?.tours.map((item) => [item.id, item]));
    const departures = filterDepartures(calendar?.departures ?? [], { tour, guide, language, show });
    const days = groupByDay(departures);
    const none: CalendarContext['departures'] = [];
    const titles = new Map<string, string>();
    for (const item of tours.values())
      titles.set(item.id, formats.text(item.title) || intl.formatMessage({ id: 'calendar.untitled' }));
    const title = (id: string) => titles.get(id) ?? '';
    return {
      company: company.id,
      today,
      formats,
      mayChange,
      mayOpenBookings,
      departures,
      stateTexts,
      when: (instant) => formats.dayAndTime(localDateIn(company.timeZone, Date.parse(instant)), instant),
      ...departureTexts(title, { intl, formats, stateTexts }),
      tour: (id) => tours.get(id),
      title,
      departuresOn: (date) => days.get(date) ?? none,
      dayOffText: (date) => dayOffText(calendar, { date, tours: tour, title, intl }),
      openDay: (date) => onOpenRef.current(date),
    };
  }, [
    calendar,
    tour,
    guide,
    language,
    show,
    company.id,
    company.timeZone,
    today,
    formats,
    mayChange,
    mayOpenBookings,
    intl,
    stateTexts,
  ]);
}
