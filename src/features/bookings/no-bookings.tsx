import { Button } from '@fluentui/react-components';
import { AddRegular, SearchRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';

export interface NoBookingsProps {
  /** Whether a search or filter is set. */
  isFiltered: boolean;
  /** The text if no search or filter is set. */
  empty: MessageId;
  onClear(): void;
  onNew: (() => void) | null;
}

export function NoBookings({ isFiltered, empty, onClear, onNew }: NoBookingsProps) {
  return (
    <EmptyState
      drawing={<QuietOffice />}
      title={<FormattedMessage id={isFiltered ? 'bookings.none' : empty} />}
      actions={
        isFiltered ? (
          <Button appearance="primary" icon={<SearchRegular />} onClick={onClear}>
            <FormattedMessage id="bookings.showAll" />
          </Button>
        ) : (
          onNew && (
            <Button appearance="primary" icon={<AddRegular />} onClick={onNew}>
              <FormattedMessage id="bookings.new" />
            </Button>
          )
        )
      }
    />
  );
}
