import { Button } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { describeError } from '../../errors/describe-error.ts';
import { ErrorView } from '../../errors/error-view.tsx';
import { FirstScreenButton } from '../frame/first-screen-button.tsx';
import type { NavigationItem } from '../frame/menu.tsx';
import { ReloadButton } from '../frame/reload-button.tsx';

/** An error view with its one useful action. Without a menu it works outside the router and restarts the app. */
export function ErrorPage({ error, menu }: { error: unknown; menu?: readonly NavigationItem[] }) {
  const details = describeError(error);
  return (
    <ErrorView
      {...details}
      actions={
        details.statusCode !== 404 ? <ReloadButton /> : menu ? <FirstScreenButton menu={menu} /> : <StartButton />
      }
    />
  );
}

function StartButton() {
  return (
    <Button as="a" href="/" appearance="primary" size="large">
      <FormattedMessage id="errors.start" />
    </Button>
  );
}
