import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { acknowledgeStorageCleared } from '../../offline/current-engine.ts';

/** The browser emptied what was stored; it has been fetched anew. */
export function StorageClearedBar({ className }: { className?: string | undefined }) {
  const intl = useIntl();
  return (
    <MessageBar className={className} intent="info" layout="multiline">
      <MessageBarBody>
        <FormattedMessage id="checkIn.storageCleared" />
      </MessageBarBody>
      <MessageBarActions
        containerAction={
          <Button
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
