/** Why the list is empty; and never "nobody is missing" while a search hides who is. */
import { Button, makeStyles } from '@fluentui/react-components';
import { PeopleRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { AttendanceFilter } from '../../domain/attendance.ts';
import { EmptyState } from './empty-state.tsx';

const useStyles = makeStyles({ touch: { minHeight: '48px' } });

export interface NobodyListedProps {
  /** Nobody is booked at all. */
  isEmpty: boolean;
  filter: AttendanceFilter;
  /** How many guests the search has found that the filter keeps back. */
  hidden: number;
  onShowAll(): void;
}

export function NobodyListed({ isEmpty, filter, hidden, onShowAll }: NobodyListedProps) {
  const styles = useStyles();
  if (isEmpty) {
    return (
      <EmptyState
        icon={<PeopleRegular />}
        title={<FormattedMessage id="checkIn.noGuests.title" />}
        text={<FormattedMessage id="checkIn.noGuests.text" />}
      />
    );
  }
  return (
    <EmptyState
      icon={<PeopleRegular />}
      title={
        hidden > 0 ? (
          <FormattedMessage id="checkIn.hiddenByFilter.title" values={{ count: hidden }} />
        ) : (
          <FormattedMessage id="checkIn.noneLeft.title" values={{ filter }} />
        )
      }
      text={<FormattedMessage id="checkIn.noneLeft.text" />}
      action={
        <Button className={styles.touch} appearance="primary" onClick={onShowAll}>
          <FormattedMessage id="checkIn.showAll" />
        </Button>
      }
    />
  );
}
