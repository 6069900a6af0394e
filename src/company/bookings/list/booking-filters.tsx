/** One search field, the filters as chips in one line, and the days folded away behind how many of them are set. */
import { Button, SearchBox, makeStyles } from '@fluentui/react-components';
import { CalendarLtrRegular } from '@fluentui/react-icons';
import { useState, type Ref } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../../domain/closed-lists.ts';
import { addDays } from '../../../lib/local-date.ts';
import { FilterChips } from '../../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../../ui/choices/filter-menu.tsx';
import { PHONE } from '../../../ui/theme/breakpoints.ts';
import { gutter } from '../../../ui/theme/sizes.ts';
import type { GoOptions } from '../../../ui/address/use-url-state.ts';
import { useMedia } from '../../../ui/layout/use-media.ts';
import { foldedCount } from './booking-query.ts';
import { FilterDay } from './filter-day.tsx';
import type { KnownChoices } from './use-booking-choices.ts';
import type { BookingsUrl } from './use-bookings-url.ts';
import { withUnknown } from './with-unknown.ts';

const useStyles = makeStyles({
  tools: { display: 'flex', gap: '8px 12px', alignItems: 'center', padding: `4px ${gutter} 8px` },
  search: { flex: '1 1 0', minWidth: 0, maxWidth: '360px' },
  more: { flexShrink: 0 },
  // One line that scrolls on a phone; what shows the ring of the focus is not cut.
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

export interface BookingFiltersProps {
  state: BookingsUrl;
  known: KnownChoices;
  /** The company's day. */
  today: LocalDate;
  search: Ref<HTMLInputElement>;
  onChange(change: Partial<BookingsUrl>, options?: GoOptions): void;
}

/** What is chosen of a list, in the address by these names. */
const LISTS = [
  ['tour', 'bookings.tour', 'tours'],
  ['guide', 'bookings.filter.guide', 'guides'],
  ['partner', 'bookings.filter.partner', 'partners'],
  ['language', 'bookings.filter.language', 'languages'],
  ['tag', 'bookings.filter.tag', 'tags'],
] as const satisfies readonly (readonly [keyof BookingsUrl, MessageId, keyof KnownChoices])[];

export function BookingFilters({ state, known, today, search, onChange }: BookingFiltersProps) {
  const styles = useStyles();
  const intl = useIntl();
  const folded = foldedCount(state);
  const [open, setOpen] = useState(folded > 0);
  const phone = useMedia(PHONE);
  const days = intl.formatMessage({ id: 'bookings.filters.days' }, { count: folded });
  const near = [
    ['today', today],
    ['tomorrow', addDays(today, 1)],
  ] as const;
  const say = (id: MessageId) => intl.formatMessage({ id });
  return (
    <>
      <div className={styles.tools}>
        <SearchBox
          ref={search}
          className={styles.search}
          placeholder={say('bookings.search')}
          aria-label={say('bookings.search')}
          value={state.search}
          maxLength={200}
          onChange={(_, data) => onChange({ search: data.value }, { typed: true })}
        />
        <Button
          className={styles.more}
          appearance="subtle"
          icon={<CalendarLtrRegular />}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          {...(phone ? { 'aria-label': days, title: days } : {})}
        >
          {phone ? null : days}
        </Button>
      </div>
      <div className={styles.chips}>
        <FilterChips
          label={say('bookings.filter.day')}
          choose="one"
          chosen={near.filter(([, day]) => state.from === day && state.to === day).map(([name]) => name)}
          chips={near.map(([value]) => ({ value, label: say(`bookings.filter.${value}`) }))}
          onChange={([name]) => {
            const day = near.find(([one]) => one === name)?.[1] ?? null;
            onChange({ from: day, to: day });
          }}
        />
        <FilterChips
          label={say('bookings.filter.status')}
          choose="any"
          chosen={state.status}
          chips={BOOKING_STATUSES.map((value) => ({ value, label: say(`bookings.state.${value}`) }))}
          onChange={(status) => onChange({ status })}
        />
        <FilterChips
          label={say('bookings.filter.money')}
          choose="any"
          chosen={state.due}
          chips={(['due', 'overpaid'] as const).map((value) => ({ value, label: say(`bookings.filter.${value}`) }))}
          onChange={(due) => onChange({ due })}
        />
        {LISTS.map(([name, label, list]) => {
          const choices = withUnknown(known[list], state[name]);
          return (
            choices.length > 0 && (
              <FilterMenu
                key={name}
                label={say(label)}
                choices={choices}
                chosen={state[name]}
                onChange={(chosen) => onChange({ [name]: chosen })}
              />
            )
          );
        })}
        <FilterMenu
          label={say('bookings.filter.source')}
          choices={BOOKING_SOURCES.map((value) => ({ value, label: say(`bookings.source.${value}`) }))}
          chosen={state.source}
          onChange={(chosen) => onChange({ source: BOOKING_SOURCES.filter((one) => chosen.includes(one)) })}
        />
      </div>
      {open && (
        <div className={styles.folded}>
          {(['from', 'to', 'bookedFrom', 'bookedTo'] as const).map((name) => (
            <FilterDay
              key={name}
              label={say(`bookings.filter.${name}`)}
              value={state[name]}
              onChange={(day) => onChange({ [name]: day }, { typed: true })}
            />
          ))}
        </div>
      )}
    </>
  );
}
