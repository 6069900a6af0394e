import { mergeClasses } from '@fluentui/react-components';
import { AddRegular, ChevronDownRegular, ChevronRightRegular, SubtractRegular } from '@fluentui/react-icons';
import { memo } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { latestHere, nextMissing, type GuestLine, type Party } from '../../../domain/attendance.ts';
import { formatCode } from '../../../domain/codes.ts';
import { useListStyles } from './list-styles.ts';
import { isSameRow, type RowProps } from './row-actions.ts';
import { BookingMarks } from './marks.tsx';
import { CollectButton, ResolveButton, rowClassName } from './row-parts.tsx';
import { useRowStyles } from './row-styles.ts';

export interface PartyRowProps extends RowProps {
  party: Party;
  isExpanded: boolean;
  /**
   * Missing guests that have rows of their own, as only a part of the party matches or all have names and the row is
   * expanded; null if the row counts the whole party.
   */
  missingInView: readonly GuestLine[] | null;
  isLeaving: boolean;
}

const idsOf = (lines: readonly GuestLine[] | null) => lines?.map((line) => line.guest.id).join() ?? null;
const NO_GUESTS: ReadonlySet<string> = new Set();

const arePropsEqual = (before: PartyRowProps, after: PartyRowProps): boolean =>
  before.party.signature === after.party.signature &&
  before.isExpanded === after.isExpanded &&
  before.isLeaving === after.isLeaving &&
  idsOf(before.missingInView) === idsOf(after.missingInView) &&
  isSameRow(before, after);

/** Row of a party: count, buttons for one more and one fewer, and the guests' names when expanded. */
export const PartyRow = memo(function PartyRow(props: PartyRowProps) {
  const { party, isExpanded, missingInView, isLeaving, active, name, columns, fading, actions } = props;
  const styles = useRowStyles();
  const listStyles = useListStyles();
  const intl = useIntl();
  const tabIndex = active ? 0 : -1;
  const checksInVisible = missingInView !== null && missingInView.length > 1;
  return (
    <div
      className={rowClassName(listStyles, {
        columns,
        fading,
        isLeaving,
        isInParty: false,
        isDone: party.size > 0 && party.checkedIn === party.size,
        isRefused: party.refused.length > 0,
      })}
      data-leaving={isLeaving || undefined}
    >
      {party.lines.some((line) => line.guest.name !== null) && (
        <button
          type="button"
          className={mergeClasses(listStyles.toggle, columns && listStyles.toggleColumn)}
          tabIndex={tabIndex}
          data-part="toggle"
          aria-expanded={isExpanded}
          aria-label={intl.formatMessage({ id: 'checkIn.party.names' }, { name })}
          onClick={() => actions.toggle(party)}
        >
          {isExpanded ? <ChevronDownRegular aria-hidden /> : <ChevronRightRegular aria-hidden />}
        </button>
      )}
      <button
        type="button"
        className={mergeClasses(styles.nameButton, listStyles.main, columns && listStyles.mainColumns)}
        tabIndex={tabIndex}
        onClick={() => actions.open(party)}
        data-part={missingInView !== null && !checksInVisible ? 'primary' : 'open'}
      >
        <span
          className={mergeClasses(styles.name, columns && listStyles.nameLine, party.size === 0 && styles.cancelled)}
          data-name
        >
          {party.booking.contactName}
        </span>
        {renderDetail(props, { styles, listStyles })}
      </button>
      {party.due > 0 ? <CollectButton {...props} /> : columns && <span />}
      {columns && (
        <span className={mergeClasses(listStyles.note, listStyles.wideOnly)}>
          <BookingMarks plain party={party} noteText />
        </span>
      )}
      {renderCheckIn(props, { styles, listStyles, intl })}
    </div>
  );
}, arePropsEqual);

// Parts of a row are functions where they need no hooks: each component would add to the time of a tap.

interface Styles {
  styles: ReturnType<typeof useRowStyles>;
  listStyles: ReturnType<typeof useListStyles>;
}

/** Count, reference and marks: the second line of the name, or columns. */
function renderDetail({ party, columns }: PartyRowProps, { styles, listStyles }: Styles) {
  const { booking } = party;
  const figure = party.size > 0 && (
    <span className={listStyles.figure}>
      <FormattedMessage id="checkIn.party.figure" values={{ here: party.checkedIn, size: party.size }} />
    </span>
  );
  const reference = <span className={styles.code}>{formatCode(booking.reference)}</span>;
  return columns ? (
    <>
      <span className={mergeClasses(listStyles.detail, listStyles.wideOnly)}>
        {figure}
        {reference}
        {booking.organisationName && <span>{booking.organisationName}</span>}
      </span>
      <span className={listStyles.wideOnly} />
    </>
  ) : (
    <span className={listStyles.detail}>
      {figure}
      <BookingMarks plain party={party} />
      {reference}
      {booking.organisationName && <span>{booking.organisationName}</span>}
    </span>
  );
}

/** The way to check in: resolving a refusal first, one guest at a time, or all that match the filter. */
function renderCheckIn(props: PartyRowProps, { styles, listStyles, intl }: Styles & { intl: IntlShape }) {
  const { party, missingInView, active, name, columns, actions } = props;
  const tabIndex = active ? 0 : -1;
  // Refusals of one guest are shown in that guest's row.
  const refused = party.refused.find((action) => action.guestId === null);
  if (refused) return <ResolveButton action={refused} name={name} actions={actions} active={active} />;
  if (missingInView === null) return party.size > 0 && <Stepper {...props} tabIndex={tabIndex} />;
  if (missingInView.length < 2) return null;
  return (
    <button
      type="button"
      className={mergeClasses(styles.check, columns && listStyles.state)}
      tabIndex={tabIndex}
      data-part="primary"
      aria-label={intl.formatMessage({ id: 'checkIn.party.checkInAll' }, { name, count: missingInView.length })}
      onClick={() => actions.checkIn(party, missingInView)}
    >
      <FormattedMessage id="checkIn.party.checkInAllShort" values={{ count: missingInView.length }} />
    </button>
  );
}

function Stepper({ party, name, columns, actions, tabIndex }: PartyRowProps & { tabIndex: number }) {
  const styles = useListStyles();
  const intl = useIntl();
  // Buttons without effect stay focusable and report their state.
  const none = latestHere(party, NO_GUESTS) === null;
  const all = nextMissing(party, NO_GUESTS) === null;
  return (
    <span
      className={mergeClasses(styles.stepper, columns && styles.stepperColumn, all && styles.stepperDone)}
      role="group"
      aria-label={intl.formatMessage({ id: 'checkIn.party.count' }, { name, here: party.checkedIn, size: party.size })}
    >
      <button
        type="button"
        className={mergeClasses(styles.step, styles.fewer, none && styles.finished)}
        tabIndex={tabIndex}
        data-part="fewer"
        aria-disabled={none}
        aria-label={intl.formatMessage({ id: 'checkIn.party.fewer' }, { name })}
        onClick={() => actions.undoLatest(party)}
      >
        <SubtractRegular aria-hidden />
      </button>
      <button
        type="button"
        className={mergeClasses(styles.step, styles.more, all && styles.finished)}
        tabIndex={tabIndex}
        data-part="primary"
        aria-disabled={all}
        aria-label={intl.formatMessage({ id: 'checkIn.party.more' }, { name })}
        onClick={() => actions.checkInNext(party)}
      >
        <AddRegular aria-hidden />
      </button>
    </span>
  );
}
