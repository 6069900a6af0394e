import { Button } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { LateMenu, type MenuModule } from './late-menu.tsx';

const accountMenu = (module: MenuModule) => module.AccountMenu;

export function AccountButton({ name }: { name: string }) {
  const label = useIntl().formatMessage({ id: 'frame.account' }, { name });
  return (
    <LateMenu
      menu={accountMenu}
      trigger={<Button appearance="subtle" icon={<PersonRegular />} aria-label={label} title={label} />}
    />
  );
}
