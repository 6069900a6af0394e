import { mergeClasses } from '@fluentui/react-components';
import { memo, type ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import type { GuestLine, Party } from '../../../domain/attendance.ts';
import { formatCode } from '../../../domain/codes.ts';
import { CheckButton } from './check-button.tsx';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { nameInParty, guestDisplayName } from '../roll-call/guest-texts.ts';
import { useListStyles } from './list-styles.ts';
import { isSameRow, type RowProps } from './row-actions.ts';
import { BookingMarks, GuestMarks } from './marks.tsx';
import { CollectButton, ResolveButton, rowClassName } from './row-parts.tsx';
import { useRowStyles } from './row-styles.ts';

export interface GuestRowProps extends RowProps {
  party: Party;
  line: GuestLine;
  isOnlyGuest: boolean;
  isLeaving: boolean;
  waiting: boolean;
}

/** Each pull creates new objects, so rows compare the party's signature. */
function arePropsEqual(before: GuestRowProps, after: GuestRowProps): boolean {
  return (
    before.party.signature === after.party.signature &&
    before.line.guest.id === after.line.guest.id &&
    before.isOnlyGuest === after.isOnlyGuest &&
    before.isLeaving === after.isLeaving &&
    before.waiting === after.waiting &&
    isSameRow(before, after)
  );
}

export const GuestRow = memo(function GuestRow(props: GuestRowProps) {
  const { party, line, isOnlyGuest, isLeaving, active, name, columns, fading, actions } = props;
  const styles = useRowStyles();
  const listStyles = useListStyles();
  const intl = useIntl();
  const displayName = guestDisplayName(line, { party, intl });
  const cancelled = line.status === 'cancelled';
  // A single guest has no party row that could show the booking's refusals.
  const refused = line.refused ?? (isOnlyGuest ? (party.refused[0] ?? null) : null);
  const marks = (
    <>
      <GuestMarks line={line} isOnlyGuest={isOnlyGuest} />
      {isOnlyGuest && <BookingMarks plain party={party} noteText={columns} />}
    </>
  );
  return (
    <div
      className={rowClassName(listStyles, {
        columns,
        fading,
        isLeaving,
        isInParty: !isOnlyGuest,
        isDone: line.status === 'checked_in',
        isRefused: refused !== null,
      })}
      data-leaving={isLeaving || undefined}
    >
      <button
        type="button"
        className={mergeClasses(styles.nameButton, listStyles.main, columns && listStyles.mainColumns)}
        tabIndex={active ? 0 : -1}
        onClick={() => actions.open(party)}
        data-part="open"
      >
        <span
          className={mergeClasses(styles.name, columns && listStyles.nameLine, cancelled && styles.cancelled)}
          data-name
        >
          {isOnlyGuest ? displayName : nameInParty(line, { party, intl })}
        </span>
        {/* What `distinctNames` appended; the row of an only guest shows the reference anyway. */}
        {!isOnlyGuest && name !== displayName && (
          <span className={styles.visuallyHidden}>{name.slice(displayName.length + 2)}</span>
        )}
        {renderDetail(props, { styles, listStyles, intl, marks })}
      </button>
      {isOnlyGuest && party.due > 0 ? (
        // Named after the contact, who owes, unless the guest's name had to be made unique.
        <CollectButton {...props} name={name === displayName ? party.booking.contactName : name} />
      ) : (
        columns && <span />
      )}
      {columns && <span className={mergeClasses(listStyles.note, listStyles.wideOnly)}>{marks}</span>}
      {refused ? (
        <ResolveButton action={refused} name={name} actions={actions} active={active} />
      ) : (
        renderCheckIn(props, listStyles)
      )}
    </div>
  );
}, arePropsEqual);

// Parts of a row are functions where they need no hooks: each component would add to the time of a tap.

type ListStyles = ReturnType<typeof useListStyles>;

interface DetailOptions {
  styles: ReturnType<typeof useRowStyles>;
  listStyles: ListStyles;
  intl: IntlShape;
  marks: ReactNode;
}

/** Marks, category and booking: the second line of the name, or columns. */
function renderDetail(
  { party: { booking }, line, isOnlyGuest, columns }: GuestRowProps,
  { styles, listStyles, intl, marks }: DetailOptions,
) {
  const category = intl.formatMessage({ id: CATEGORY_TEXTS[line.guest.categoryType] });
  return columns ? (
    <>
      <span className={mergeClasses(listStyles.detail, listStyles.wideOnly)}>
        {isOnlyGuest && <span className={styles.code}>{formatCode(booking.reference)}</span>}
        {isOnlyGuest && booking.organisationName && <span>{booking.organisationName}</span>}
      </span>
      <span className={mergeClasses(listStyles.detail, listStyles.wideOnly)}>
        <span>{category}</span>
      </span>
    </>
  ) : (
    <span className={listStyles.detail}>
      {marks}
      <span>{category}</span>
      {isOnlyGuest && <span className={styles.code}>{formatCode(booking.reference)}</span>}
      {isOnlyGuest && booking.organisationName && <span>{booking.organisationName}</span>}
    </span>
  );
}

function renderCheckIn(props: GuestRowProps, listStyles: ListStyles) {
  const { party, line, waiting, active, name, columns, formats, actions } = props;
  if (line.status === 'cancelled') return columns && <span />;
  const isCheckedIn = line.status === 'checked_in';
  return (
    <CheckButton
      name={name}
      checkInTime={isCheckedIn ? (line.at ? formats.time(line.at) : '') : null}
      conflict={line.conflict}
      waiting={waiting}
      tabIndex={active ? 0 : -1}
      className={columns ? mergeClasses(listStyles.state, isCheckedIn && listStyles.stateCheckedIn) : undefined}
      onCheckIn={() => actions.checkIn(party, [line])}
      onUndo={() => actions.undoCheckIn(party, line)}
    />
  );
}

export function ColumnHeads() {
  const listStyles = useListStyles();
  return (
    <div className={mergeClasses(listStyles.row, listStyles.columns, listStyles.head)} aria-hidden>
      <span>
        <FormattedMessage id="checkIn.column.name" />
      </span>
      <span className={listStyles.wideOnly}>
        <FormattedMessage id="checkIn.column.party" />
      </span>
      <span className={listStyles.wideOnly}>
        <FormattedMessage id="checkIn.column.category" />
      </span>
      <span className={listStyles.alignedRight}>
        <FormattedMessage id="checkIn.column.due" />
      </span>
      <span className={mergeClasses(listStyles.wideOnly, listStyles.headOfNote)}>
        <FormattedMessage id="checkIn.column.note" />
      </span>
      <span>
        <FormattedMessage id="checkIn.column.state" />
      </span>
    </div>
  );
}
