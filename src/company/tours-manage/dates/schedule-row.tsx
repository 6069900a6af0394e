import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ChevronRightRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { LocalDate } from '../../../domain/ids.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { capitalised, tabular, type, weight } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { formatSchedule, formatRuleDate } from './format-schedule.ts';
import type { LoadedSchedule } from './use-schedules.ts';

const useStyles = makeStyles({
  row: {
    width: '100%',
    justifyContent: 'flex-start',
    gap: '12px',
    padding: '12px 16px',
    textAlign: 'start',
    fontWeight: weight.regular,
    borderRadius: tokens.borderRadiusLarge,
  },
  texts: { display: 'grid', gap: '2px', flex: '1 1 0', minWidth: 0 },
  text: { ...type.lead, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  facts: { ...type.body, ...tabular, ...capitalised, color: tokens.colorNeutralForeground3 },
});

/** A schedule as text; opens its editor. */
export function ScheduleRow({
  schedule: { schedule, exceptions, nextAt },
  today,
  timeZone,
  formats,
  onOpen,
}: {
  schedule: LoadedSchedule;
  today: LocalDate;
  timeZone: string;
  formats: Formats;
  onOpen(): void;
}) {
  const styles = useStyles();
  const intl = useIntl();
  const upcomingCount = exceptions.filter(({ localDate }) => localDate >= today).length;
  return (
    <li>
      <Button className={styles.row} onClick={onOpen}>
        <span className={styles.texts}>
          <span className={styles.text}>{formatSchedule(intl, schedule)}</span>
          <span className={styles.facts}>
            {joinWithDots(
              schedule.startsOn > today &&
                intl.formatMessage({ id: 'manage.schedule.from' }, { date: formatRuleDate(intl, schedule.startsOn) }),
              nextAt &&
                intl.formatMessage(
                  { id: 'manage.schedule.next' },
                  { date: formats.day(localDateIn(timeZone, Date.parse(nextAt))) },
                ),
              schedule.capacity !== null &&
                intl.formatMessage({ id: 'manage.schedule.seats' }, { count: schedule.capacity }),
              schedule.language && formats.language(schedule.language),
              upcomingCount > 0 && intl.formatMessage({ id: 'manage.schedule.exceptions' }, { count: upcomingCount }),
            )}
          </span>
        </span>
        {!schedule.isActive && (
          <StateBadge state="neutral">
            <FormattedMessage id="manage.schedule.off" />
          </StateBadge>
        )}
        <ChevronRightRegular aria-hidden />
      </Button>
    </li>
  );
}
