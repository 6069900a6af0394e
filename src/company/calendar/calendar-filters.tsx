/** Calendar filters: tour, guide and language (from the departures in view), and condition. */
import { makeStyles } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useIntl } from 'react-intl';
import type { Calendar } from '../../domain/calendar.ts';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { FilterMenu } from '../../ui/choices/filter-menu.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { DEPARTURE_CONDITIONS, type CalendarFilter } from './calendar-filter.ts';
import type { CalendarContext } from './calendar-context.ts';

const useStyles = makeStyles({
  // One line that scrolls horizontally.
  filters: {
    display: 'flex',
    flexShrink: 0,
    gap: '8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    '& > *': { flexShrink: 0 },
    padding: `4px ${gutter} 12px`,
  },
});

export interface CalendarFiltersProps {
  calendar: Calendar;
  filter: CalendarFilter;
  context: CalendarContext;
  onChange(change: { [K in keyof CalendarFilter]?: CalendarFilter[K][number][] }): void;
}

export function CalendarFilters({ calendar, filter, context, onChange }: CalendarFiltersProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { tours, guides, languages } = useMemo(() => {
    const guideNames = new Map<string, string>();
    for (const departure of calendar.departures)
      for (const { userId, name } of departure.guides) guideNames.set(userId, name);
    const { compare } = new Intl.Collator(intl.locale);
    const byLabel = (a: { label: string }, b: { label: string }) => compare(a.label, b.label);
    return {
      tours: calendar.tours.map(({ id }) => ({ value: id, label: context.title(id) })).sort(byLabel),
      guides: [...guideNames].map(([value, label]) => ({ value, label })).sort(byLabel),
      languages: [...new Set(calendar.departures.map((departure) => departure.language))]
        .map((value) => ({ value, label: context.formats.languageName(value) }))
        .sort(byLabel),
    };
  }, [calendar, context, intl.locale]);
  // Selected values stay visible even if no departure in view has them, so that they can be deselected.
  const hasChoice = (choices: readonly unknown[], selected: readonly string[]) =>
    choices.length > 1 || selected.length > 0;
  // Only the office sees departures below the minimum number of guests.
  const conditions = DEPARTURE_CONDITIONS.filter(
    (value) => value !== 'below_minimum' || calendar.isWholeCompany || filter.show.includes(value),
  );
  return (
    <div className={styles.filters}>
      {hasChoice(tours, filter.tour) && (
        <FilterMenu
          label={intl.formatMessage({ id: 'calendar.filter.tour' })}
          choices={tours}
          selected={filter.tour}
          onChange={(tour) => onChange({ tour })}
        />
      )}
      {((calendar.isWholeCompany && guides.length > 0) || filter.guide.length > 0) && (
        <FilterMenu
          label={intl.formatMessage({ id: 'calendar.filter.guide' })}
          choices={guides}
          selected={filter.guide}
          onChange={(guide) => onChange({ guide })}
        />
      )}
      {hasChoice(languages, filter.language) && (
        <FilterMenu
          label={intl.formatMessage({ id: 'calendar.filter.language' })}
          choices={languages}
          selected={filter.language}
          onChange={(language) => onChange({ language })}
        />
      )}
      <FilterChips
        label={intl.formatMessage({ id: 'calendar.filter.condition' })}
        choose="any"
        selected={filter.show}
        chips={conditions.map((value) => ({ value, label: intl.formatMessage({ id: `calendar.condition.${value}` }) }))}
        onChange={(show) => onChange({ show })}
      />
    </div>
  );
}
