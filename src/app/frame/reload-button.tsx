import { Button } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';

export function ReloadButton() {
  return (
    <Button appearance="primary" size="large" onClick={() => window.location.reload()}>
      <FormattedMessage id="errors.reload" />
    </Button>
  );
}
