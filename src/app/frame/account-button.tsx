import { Button } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import { LazyMenuTrigger } from '../../ui/commands/lazy-menu-trigger.tsx';

const AccountMenu = lazyWithPreload(() => import('./frame-menus.tsx').then((module) => module.AccountMenu), {
  onLoadError: 'keep',
});

export function AccountButton({ name }: { name: string }) {
  const label = useIntl().formatMessage({ id: 'frame.account' }, { name });
  return (
    <LazyMenuTrigger
      menu={AccountMenu}
      trigger={<Button appearance="subtle" icon={<PersonRegular />} aria-label={label} title={label} />}
    />
  );
}
