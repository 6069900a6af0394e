import { Link as FluentLink, makeStyles, tokens } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import { formatCode } from '../../../domain/codes.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { joinWithDots } from '../../../lib/join-with-dots.ts';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';
import { formatHistoryEntry, type HistoryEntry } from './format-history-entry.ts';
import { useFormatPhone } from '../../../ui/format/phone-number.tsx';
import { Section } from './section.tsx';

const useStyles = makeStyles({
  list: { ...type.body, display: 'grid', gap: '12px', margin: 0, padding: 0, listStyleType: 'none' },
  entry: { display: 'grid', gap: '2px', overflowWrap: 'anywhere' },
  title: { fontWeight: weight.bold },
  change: { color: tokens.colorNeutralForeground2 },
  otherBooking: { ...type.body, justifySelf: 'start', minHeight: density.target },
  author: { ...type.note, color: tokens.colorNeutralForeground3 },
});

/**
 * Adds a first entry where the history has none for the creation: if the booking was split off another one, or its old
 * entries were deleted (retention).
 */
function historyFromCreation({ history, id, createdAt }: BookingDetail): HistoryEntry[] {
  const hasCreation = history.some(
    ({ code }) => code === 'hold_booking' || code === 'import_booking' || code === 'roll_call_walk_in',
  );
  return hasCreation
    ? history
    : [{ id, at: createdAt, code: 'hold_booking', actor: null, otherId: null, before: null, after: null }, ...history];
}

export interface BookingHistoryProps {
  booking: BookingDetail;
  context: BookingContext;
  /** Opens a booking that was split from or merged with this one. */
  onOpen(id: Uuid): void;
}

/** History of a booking: who changed what, with old and new values, newest first. */
export function BookingHistory({ booking, context, onOpen }: BookingHistoryProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formatPhone = useFormatPhone();
  return (
    <Section title={<FormattedMessage id="bookings.history" />}>
      <ol className={styles.list}>
        {historyFromCreation(booking)
          .toReversed()
          .map((entry) => {
            const { title, changes, quotes, otherReference } = formatHistoryEntry(entry, {
              booking,
              context,
              intl,
              formatPhone,
            });
            return (
              <li key={entry.id} className={styles.entry}>
                <span className={styles.title}>{title}</span>
                {changes.map((change) => (
                  <span key={change} className={styles.change}>
                    {change}
                  </span>
                ))}
                {quotes.map((quote) => (
                  <span key={quote} className={styles.change}>
                    <FormattedMessage id="bookings.quoted" values={{ words: quote }} />
                  </span>
                ))}
                {entry.otherId !== null && otherReference !== null && (
                  <FluentLink
                    as="button"
                    type="button"
                    className={styles.otherBooking}
                    onClick={() => onOpen(entry.otherId!)}
                  >
                    <FormattedMessage
                      id="bookings.history.toOther"
                      values={{ reference: formatCode(otherReference) }}
                    />
                  </FluentLink>
                )}
                <span className={styles.author}>
                  {joinWithDots(
                    entry.actor === null
                      ? intl.formatMessage({ id: 'bookings.actor.automatic' })
                      : (entry.actor.name ?? intl.formatMessage({ id: 'bookings.actor.unnamed' })),
                    context.when(entry.at),
                  )}
                </span>
              </li>
            );
          })}
      </ol>
    </Section>
  );
}
