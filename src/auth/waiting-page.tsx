import { Spinner, makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import type { MessageId } from '../i18n/message-id.ts';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { SlowNotice } from '../ui/loading/slow-notice.tsx';
import { useWaitStage } from '../ui/loading/use-wait-stage.ts';

const useStyles = makeStyles({ page: { minHeight: '100dvh' } });

/** A page that works without input: shows what it does, and after a while why it takes long. */
export function WaitingPage({ text }: { text: MessageId }) {
  const styles = useStyles();
  const wait = useWaitStage();
  if (wait === 'short') return null;
  return (
    <EmptyState page className={styles.page} title={<FormattedMessage id={text} />}>
      <Spinner aria-hidden />
      <SlowNotice />
    </EmptyState>
  );
}
