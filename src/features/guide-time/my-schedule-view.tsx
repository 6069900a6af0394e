/** A guide's departures and proposals by day, available offline; proposals are answered here. */
import { Button, Skeleton, SkeletonItem, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronLeftRegular, ChevronRightRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { answerAssignment, type AssignmentReply, type MyMonth } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { addMonths, monthOf, monthsBetween } from '../../lib/month-grid.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { Message } from '../../ui/states/message.tsx';
import { capitalised, density, type, weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { AssignmentCard } from './assignment-card.tsx';
import { myMonthQuery } from './my-month-query.ts';
import { formatMonth } from '../../ui/dates/format-month.ts';

const useStyles = makeStyles({
  part: { display: 'grid', gap: '16px' },
  months: { display: 'flex', alignItems: 'center', gap: '4px' },
  step: { minWidth: density.target },
  month: { ...type.body, fontWeight: weight.bold, margin: 0, ...capitalised },
  day: { ...type.body, fontWeight: weight.bold, margin: '0 0 4px', ...capitalised },
  list: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  earlier: { justifySelf: 'start' },
  none: { margin: 0, color: tokens.colorNeutralForeground2 },
  skeleton: { display: 'grid', gap: '8px' },
});

function MonthSwitch({ month, onStep }: { month: string; onStep(months: number): void }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.months}>
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronLeftRegular />}
        aria-label={intl.formatMessage({ id: 'guideTime.month.before' })}
        onClick={() => onStep(-1)}
      />
      <Button
        className={styles.step}
        appearance="subtle"
        icon={<ChevronRightRegular />}
        aria-label={intl.formatMessage({ id: 'guideTime.month.after' })}
        onClick={() => onStep(1)}
      />
      <h3 className={styles.month} aria-live="polite">
        {formatMonth(intl, month)}
      </h3>
    </div>
  );
}

interface ScheduleDaysProps {
  schedule: MyMonth;
  zone: string;
  busy: boolean;
  /** Earlier days are hidden; null shows all. */
  firstDay: LocalDate | null;
  onShowAll(): void;
  onAnswer(departure: Uuid, reply: AssignmentReply): void;
}

function ScheduleDays({
  schedule: { departures, tours },
  zone,
  busy,
  firstDay,
  onShowAll,
  onAnswer,
}: ScheduleDaysProps) {
  const styles = useStyles();
  const formats = useFormats(zone);
  if (departures.length === 0)
    return (
      <p className={styles.none}>
        <FormattedMessage id="guideTime.month.none" />
      </p>
    );
  const days = [...new Set(departures.map(({ localDate }) => localDate))];
  const shownDays = days.filter((day) => firstDay === null || day >= firstDay);
  return (
    <>
      {shownDays.length < days.length && (
        <Button className={styles.earlier} onClick={onShowAll}>
          <FormattedMessage id="guideTime.month.earlier" />
        </Button>
      )}
      {shownDays.map((day) => (
        <div key={day}>
          <h4 className={styles.day}>{formats.date(day)}</h4>
          <ul className={styles.list}>
            {departures
              .filter(({ localDate }) => localDate === day)
              .map((departure) => (
                <AssignmentCard
                  key={departure.id}
                  assignment={departure}
                  tour={tours.find(({ id }) => id === departure.tourId)}
                  zone={zone}
                  busy={busy}
                  onAnswer={(reply) => onAnswer(departure.id, reply)}
                />
              ))}
          </ul>
        </div>
      ))}
    </>
  );
}

export function MyScheduleView({ company, zone, from }: { company: Uuid; zone: string; from?: LocalDate }) {
  const styles = useStyles();
  const today = localDateIn(zone, useNow());
  const [by, setBy] = useState(() => (from ? monthsBetween(monthOf(today), monthOf(from)) : 0));
  const [showsAll, setShowsAll] = useState(false);
  const month = addMonths(monthOf(today), by);
  const query = useServerQuery(myMonthQuery(company, month));
  const saving = useMutation({
    send: (args: Parameters<typeof answerAssignment>[1]) => answerAssignment(company, args),
    invalidates: [[company]],
  });
  const { result } = saving;
  return (
    <section className={styles.part}>
      <MonthSwitch month={month} onStep={(months) => setBy(by + months)} />
      {result && !result.ok && (
        <Message state="no" alert onClose={saving.reset}>
          <FormattedMessage id={result.code === 'refused' ? 'guideTime.month.ended' : FAILURE_TEXTS[result.code]} />
        </Message>
      )}
      <QueryView
        query={query}
        failed={<FormattedMessage id="guideTime.month.failed" />}
        skeleton={
          <Skeleton className={styles.skeleton}>
            {[96, 104, 112].map((height) => (
              <SkeletonItem key={height} shape="rectangle" style={{ height }} />
            ))}
          </Skeleton>
        }
      >
        {(schedule) => (
          <ScheduleDays
            schedule={schedule}
            zone={zone}
            busy={saving.busy}
            firstDay={by === 0 && !showsAll ? today : null}
            onShowAll={() => setShowsAll(true)}
            onAnswer={(departureId, reply) => void saving.save({ departureId, reply })}
          />
        )}
      </QueryView>
    </section>
  );
}
