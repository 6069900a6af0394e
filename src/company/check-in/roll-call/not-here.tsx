/** Explains why the departure in the URL is not on this device. */
import { Button } from '@fluentui/react-components';
import { ArrowLeftRegular } from '@fluentui/react-icons';
import { FormattedMessage } from 'react-intl';
import { seesWholeCompany } from '../../../domain/permissions.ts';
import type { MessageId } from '../../../i18n/message-id.ts';
import { useSyncValue } from '../../../offline/read/live-queries.ts';
import { useActing } from '../../../session/use-session.ts';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { EmptyCalendar } from '../illustrations.tsx';

export function NotHere({ onBack }: { onBack: () => void }) {
  const acting = useActing();
  const pulledAt = useSyncValue('pulledAt');
  const failure = useSyncValue('failure');
  const reason = (): MessageId => {
    if (failure === 'not_permitted') return 'checkIn.notHere.noAccess';
    if (pulledAt === null) return 'checkIn.notHere.notFetched';
    return acting && seesWholeCompany(acting.can) ? 'checkIn.notHere.otherDay' : 'checkIn.notHere.notYours';
  };
  return (
    <EmptyState
      drawing={<EmptyCalendar />}
      actions={
        <Button icon={<ArrowLeftRegular />} onClick={onBack}>
          <FormattedMessage id="checkIn.back" />
        </Button>
      }
      title={<FormattedMessage id={reason()} />}
    />
  );
}
