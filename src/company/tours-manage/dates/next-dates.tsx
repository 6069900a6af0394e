/** The next ten dates of a schedule as edited, with exceptions and the dates that days off remove. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { SCHEDULE_EXCEPTION_KINDS } from '../../../domain/schedules.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import type { MenuEntry } from '../../../ui/commands/menu-entry.ts';
import { MoreMenu } from '../../../ui/commands/more-menu.tsx';
import { StateBadge } from '../../../ui/states/state-badge.tsx';
import { tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import type { NextDates as Dates } from './use-schedules.ts';

export type NextDate = Dates['dates'][number];

const useStyles = makeStyles({
  list: { ...type.body, ...tabular, margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    minHeight: '36px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
  },
  time: { ...noWrap, fontWeight: weight.bold },
  space: { flex: '1 1 0' },
  skipped: { color: tokens.colorNeutralForeground3 },
  none: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const KIND_TEXTS = {
  added: 'manage.exception.added',
  changed: 'manage.exception.changed',
  removed: 'manage.exception.removed',
} as const satisfies Record<(typeof SCHEDULE_EXCEPTION_KINDS)[number], string>;

export interface NextDatesProps {
  dates: Dates;
  formats: Formats;
  /** Omitted for an unsaved schedule, whose dates cannot be changed. */
  menuOf?: ((date: NextDate) => readonly MenuEntry[]) | undefined;
}

export function NextDates({ dates: { dates, skipped }, formats, menuOf }: NextDatesProps) {
  const styles = useStyles();
  const intl = useIntl();
  if (dates.length === 0)
    return (
      <p className={styles.none}>
        <FormattedMessage id="manage.dates.none" />
      </p>
    );
  const rows = [
    ...dates.map((date) => ({ at: date.localDate + date.startsAt, date, off: null })),
    ...skipped.map((off) => ({ at: off.localDate, date: null, off })),
  ].sort((a, b) => (a.at < b.at ? -1 : 1));
  return (
    <ol className={styles.list} aria-label={intl.formatMessage({ id: 'manage.dates.next' })}>
      {rows.map(({ at, date, off }) =>
        date ? (
          <li key={date.scheduledDate + at} className={styles.row}>
            <span className={styles.time}>
              {joinWithDots(
                `${formats.day(date.localDate)}\u00a0${date.localDate.slice(0, 4)}`,
                formats.time(date.startsAt),
              )}
            </span>
            {date.kind && (
              <StateBadge state="neutral">
                <FormattedMessage id={KIND_TEXTS[date.kind]} />
              </StateBadge>
            )}
            <span className={styles.space} />
            {menuOf && (
              <MoreMenu
                label={intl.formatMessage({ id: 'table.menu' }, { name: formats.day(date.localDate) })}
                entries={menuOf(date)}
              />
            )}
          </li>
        ) : (
          <li key={at} className={styles.row}>
            <s className={styles.skipped}>{off && formats.day(off.localDate)}</s>
            <span className={styles.skipped}>{off?.name}</span>
          </li>
        ),
      )}
    </ol>
  );
}
