import { useMemo, useRef } from 'react';
import { useIntl } from 'react-intl';
import type { MemberCompany } from '../../data/identity.ts';
import { availabilityOf, needsGuide, type CalendarAvailability, type Calendar } from '../../domain/calendar.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { differencesText } from '../../ui/format/differences-text.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { groupByDay, filterDepartures, type CalendarFilter } from './calendar-filter.ts';
import type { CalendarContext } from './calendar-context.ts';

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
  const words = useMemo(() => {
    const availabilityText = (value: CalendarAvailability) =>
      intl.formatMessage({ id: `calendar.availability.${value}` });
    return {
      AVAILABLE: availabilityText('AVAILABLE'),
      LIMITED: availabilityText('LIMITED'),
      SOLD_OUT: availabilityText('SOLD_OUT'),
      CLOSED: availabilityText('CLOSED'),
      OVER: availabilityText('OVER'),
      CANCELLED: availabilityText('CANCELLED'),
      noGuide: intl.formatMessage({ id: 'calendar.noGuide' }),
      belowMinimum: intl.formatMessage({ id: 'calendar.belowMinimum' }),
    };
  }, [intl]);
  const onOpenRef = useRef(onOpen);
  onOpenRef.current = onOpen;
  return useMemo(() => {
    const tours = new Map(calendar?.tours.map((item) => [item.id, item]));
    const departures = filterDepartures(calendar?.departures ?? [], { tour, guide, language, show });
    const days = groupByDay(departures);
    const seats = new Map<string, string>();
    const none: CalendarContext['departures'] = [];
    const titles = new Map<string, string>();
    const differs: CalendarContext['differs'] = (departure) => differencesText(intl, departure.differs);
    for (const item of tours.values())
      titles.set(item.id, formats.text(item.title) || intl.formatMessage({ id: 'calendar.untitled' }));
    return {
      company: company.id,
      today,
      formats,
      mayChange,
      mayOpenBookings,
      departures,
      words,
      when: (instant) => `${formats.day(localDateIn(company.timeZone, Date.parse(instant)))} ${formats.time(instant)}`,
      seats({ booked, capacity }) {
        const key = `${booked}/${capacity}`;
        let text = seats.get(key);
        if (text === undefined) {
          text = intl.formatMessage({ id: 'calendar.seats' }, { booked, capacity });
          seats.set(key, text);
        }
        return text;
      },
      guides: ({ guides }) =>
        formats.list(
          guides
            .filter(({ state }) => state !== 'declined')
            .map(({ name, state }) =>
              state === 'accepted' ? name : intl.formatMessage({ id: 'calendar.proposed' }, { name }),
            ),
        ) || words.noGuide,
      differs,
      label: (departure) =>
        joinWithDots(
          `${formats.time(departure.startsAt)} ${titles.get(departure.tourId) ?? ''}`,
          intl.formatMessage({ id: 'calendar.booked' }, { booked: departure.booked, capacity: departure.capacity }),
          words[availabilityOf(departure)],
          needsGuide(departure) && words.noGuide,
          departure.belowMinimum && words.belowMinimum,
          differs(departure),
        ),
      tour: (id) => tours.get(id),
      title: (id) => titles.get(id) ?? '',
      departuresOn: (date) => days.get(date) ?? none,
      dayOffText: (date) =>
        (calendar?.daysOff ?? [])
          .filter(({ fromDate, toDate }) => fromDate <= date && date <= toDate)
          // Hides days off of tours that are filtered out.
          .filter(({ tourId }) => tourId === null || tour.length === 0 || tour.includes(tourId))
          .map(({ tourId, name }) => {
            const reason = name || intl.formatMessage({ id: 'calendar.off' });
            const tourTitle = tourId === null ? '' : titles.get(tourId);
            return tourTitle ? `${tourTitle}: ${reason}` : reason;
          })
          .join(' · '),
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
    words,
  ]);
}
