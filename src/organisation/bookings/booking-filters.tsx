import { useIntl } from 'react-intl';
import type { PartnerChoices } from '../../data/partner-bookings.ts';
import { BOOKING_STATUSES } from '../../domain/enums.ts';
import { SearchAndDays } from '../../features/bookings/search-and-days.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../ui/choices/filter-menu.tsx';
import type { GoOptions } from '../../ui/address/use-url-state.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

export interface BookingFiltersProps {
  state: BookingsUrl;
  partnerChoices: PartnerChoices | undefined;
  onChange(change: Partial<BookingsUrl>, options?: GoOptions): void;
}

export function BookingFilters({ state, partnerChoices, onChange }: BookingFiltersProps) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  const companies = partnerChoices?.companies ?? [];
  const tours = companies
    .filter(({ id }) => state.company.length === 0 || state.company.includes(id))
    .flatMap((company) => company.tours)
    .map(({ id, title }) => ({
      value: id,
      label: formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' }),
    }));
  return (
    <SearchAndDays
      state={state}
      days={['from', 'to']}
      set={Number((state.from ?? state.to) !== null)}
      onChange={onChange}
    >
      {partnerChoices?.seesAll && (
        <FilterChips
          label={intl.formatMessage({ id: 'partnerBookings.sent' })}
          choose="one"
          selected={state.sent === '' ? [] : [state.sent]}
          chips={[{ value: 'us', label: intl.formatMessage({ id: 'partnerBookings.sent.us' }) }]}
          onChange={([sent]) => onChange({ sent: sent ?? '' })}
        />
      )}
      {companies.length > 1 && (
        <FilterMenu
          label={intl.formatMessage({ id: 'partnerBookings.company' })}
          choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
          selected={state.company}
          // Selected tours may belong to a company that is no longer selected.
          onChange={(company) => onChange({ company, tour: [] })}
        />
      )}
      {tours.length > 0 && (
        <FilterMenu
          label={intl.formatMessage({ id: 'bookings.tour' })}
          choices={tours}
          selected={state.tour}
          onChange={(tour) => onChange({ tour })}
        />
      )}
      <FilterChips
        label={intl.formatMessage({ id: 'bookings.filter.status' })}
        choose="any"
        selected={state.status}
        chips={BOOKING_STATUSES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `bookings.state.${value}` }),
        }))}
        onChange={(status) => onChange({ status })}
      />
    </SearchAndDays>
  );
}
