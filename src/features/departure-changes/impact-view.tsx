/**
 * The impact of a departure change: how many guests get a mail, who has to be called, and which guides have a conflict.
 */
import { Link, makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CalendarConflict } from '../../data/departures.ts';
import type { Impact } from '../../data/departure-schemas.ts';
import { PhoneNumber } from '../../ui/format/phone-number.tsx';
import { Message } from '../../ui/states/message.tsx';
import type { PreviewedChange } from './departure-change.ts';

const useStyles = makeStyles({
  toCall: { marginTop: '8px' },
  guests: { margin: 0, padding: 0, listStyle: 'none' },
  guest: { display: 'flex', flexWrap: 'wrap', gap: '0 8px' },
});

export interface ImpactViewProps {
  impact: Impact;
  conflicts: readonly CalendarConflict[];
  kind: PreviewedChange;
}

export function ImpactView({ impact, conflicts, kind }: ImpactViewProps) {
  const intl = useIntl();
  const { bookings, guests, guides, withoutEmail } = impact;
  const isMailed = kind === 'cancel' || kind === 'move';
  const nameOfGuide = (id: string) => guides.find(({ userId }) => userId === id)?.name;
  return (
    <>
      <Message state={kind === 'cancel' && guests > 0 ? 'attention' : 'neutral'}>
        {bookings + guides.length === 0 ? (
          <FormattedMessage id="calendar.noOneAffected" />
        ) : (
          <FormattedMessage id="calendar.concerns" values={{ bookings, guests, guides: guides.length }} />
        )}
        {withoutEmail.length > 0 && isMailed && <GuestsToCall guests={withoutEmail} />}
      </Message>
      {conflicts.length > 0 && (
        <Message state="attention">
          {conflicts.map(({ userId, kind }) => (
            <p key={`${userId} ${kind}`} style={{ margin: 0 }}>
              {intl.formatMessage(
                { id: `calendar.conflict.${kind}` },
                { name: nameOfGuide(userId) ?? intl.formatMessage({ id: 'calendar.filter.guide' }) },
              )}
            </p>
          ))}
        </Message>
      )}
    </>
  );
}

function GuestsToCall({ guests }: { guests: Impact['withoutEmail'] }) {
  const styles = useStyles();
  return (
    <div className={styles.toCall}>
      <FormattedMessage id="calendar.call" />
      <ul className={styles.guests}>
        {guests.map(({ id, contactName, contactPhone }) => (
          <li key={id} className={styles.guest}>
            <span>{contactName}</span>
            {contactPhone && (
              <Link href={`tel:${contactPhone}`}>
                <PhoneNumber phone={contactPhone} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
