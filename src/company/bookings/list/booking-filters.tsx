import type { Ref } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../../domain/enums.ts';
import { addDays } from '../../../lib/local-date.ts';
import { SearchAndDays } from '../../../features/bookings/search-and-days.tsx';
import { FilterChips } from '../../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../../ui/choices/filter-menu.tsx';
import type { GoOptions } from '../../../ui/address/use-url-state.ts';
import { countDateRanges } from './booking-query.ts';
import type { BookingFilterChoices } from './use-booking-choices.ts';
import type { BookingsUrl } from './use-bookings-url.ts';
import { withUnknownChoices } from './with-unknown-choices.ts';

export interface BookingFiltersProps {
  state: BookingsUrl;
  bookingChoices: BookingFilterChoices;
  /** Today in the company's time zone. */
  today: LocalDate;
  search: Ref<HTMLInputElement>;
  onChange(change: Partial<BookingsUrl>, options?: GoOptions): void;
}

/** Multi-select filters: URL parameter, label and source of the choices. */
const LISTS = [
  ['tour', 'bookings.tour', 'tours'],
  ['guide', 'bookings.filter.guide', 'guides'],
  ['partner', 'bookings.filter.partner', 'partners'],
  ['language', 'bookings.filter.language', 'languages'],
  ['tag', 'bookings.filter.tag', 'tags'],
] as const satisfies readonly (readonly [keyof BookingsUrl, MessageId, keyof BookingFilterChoices])[];

export function BookingFilters({ state, bookingChoices, today, search, onChange }: BookingFiltersProps) {
  const intl = useIntl();
  const text = (id: MessageId) => intl.formatMessage({ id });
  return (
    <SearchAndDays
      state={state}
      days={['from', 'to', 'bookedFrom', 'bookedTo']}
      set={countDateRanges(state)}
      search={search}
      onChange={onChange}
    >
      <NearDayChips state={state} today={today} onChange={onChange} />
      <FilterChips
        label={text('bookings.filter.status')}
        choose="any"
        selected={state.status}
        chips={BOOKING_STATUSES.map((value) => ({ value, label: text(`bookings.state.${value}`) }))}
        onChange={(status) => onChange({ status })}
      />
      <FilterChips
        label={text('bookings.filter.money')}
        choose="any"
        selected={state.due}
        chips={(['due', 'overpaid'] as const).map((value) => ({ value, label: text(`bookings.filter.${value}`) }))}
        onChange={(due) => onChange({ due })}
      />
      {LISTS.map(([name, label, list]) => {
        const choices = withUnknownChoices(bookingChoices[list], state[name]);
        return (
          choices.length > 0 && (
            <FilterMenu
              key={name}
              label={text(label)}
              choices={choices}
              selected={state[name]}
              onChange={(selected) => onChange({ [name]: selected })}
            />
          )
        );
      })}
      <FilterMenu
        label={text('bookings.filter.source')}
        choices={BOOKING_SOURCES.map((value) => ({ value, label: text(`bookings.source.${value}`) }))}
        selected={state.source}
        onChange={(selected) => onChange({ source: BOOKING_SOURCES.filter((source) => selected.includes(source)) })}
      />
    </SearchAndDays>
  );
}

/** Shows only the departures of today or tomorrow. */
function NearDayChips({ state, today, onChange }: Pick<BookingFiltersProps, 'state' | 'today' | 'onChange'>) {
  const intl = useIntl();
  const nearDays = [
    ['today', today],
    ['tomorrow', addDays(today, 1)],
  ] as const;
  return (
    <FilterChips
      label={intl.formatMessage({ id: 'bookings.filter.day' })}
      choose="one"
      selected={nearDays.filter(([, day]) => state.from === day && state.to === day).map(([name]) => name)}
      chips={nearDays.map(([value]) => ({ value, label: intl.formatMessage({ id: `bookings.filter.${value}` }) }))}
      onChange={([name]) => {
        const day = nearDays.find(([preset]) => preset === name)?.[1] ?? null;
        onChange({ from: day, to: day });
      }}
    />
  );
}
