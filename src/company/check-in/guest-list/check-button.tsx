import { mergeClasses } from '@fluentui/react-components';
import { CheckmarkFilled } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { WaitingIcon } from '../../../ui/states/waiting-icon.tsx';
import { useRowStyles } from './row-styles.ts';

export interface CheckButtonProps {
  name: string;
  /** Formatted check-in time; null if not checked in. */
  checkInTime: string | null;
  conflict: boolean;
  /** Whether the check-in is still in the outbox. */
  waiting: boolean;
  tabIndex?: number;
  className?: string | undefined;
  onCheckIn(): void;
  onUndo(): void;
}

/**
 * Checks a guest in, or undoes it. The visible "Here 08:52" is separate from the button's name, and the element stays
 * the same, so that it keeps the focus.
 */
export function CheckButton({
  name,
  checkInTime,
  conflict,
  waiting,
  tabIndex,
  className,
  onCheckIn,
  onUndo,
}: CheckButtonProps) {
  const styles = useRowStyles();
  const intl = useIntl();
  const isCheckedIn = checkInTime !== null;
  return (
    <span
      className={
        isCheckedIn
          ? mergeClasses(styles.check, styles.checkedIn, conflict && styles.conflict, className)
          : styles.checkPlain
      }
      data-state={isCheckedIn ? 'checked_in' : 'expected'}
    >
      {isCheckedIn && (
        <>
          {waiting ? <WaitingIcon aria-hidden /> : <CheckmarkFilled aria-hidden />}
          <span className={styles.stack}>
            <span className={styles.checkLabel}>
              <FormattedMessage id="checkIn.guest.here" />
            </span>
            <span className={styles.checkTime}>{checkInTime}</span>
          </span>
        </>
      )}
      <button
        key="act"
        type="button"
        className={isCheckedIn ? styles.hitArea : mergeClasses(styles.check, className)}
        tabIndex={tabIndex}
        data-part="primary"
        aria-label={intl.formatMessage(
          { id: isCheckedIn ? 'checkIn.guest.undoCheckIn' : 'checkIn.guest.checkIn' },
          { name },
        )}
        title={isCheckedIn && waiting ? intl.formatMessage({ id: 'checkIn.guest.waiting' }) : undefined}
        onClick={isCheckedIn ? onUndo : onCheckIn}
      >
        {!isCheckedIn && <FormattedMessage id="checkIn.guest.checkInShort" />}
      </button>
    </span>
  );
}
