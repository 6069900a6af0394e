import { mergeClasses } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { isMissing, type Party } from '../../domain/attendance.ts';
import { spacedCode } from '../../domain/codes.ts';
import { CollectButton, PartyMarks, type RowActs } from './guest-row.tsx';
import { useRowStyles } from './row-styles.ts';
import type { Formats } from './use-formats.ts';

export interface PartyRowProps {
  party: Party;
  active: boolean;
  formats: Formats;
  acts: RowActs;
}

const looksTheSame = (before: PartyRowProps, after: PartyRowProps): boolean =>
  before.party.signature === after.party.signature &&
  before.active === after.active &&
  before.formats === after.formats &&
  before.acts === after.acts;

/** The row above the guests of a party of several: how many are here, and all at once. */
export const PartyRow = memo(function PartyRow({ party, active, formats, acts }: PartyRowProps) {
  const styles = useRowStyles();
  const intl = useIntl();
  const { booking } = party;
  const missing = party.lines.filter(isMissing);
  const tabIndex = active ? 0 : -1;
  const name = booking.contactName;
  return (
    <div className={mergeClasses(styles.row, styles.party)}>
      <button
        type="button"
        className={styles.main}
        tabIndex={tabIndex}
        onClick={() => acts.open(party)}
        data-part={missing.length > 1 ? 'open' : 'primary'}
      >
        <span className={mergeClasses(styles.name, party.size === 0 && styles.gone)}>{name}</span>
        <span className={styles.detail}>
          <PeopleRegular aria-hidden />
          <FormattedMessage id="checkIn.party.here" values={{ here: party.here, size: party.size }} />
          <span className={styles.code}>{spacedCode(booking.reference)}</span>
          {booking.organisationName && <span>{booking.organisationName}</span>}
          <PartyMarks party={party} />
        </span>
      </button>
      {party.due > 0 && <CollectButton party={party} formats={formats} acts={acts} tabIndex={tabIndex} />}
      {missing.length > 1 && (
        <button
          type="button"
          className={styles.check}
          tabIndex={tabIndex}
          data-part="primary"
          aria-label={intl.formatMessage({ id: 'checkIn.party.checkInAll' }, { name, count: missing.length })}
          onClick={() => acts.checkIn(party, missing)}
        >
          <FormattedMessage id="checkIn.party.checkInAllShort" values={{ count: missing.length }} />
        </button>
      )}
    </div>
  );
}, looksTheSame);
