/** Shows whether the next departure is stored on the device; guides check this the evening before. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, CloudArrowDownRegular, WarningFilled } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import { addDays } from '../../../lib/local-date.ts';
import type { LocalDate } from '../../../domain/ids.ts';
import type { DepartureSummary, SyncState } from '../../../offline/read/views.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { STALE_LIST_AGE_MS, nextOfflineDeparture } from './departure-days.ts';
import { formatAge } from '../../../ui/format/format-age.ts';
import type { Formats } from '../../../ui/format/use-formats.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  badge: {
    display: 'grid',
    gridTemplateColumns: '24px minmax(0, 1fr)',
    gap: '12px',
    alignItems: 'start',
    padding: '12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  icon: { fontSize: '24px', display: 'flex' },
  title: { fontWeight: weight.bold },
  detail: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  // The normal state is unobtrusive.
  ok: {
    color: tokens.colorNeutralForeground2,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: `inset 0 0 0 1px ${tokens.colorNeutralStroke2}`,
    '& svg': { color: stateColours.ok.foreground },
  },
  attention: { color: stateColours.attention.foreground, backgroundColor: stateColours.attention.background },
  waiting: { color: stateColours.waiting.foreground, backgroundColor: stateColours.waiting.background },
});

export interface OfflineReadyBadgeProps {
  departures: readonly DepartureSummary[];
  pulledAt: SyncState['pulledAt'];
  persisted: SyncState['persisted'];
  formats: Formats;
  now: number;
  today: LocalDate;
}

export function OfflineReadyBadge({ departures, pulledAt, persisted, formats, now, today }: OfflineReadyBadgeProps) {
  const styles = useStyles();
  const summary = nextOfflineDeparture(departures, { now, today });
  if (!summary) return null;
  const { departure, tally } = summary;
  const guests = tally.expected + tally.checkedIn + tally.noShow;
  const time = formats.time(departure.startsAt);
  const when =
    departure.localDate === today ? (
      <FormattedMessage id="checkIn.ready.today" values={{ time }} />
    ) : departure.localDate === addDays(today, 1) ? (
      <FormattedMessage id="checkIn.ready.tomorrow" values={{ time }} />
    ) : (
      formats.dayAndTime(departure.localDate, departure.startsAt)
    );
  const storedAt = pulledAt === null ? null : Date.parse(pulledAt);
  const state = storedAt === null ? 'waiting' : now - storedAt > STALE_LIST_AGE_MS ? 'attention' : 'ok';
  const Icon = { ok: CheckmarkCircleFilled, attention: WarningFilled, waiting: CloudArrowDownRegular }[state];
  return (
    <div className={mergeClasses(styles.badge, styles[state])}>
      <span className={styles.icon} aria-hidden>
        <Icon />
      </span>
      <div>
        <div className={styles.title}>
          {storedAt === null ? (
            <FormattedMessage id="checkIn.ready.fetching" />
          ) : (
            <FormattedMessage id="checkIn.ready.stored" values={{ when, guests }} />
          )}
        </div>
        {storedAt !== null && (
          <div className={styles.detail}>
            <div data-age>
              <FormattedMessage
                id={state === 'attention' ? 'checkIn.ready.old' : 'checkIn.sync.age'}
                values={{ age: formatAge(formats, storedAt, now) }}
              />
            </div>
            {persisted === false && <FormattedMessage id="checkIn.ready.evictable" />}
          </div>
        )}
      </div>
    </div>
  );
}
