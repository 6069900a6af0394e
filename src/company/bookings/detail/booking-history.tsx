import { Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingScope } from '../booking-scope.ts';
import { formatHistoryEntry, type HistoryEntry } from './format-history-entry.ts';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  entry: { display: 'grid', gap: '2px', overflowWrap: 'anywhere' },
  what: { fontWeight: weight.bold },
  change: { color: tokens.colorNeutralForeground2 },
  other: { ...type.body, justifySelf: 'start', minHeight: density.target },
  who: { ...type.note, color: tokens.colorNeutralForeground3 },
});

/** Adds a first entry to the history of an imported booking, which has none for its creation. */
function withBeginning({ history, id, createdAt }: BookingDetail): HistoryEntry[] {
  const isMade = history.some(
    ({ code }) => code === 'hold_booking' || code === 'import_booking' || code === 'roll_call_walk_in',
  );
  return isMade
    ? history
    : [{ id, at: createdAt, code: 'hold_booking', who: null, otherId: null, before: null, after: null }, ...history];
}

export interface BookingHistoryProps {
  booking: BookingDetail;
  scope: BookingScope;
  /** Opens a booking that was split from or merged with this one. */
  onOpen(id: Uuid): void;
}

/** History of a booking: who changed what, with old and new values, newest first. */
export function BookingHistory({ booking, scope, onOpen }: BookingHistoryProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Section title={<FormattedMessage id="bookings.history" />}>
      <ol className={styles.list}>
        {withBeginning(booking)
          .toReversed()
          .map((entry) => {
            const { what, changes, words, other } = formatHistoryEntry(entry, { booking, scope, intl });
            return (
              <li key={entry.id} className={styles.entry}>
                <span className={styles.what}>{what}</span>
                {changes.map((change) => (
                  <span key={change} className={styles.change}>
                    {change}
                  </span>
                ))}
                {words.map((response) => (
                  <span key={response} className={styles.change}>
                    <FormattedMessage id="bookings.quoted" values={{ words: response }} />
                  </span>
                ))}
                {entry.otherId !== null && other !== null && (
                  <FluentLink as="button" type="button" className={styles.other} onClick={() => onOpen(entry.otherId!)}>
                    <FormattedMessage id="bookings.history.toOther" values={{ reference: formatCode(other) }} />
                  </FluentLink>
                )}
                <span className={styles.who}>
                  {joinWithDots(
                    entry.who === null
                      ? intl.formatMessage({ id: 'bookings.who.nobody' })
                      : (entry.who.name ?? intl.formatMessage({ id: 'bookings.who.unnamed' })),
                    scope.when(entry.at),
                  )}
                </span>
              </li>
            );
          })}
      </ol>
    </Section>
  );
}
