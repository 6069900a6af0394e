/** Explains a long wait, below the loading content, after five seconds. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { type } from '../theme/sizes.ts';
import { useWaitStage } from './use-wait-stage.ts';

const useStyles = makeStyles({ line: { ...type.body, margin: '8px 0 0', color: tokens.colorNeutralForeground3 } });

/** The wait begins when it is mounted. */
export function SlowNotice({ className }: { className?: string }) {
  const styles = useStyles();
  if (useWaitStage() !== 'long') return null;
  return (
    <p className={mergeClasses(styles.line, className)} role="status">
      <FormattedMessage id="checkIn.sync.network.value" values={{ network: 'no_response' }} />
    </p>
  );
}
