/** One search field, the filters as chips in one line, and what all that is found comes to. */
import { Field, Input, SearchBox, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { PartnerChoices } from '../../data/partner-bookings.ts';
import { BOOKING_STATUSES } from '../../domain/closed-lists.ts';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../ui/choices/filter-menu.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import type { GoOptions } from '../../ui/address/use-url-state.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import type { BookingsUrl } from './use-bookings-url.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', flexWrap: 'wrap', gap: '8px 12px', alignItems: 'end', padding: `4px ${gutter} 8px` },
  search: { flex: '1 1 200px', minWidth: 0, maxWidth: '360px' },
  day: { flex: '0 1 160px', minWidth: '120px' },
  // One line that scrolls on a phone; what shows the ring of the focus is not cut.
  chips: {
    display: 'flex',
    gap: '8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    padding: `4px ${gutter} 8px`,
    '& > *': { flexShrink: 0 },
  },
});

export interface BookingFiltersProps {
  state: BookingsUrl;
  known: PartnerChoices | undefined;
  onChange(change: Partial<BookingsUrl>, options?: GoOptions): void;
}

export function BookingFilters({ state, known, onChange }: BookingFiltersProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const companies = known?.companies ?? [];
  const tours = companies
    .filter(({ id }) => state.company.length === 0 || state.company.includes(id))
    .flatMap((company) => company.tours)
    .map(({ id, title }) => ({
      value: id,
      label: formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' }),
    }));
  const looksFor = intl.formatMessage({ id: 'bookings.search' });
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          className={styles.search}
          placeholder={looksFor}
          aria-label={looksFor}
          value={state.search}
          maxLength={200}
          onChange={(_, data) => onChange({ search: data.value }, { typed: true })}
        />
        {(['from', 'to'] as const).map((name) => (
          <Field key={name} className={styles.day} label={intl.formatMessage({ id: `bookings.filter.${name}` })}>
            <Input
              type="date"
              value={state[name] ?? ''}
              input={{ size: 1 }}
              onChange={(_, data) => onChange({ [name]: data.value || null }, { typed: true })}
            />
          </Field>
        ))}
      </div>
      <div className={styles.chips}>
        {known?.seesAll && (
          <FilterChips
            label={intl.formatMessage({ id: 'partnerBookings.sent' })}
            choose="one"
            chosen={state.sent === '' ? [] : [state.sent]}
            chips={[{ value: 'us', label: intl.formatMessage({ id: 'partnerBookings.sent.us' }) }]}
            onChange={([sent]) => onChange({ sent: sent ?? '' })}
          />
        )}
        {companies.length > 1 && (
          <FilterMenu
            label={intl.formatMessage({ id: 'partnerBookings.company' })}
            choices={companies.map(({ id, name }) => ({ value: id, label: name }))}
            chosen={state.company}
            // The tours of another company say nothing any more.
            onChange={(company) => onChange({ company, tour: [] })}
          />
        )}
        {tours.length > 0 && (
          <FilterMenu
            label={intl.formatMessage({ id: 'bookings.tour' })}
            choices={tours}
            chosen={state.tour}
            onChange={(tour) => onChange({ tour })}
          />
        )}
        <FilterChips
          label={intl.formatMessage({ id: 'bookings.filter.status' })}
          choose="any"
          chosen={state.status}
          chips={BOOKING_STATUSES.map((value) => ({
            value,
            label: intl.formatMessage({ id: `bookings.state.${value}` }),
          }))}
          onChange={(status) => onChange({ status })}
        />
      </div>
    </>
  );
}
