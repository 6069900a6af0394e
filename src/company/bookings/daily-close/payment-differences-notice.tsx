import { Button, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { Message } from '../../../ui/states/message.tsx';
import { gutter } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({ notice: { padding: `0 ${gutter} 8px` } });

/** Warns while differences between the ledger and the provider's list are unsettled. */
export function PaymentDifferencesNotice({ count, onReview }: { count: number; onReview(): void }) {
  const styles = useStyles();
  if (count === 0) return null;
  return (
    <div className={styles.notice}>
      <Message
        state="attention"
        actions={
          <Button size="small" onClick={onReview}>
            <FormattedMessage id="bookings.differences.look" />
          </Button>
        }
      >
        <FormattedMessage id="bookings.differences.some" values={{ count }} />
      </Message>
    </div>
  );
}
