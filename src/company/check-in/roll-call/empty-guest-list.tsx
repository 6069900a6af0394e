/** Explains why the list is empty. Never claims that nobody is missing while a search hides guests. */
import { Button } from '@fluentui/react-components';
import { PersonAddRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { AttendanceFilter } from '../../../domain/attendance-filters.ts';
import { AllCheckedIn, QuietMeetingPoint } from '../illustrations.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';

export interface EmptyGuestListProps {
  /** Whether the departure has no guests at all. */
  isEmpty: boolean;
  filter: AttendanceFilter;
  /** Matches of the search that the filter hides. */
  hidden: number;
  onShowAll(): void;
  onWalkIn(): void;
}

export function EmptyGuestList({ isEmpty, filter, hidden, onShowAll, onWalkIn }: EmptyGuestListProps) {
  if (isEmpty) {
    return (
      <EmptyState
        drawing={<QuietMeetingPoint />}
        actions={
          <Button appearance="primary" icon={<PersonAddRegular />} onClick={onWalkIn}>
            <FormattedMessage id="checkIn.walkIn.open" />
          </Button>
        }
        title={<FormattedMessage id="checkIn.noGuests" />}
      />
    );
  }
  return (
    <EmptyState
      drawing={<AllCheckedIn />}
      actions={
        <Button appearance="primary" onClick={onShowAll}>
          <FormattedMessage id="checkIn.showAll" />
        </Button>
      }
      title={
        hidden > 0 ? (
          <FormattedMessage id="checkIn.hiddenByFilter.title" values={{ count: hidden }} />
        ) : (
          <FormattedMessage id="checkIn.noneLeft.title" values={{ filter }} />
        )
      }
    />
  );
}
