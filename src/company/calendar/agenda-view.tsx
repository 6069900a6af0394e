/** Agenda: days with their departures as a list; empty days are left out. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { CalendarScope } from './calendar-scope.ts';
import { DepartureEntry } from './departure-entry.tsx';

const useStyles = makeStyles({
  agenda: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', maxWidth: '720px' },
  day: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  heading: { ...type.body, ...tabular, margin: 0, fontWeight: weight.bold },
  open: { justifySelf: 'start', minWidth: 0, padding: '0 4px', fontWeight: weight.bold },
  today: { color: tokens.colorBrandForeground1 },
  line: {
    display: 'block',
    width: '100%',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusSmall,
    background: 'none',
    font: 'inherit',
    textAlign: 'start',
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { boxShadow: `0 0 0 1px ${tokens.colorNeutralStroke1}` } },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  facts: { ...type.note, margin: '2px 0 4px', paddingInlineStart: '12px', color: tokens.colorNeutralForeground2 },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

export function AgendaView({ days, scope }: { days: readonly LocalDate[]; scope: CalendarScope }) {
  const styles = useStyles();
  const visibleDays = days.filter((day) => scope.departuresOn(day).length > 0 || scope.dayOffText(day) !== '');
  if (visibleDays.length === 0)
    return <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="calendar.nothing" />} />;
  return (
    <div className={styles.agenda}>
      {visibleDays.map((day) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.heading}>
            <Button
              className={mergeClasses(styles.open, day === scope.today && styles.today)}
              appearance="transparent"
              data-date={day}
              onClick={() => scope.openDay(day)}
            >
              {scope.formats.day(day)}
            </Button>
          </h2>
          {scope.dayOffText(day) && <p className={styles.facts}>{scope.dayOffText(day)}</p>}
          <ul className={styles.list}>
            {scope.departuresOn(day).map((departure) => (
              <li key={departure.id}>
                <button
                  type="button"
                  className={styles.line}
                  data-departure={departure.id}
                  aria-label={scope.label(departure)}
                  onClick={() => scope.openDay(day)}
                >
                  <DepartureEntry departure={departure} scope={scope} layout="tall" isLabelled />
                </button>
                <p className={styles.facts}>
                  {joinWithDots(
                    scope.formats.language(departure.language),
                    scope.guides(departure),
                    scope.differs(departure),
                  )}
                </p>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
