/** Lists the first parties with missing guests, each with a button to call its contact. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { CallRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { density, type, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { guestDisplayName } from '../roll-call/guest-texts.ts';
import { dialablePhone } from '../party/party-contact.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const MAX_PARTIES = 5;

const useStyles = makeStyles({
  title: { margin: 0, ...type.lead, fontWeight: weight.bold, color: stateColours.attention.foreground },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  line: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '8px',
    minHeight: density.target,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  name: { minWidth: 0, fontWeight: weight.bold },
  count: {
    marginInlineStart: '8px',
    fontWeight: weight.regular,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  call: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '8px',
    flexShrink: 0,
    minHeight: density.target,
    padding: '0 8px',
    color: tokens.colorBrandForegroundLink,
    fontWeight: weight.bold,
    borderRadius: tokens.borderRadiusMedium,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
    '& svg': { fontSize: '20px' },
  },
  more: { margin: '8px 0 0', color: tokens.colorNeutralForeground2 },
});

export function MissingCalls() {
  const styles = useStyles();
  const intl = useIntl();
  const { parties, formats } = useRollCall();
  const compare = new Intl.Collator(formats.locale).compare;
  // One row per party, because one call reaches all of it.
  const missingParties = parties
    .map((party) => ({ party, lines: party.lines.filter((line) => line.status === 'expected') }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ party, lines: [first, ...otherLines] }) => ({
      id: party.booking.id,
      name: first && otherLines.length === 0 ? guestDisplayName(first, { party, intl }) : party.booking.contactName,
      count: otherLines.length + 1,
      phone: dialablePhone(party.booking),
    }))
    .sort((a, b) => compare(a.name, b.name));
  const total = missingParties.reduce((sum, { count }) => sum + count, 0);
  const listed = missingParties.slice(0, MAX_PARTIES);
  const more = total - listed.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  return (
    <section>
      <h3 className={styles.title}>
        <FormattedMessage id="checkIn.depart.noShows" values={{ count: total }} />
      </h3>
      <ul className={styles.list}>
        {listed.map(({ id, name, count, phone }) => (
          <li key={id} className={styles.line}>
            <span className={styles.name}>
              {name}
              {count > 1 && (
                <span className={styles.count}>
                  <FormattedMessage id="checkIn.people.other" values={{ count }} />
                </span>
              )}
            </span>
            {phone !== null && (
              <a
                className={styles.call}
                href={`tel:${phone}`}
                aria-label={intl.formatMessage({ id: 'checkIn.contact.callOf' }, { name })}
              >
                <CallRegular aria-hidden />
                <FormattedMessage id="checkIn.contact.call" />
              </a>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.more}>
          <FormattedMessage id="checkIn.depart.moreMissing" values={{ count: more }} />
        </p>
      )}
    </section>
  );
}
