/** Tells a guest with a ticket for another departure where to go: time and tour first, one fact per line. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { LocationRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { OtherDeparture } from '../../../domain/scan-result.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  root: {
    display: 'flex',
    flexDirection: 'column',
    gap: '4px',
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
  },
  large: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: weight.bold,
  },
  time: { fontVariantNumeric: 'tabular-nums' },
  meetingPoint: { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '6px' },
  icon: { marginTop: '4px' },
});

interface CorrectDepartureProps {
  departure: Pick<OtherDeparture, 'tourTitle' | 'meetingPoint' | 'startsAt' | 'localDate' | 'guideNames'>;
}

/** Includes the date if it differs from the open departure's. */
export function CorrectDeparture({ departure }: CorrectDepartureProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats } = useRollCall();
  const { guideNames, localDate } = departure;
  const time = formats.time(departure.startsAt);
  const meetingPoint = formats.text(departure.meetingPoint);
  return (
    <div className={styles.root}>
      <div className={styles.large}>
        <div className={styles.time}>
          {localDate === view.departure.localDate ? (
            time
          ) : (
            <FormattedMessage id="checkIn.correctDeparture.when" values={{ day: formats.day(localDate), time }} />
          )}
        </div>
        <div>{formats.text(departure.tourTitle)}</div>
      </div>
      {guideNames.length > 0 && (
        <div>
          <FormattedMessage id="checkIn.correctDeparture.guides" values={{ guides: formats.list(guideNames) }} />
        </div>
      )}
      {meetingPoint !== '' && (
        <div className={styles.meetingPoint}>
          <LocationRegular
            className={styles.icon}
            aria-label={intl.formatMessage({ id: 'checkIn.correctDeparture.place' })}
          />
          <span>{meetingPoint}</span>
        </div>
      )}
    </div>
  );
}
