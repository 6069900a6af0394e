/** Agenda: days with their departures as a list; days with neither departures nor a day off are left out. */
import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { capitalise } from '../../lib/capitalise.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { capitalised, tabular, type, weight } from '../../ui/theme/sizes.ts';
import type { CalendarContext } from './calendar-context.ts';
import { DepartureEntry } from './departure-entry.tsx';

const useStyles = makeStyles({
  agenda: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px', maxWidth: '720px' },
  day: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  heading: { ...type.body, ...tabular, margin: 0, fontWeight: weight.bold },
  open: { justifySelf: 'start', minWidth: 0, padding: 0, border: 'none', fontWeight: weight.bold },
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
  facts: {
    ...type.note,
    ...capitalised,
    margin: '2px 0 4px',
    paddingInlineStart: '12px',
    color: tokens.colorNeutralForeground2,
  },
  list: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '4px',
    margin: 0,
    padding: 0,
    listStyleType: 'none',
  },
});

export function AgendaView({ days, context }: { days: readonly LocalDate[]; context: CalendarContext }) {
  const styles = useStyles();
  const visibleDays = days.filter((day) => context.departuresOn(day).length > 0 || context.dayOffText(day) !== '');
  if (visibleDays.length === 0)
    return <EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="calendar.nothing" />} />;
  return (
    <div className={styles.agenda}>
      {visibleDays.map((day) => (
        <section key={day} className={styles.day}>
          <h2 className={styles.heading}>
            <Button
              className={mergeClasses(styles.open, day === context.today && styles.today)}
              appearance="transparent"
              data-date={day}
              onClick={() => context.openDay(day)}
            >
              {capitalise(context.formats.day(day), context.formats.locale)}
            </Button>
          </h2>
          {context.dayOffText(day) && <p className={styles.facts}>{context.dayOffText(day)}</p>}
          <ul className={styles.list}>
            {context.departuresOn(day).map((departure) => (
              <li key={departure.id}>
                <button
                  type="button"
                  className={styles.line}
                  data-departure={departure.id}
                  aria-label={context.label(departure)}
                  onClick={() => context.openDay(day)}
                >
                  <DepartureEntry departure={departure} context={context} layout="tall" isLabelled />
                </button>
                <p className={styles.facts}>
                  {joinWithDots(
                    context.formats.language(departure.language),
                    context.guides(departure),
                    context.differs(departure),
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
