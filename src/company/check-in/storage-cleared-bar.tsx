import { Button, MessageBar, MessageBarActions, MessageBarBody, makeStyles } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { acknowledgeStorageCleared } from '../../offline/current-engine.ts';
import { MOBILE } from '../../ui/theme-root.tsx';

const useStyles = makeStyles({ close: { [`@media ${MOBILE}`]: { minWidth: '48px', minHeight: '48px' } } });

/** The browser emptied what was stored; it has been fetched anew. */
export function StorageClearedBar({ className }: { className?: string | undefined }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <MessageBar className={className} intent="info" layout="multiline">
      <MessageBarBody>
        <FormattedMessage id="checkIn.storageCleared" />
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
            className={styles.close}
            appearance="transparent"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: 'app.close' })}
            onClick={acknowledgeStorageCleared}
          />
        }
      />
    </MessageBar>
  );
}
