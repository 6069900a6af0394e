import { Spinner, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../i18n/message-id.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SlowAnswer } from '../ui/loading/slow-answer.tsx';
import { useWait } from '../ui/loading/use-wait.ts';

const useStyles = makeStyles({ page: { minHeight: '100dvh' } });

/** A page that does something by itself: what, and after a while why it takes so long. */
export function Waiting({ text }: { text: MessageId }) {
  const styles = useStyles();
  const wait = useWait();
  if (wait === 'short') return null;
  return (
    <EmptyState page className={styles.page} title={<FormattedMessage id={text} />}>
      <Spinner aria-hidden />
      <SlowAnswer />
    </EmptyState>
  );
}
