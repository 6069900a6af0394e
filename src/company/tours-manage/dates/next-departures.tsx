/** Departures of the tour, four weeks at a time, with status and differences, to be edited. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { readCalendar } from '../../../data/calendar.ts';
import { needsGuide, type CalendarDeparture } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { addDays } from '../../../lib/local-date.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { DepartureOverridesDialog } from '../../../features/lazy-features.ts';
import { QueryView } from '../../../ui/loading/query-view.tsx';
import { differencesText } from '../../../ui/format/differences-text.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { capitalised, tabular, type, weight } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { FormSection } from '../../../ui/form/form-section.tsx';

const useStyles = makeStyles({
  range: { display: 'inline-block', ...capitalised },
  list: { display: 'grid', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '4px 8px',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  time: { ...type.body, ...tabular, ...capitalised, fontWeight: weight.bold },
  facts: { ...type.note, gridColumn: '1', color: tokens.colorNeutralForeground2 },
  badge: { gridColumn: '1 / -1' },
  change: { gridColumn: '2', gridRow: '1 / span 2' },
  steps: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px' },
  none: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
});

const LISTED_DAYS = 28;

export interface NextDeparturesProps {
  company: Uuid;
  tour: Uuid;
  title: string;
  today: LocalDate;
  formats: Formats;
}

export function NextDepartures({ company, tour, title, today, formats }: NextDeparturesProps) {
  const styles = useStyles();
  const [from, setFrom] = useState(today);
  const [changing, setChanging] = useState<CalendarDeparture | null>(null);
  const to = addDays(from, LISTED_DAYS - 1);
  const query = useServerQuery({
    key: [company, 'tour-departures', tour, from],
    fetch: (signal) => readCalendar(company, { from, to, filters: { tours: [tour] }, signal }),
  });
  return (
    <FormSection
      title="manage.upcoming"
      actions={<PeriodSteps from={from} to={to} today={today} formats={formats} onFrom={setFrom} />}
    >
      <QueryView
        query={query}
        failed={<FormattedMessage id="manage.upcoming.failed" />}
        skeleton={
          <Skeleton>
            <SkeletonItem shape="rectangle" style={{ height: 160 }} />
          </Skeleton>
        }
        empty={({ departures }) =>
          departures.length === 0 ? (
            <p className={styles.none}>
              <FormattedMessage id="manage.upcoming.none" />
            </p>
          ) : null
        }
      >
        {({ departures }) => (
          <ul className={styles.list}>
            {departures.map((departure) => (
              <Row key={departure.id} departure={departure} formats={formats} onChange={() => setChanging(departure)} />
            ))}
          </ul>
        )}
      </QueryView>
      {changing && (
        <DepartureOverridesDialog
          departure={changing}
          context={{ company, formats, title: () => title }}
          onChanged={query.refetch}
          onClose={() => setChanging(null)}
        />
      )}
    </FormSection>
  );
}

interface PeriodStepsProps {
  from: LocalDate;
  to: LocalDate;
  today: LocalDate;
  formats: Formats;
  onFrom(date: LocalDate): void;
}

function PeriodSteps({ from, to, today, formats, onFrom }: PeriodStepsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.steps}>
      <Button
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={intl.formatMessage({ id: 'manage.upcoming.before' })}
        disabledFocusable={from === today}
        onClick={() => from !== today && onFrom(addDays(from, -LISTED_DAYS))}
      />
      <span className={styles.range}>
        <FormattedMessage id="manage.upcoming.range" values={{ from: formats.day(from), to: formats.day(to) }} />
      </span>
      <Button
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={intl.formatMessage({ id: 'manage.upcoming.after' })}
        onClick={() => onFrom(addDays(from, LISTED_DAYS))}
      />
    </div>
  );
}

function Row(props: { departure: CalendarDeparture; formats: Formats; onChange(): void }) {
  const { departure, formats, onChange } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { booked, capacity, language, guides, status } = departure;
  const differs = differencesText(intl, departure.differs);
  const day = formats.day(departure.localDate);
  const time = formats.time(departure.startsAt);
  return (
    <li className={styles.row}>
      <span className={styles.time}>{joinWithDots(day, time)}</span>
      <span className={styles.facts}>
        {joinWithDots(
          status === 'cancelled' && intl.formatMessage({ id: 'manage.upcoming.cancelled' }),
          intl.formatMessage({ id: 'manage.upcoming.booked' }, { booked, capacity }),
          formats.language(language),
          needsGuide(departure)
            ? intl.formatMessage({ id: 'manage.upcoming.noGuide' })
            : formats.list(guides.filter(({ state }) => state !== 'declined').map(({ name }) => name)),
        )}
      </span>
      {status === 'scheduled' && (
        <Button
          className={styles.change}
          aria-label={intl.formatMessage({ id: 'manage.upcoming.changeOf' }, { day, time })}
          onClick={onChange}
        >
          <FormattedMessage id="manage.upcoming.change" />
        </Button>
      )}
      {differs && (
        <div className={styles.badge}>
          <StateBadge state="neutral">{differs}</StateBadge>
        </div>
      )}
    </li>
  );
}
