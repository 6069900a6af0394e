/** A search field, filter chips in one row, and date filters behind a button that counts those set. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { CalendarLtrRegular } from '@fluentui/react-icons';
import { useState, type ReactNode, type Ref } from 'react';
import { useIntl } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { PHONE } from '../../ui/theme/breakpoints.ts';
import { gutter } from '../../ui/theme/sizes.ts';
import { useMediaQuery } from '../../ui/layout/use-media-query.ts';
import type { GoOptions } from '../../ui/address/use-url-state.ts';
import { DayFilter } from './day-filter.tsx';

const useStyles = makeStyles({
  tools: { display: 'flex', gap: '8px 12px', alignItems: 'center', padding: `4px ${gutter} 8px` },
  search: { flex: '1 1 0', minWidth: 0, maxWidth: '360px' },
  more: { flexShrink: 0 },
  // One row that scrolls on a phone; the padding keeps focus rings from being clipped.
  chips: {
    display: 'flex',
    gap: '8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    padding: `4px ${gutter} 12px`,
    '& > *': { flexShrink: 0 },
  },
  folded: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(200px, 100%), 1fr))',
    gap: '8px 12px',
    padding: `0 ${gutter} 12px`,
  },
});

type Day = 'from' | 'to' | 'bookedFrom' | 'bookedTo';

export interface SearchAndDaysProps<D extends Day> {
  state: Readonly<Record<D, LocalDate | null>> & { search: string };
  days: readonly D[];
  /** Number of date filters that are set. */
  set: number;
  search?: Ref<HTMLInputElement>;
  children: ReactNode;
  onChange(change: Partial<Record<D, LocalDate | null>> & { search?: string }, options?: GoOptions): void;
}

export function SearchAndDays<D extends Day>(props: SearchAndDaysProps<D>) {
  const { state, days, set, search, children, onChange } = props;
  const styles = useStyles();
  const intl = useIntl();
  const [open, setOpen] = useState(set > 0);
  const phone = useMediaQuery(PHONE);
  const searchLabel = intl.formatMessage({ id: 'bookings.search' });
  const daysText = intl.formatMessage({ id: 'bookings.filters.days' }, { count: set });
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          ref={search}
          className={styles.search}
          placeholder={searchLabel}
          aria-label={searchLabel}
          value={state.search}
          maxLength={200}
          onChange={(_, data) => onChange({ search: data.value } as Parameters<typeof onChange>[0], { isTyping: true })}
        />
        <Button
          className={styles.more}
          appearance="subtle"
          icon={<CalendarLtrRegular />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          {...(phone ? { 'aria-label': daysText, title: daysText } : {})}
        >
          {phone ? null : daysText}
        </Button>
      </div>
      <div className={styles.chips}>{children}</div>
      {open && (
        <div className={styles.folded}>
          {days.map((name) => (
            <DayFilter
              key={name}
              label={intl.formatMessage({ id: `bookings.filter.${name}` })}
              value={state[name]}
              onChange={(day) => onChange({ [name]: day } as Parameters<typeof onChange>[0], { isTyping: true })}
            />
          ))}
        </div>
      )}
    </>
  );
}
