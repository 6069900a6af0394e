import { Button } from '@fluentui/react-components';
import { PersonRegular } from '@fluentui/react-icons';
import { useIntl } from 'react-intl';
import { late } from '../../ui/loading/late.tsx';
import { LateTrigger } from '../../ui/commands/late-trigger.tsx';

const AccountMenu = late(() => import('./menus.tsx').then((module) => module.AccountMenu), { whenLost: 'wait' });

export function AccountButton({ name }: { name: string }) {
  const label = useIntl().formatMessage({ id: 'frame.account' }, { name });
  return (
    <LateTrigger
      menu={AccountMenu}
      trigger={<Button appearance="subtle" icon={<PersonRegular />} aria-label={label} title={label} />}
    />
  );
}
