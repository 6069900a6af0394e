/** Next departures of a tour: time, language and seats left, by icon and text as well as colour. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { PersonProhibitedRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ListedDeparture } from '../../data/tours.ts';
import { BELOW_MINIMUM_SIGN } from '../../ui/states/departure-signs.tsx';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { tabular, type, noWrap, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  row: {
    ...type.body,
    ...tabular,
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 40px 72px',
    alignItems: 'center',
    gap: '8px',
  },
  date: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '0 8px', minWidth: 0 },
  time: { ...noWrap, fontWeight: weight.bold },
  language: { color: tokens.colorNeutralForeground3 },
  sign: { display: 'inline-flex', color: stateColours.attention.foreground, '& svg': { fontSize: '16px' } },
  seats: { ...noWrap, textAlign: 'end' },
  bar: {
    position: 'relative',
    height: '6px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground5,
    overflow: 'hidden',
  },
  taken: { position: 'absolute', insetBlock: 0, insetInlineStart: 0, backgroundColor: tokens.colorNeutralForeground3 },
  attention: { color: stateColours.attention.foreground },
  neutral: { color: tokens.colorNeutralForeground3 },
});

/** Only few seats left are highlighted; a full departure is fine. */
const isScarce = ({ availability, seatsLeft, capacity }: ListedDeparture) =>
  availability === 'LIMITED' && seatsLeft * 5 <= capacity;
const isOver = ({ availability }: ListedDeparture) => availability === 'SOLD_OUT' || availability === 'CLOSED';

export function NextDepartures({ departures, formats }: { departures: readonly ListedDeparture[]; formats: Formats }) {
  const styles = useStyles();
  const intl = useIntl();
  if (departures.length === 0) return null;
  return (
    <ul className={styles.list} aria-label={intl.formatMessage({ id: 'tours.next' })}>
      {departures.map((departure) => {
        const { id, startsAt, localDate, language, capacity, seatsLeft, hasGuide, belowMinimum, availability } =
          departure;
        return (
          <li key={id} className={styles.row}>
            <span className={styles.date}>
              <span className={styles.time}>{formats.dayAndTime(localDate, startsAt)}</span>
              <span className={styles.language}>{formats.language(language)}</span>
              {!hasGuide && (
                <span className={styles.sign} title={intl.formatMessage({ id: 'tours.attention.no_guide' })}>
                  <PersonProhibitedRegular aria-label={intl.formatMessage({ id: 'tours.attention.no_guide' })} />
                </span>
              )}
              {belowMinimum && (
                <span
                  className={styles.sign}
                  title={intl.formatMessage({ id: 'tours.attention.below_minimum' })}
                  role="img"
                  aria-label={intl.formatMessage({ id: 'tours.attention.below_minimum' })}
                >
                  {BELOW_MINIMUM_SIGN}
                </span>
              )}
            </span>
            <span className={styles.bar} aria-hidden>
              <span
                className={styles.taken}
                style={{ width: `${String(capacity > 0 ? (100 * (capacity - seatsLeft)) / capacity : 100)}%` }}
              />
            </span>
            <span
              className={mergeClasses(
                styles.seats,
                isScarce(departure) && styles.attention,
                isOver(departure) && styles.neutral,
              )}
            >
              <FormattedMessage id={`tours.seats.${availability}`} values={{ count: seatsLeft }} />
            </span>
          </li>
        );
      })}
    </ul>
  );
}
