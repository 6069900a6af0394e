/** What stands in a screen's place, inside the layout, when a guard says no. */
import { FormattedList, FormattedMessage } from 'react-intl';
import type { Permission } from '../domain/permissions.ts';
import type { MessageId } from '../i18n/message-id.ts';
import { rolesWith } from '../domain/roles.ts';
import { ClosedGate, QuietOffice } from '../ui/illustrations.tsx';
import { RoleName } from '../ui/role-name.tsx';
import { LocalLink } from '../ui/local-link.tsx';
import { StatusPage } from '../ui/status-page.tsx';
import type { MenuItem } from './menu.tsx';

/** Links to what the person may open instead. */
export function Instead({ menu }: { menu: readonly MenuItem[] }) {
  if (menu.length === 0) return null;
  return menu.map(({ route }) => (
    <LocalLink key={route.path} to={route.path}>
      <FormattedMessage id={route.title} />
    </LocalLink>
  ));
}

export function NoAccess(props: { anyOf: readonly Permission[]; menu: readonly MenuItem[] }) {
  const roles = rolesWith(props.anyOf).map((role) => <RoleName key={role} role={role} />);
  return (
    <StatusPage
      art={<ClosedGate />}
      title={<FormattedMessage id="guard.noAccess.title" />}
      actions={<Instead menu={props.menu} />}
    >
      <p>
        <FormattedMessage
          id="guard.noAccess.roles"
          values={{ roles: <FormattedList type="disjunction" value={roles} /> }}
        />
      </p>
      <p>
        <FormattedMessage id="guard.noAccess.ask" />
      </p>
    </StatusPage>
  );
}

function Closed({ title, text, menu }: { title: MessageId; text: MessageId; menu: readonly MenuItem[] }) {
  return (
    <StatusPage art={<QuietOffice />} title={<FormattedMessage id={title} />} actions={<Instead menu={menu} />}>
      <p>
        <FormattedMessage id={text} />
      </p>
    </StatusPage>
  );
}

export function NoSubscription({ menu }: { menu: readonly MenuItem[] }) {
  return <Closed title="guard.noSubscription.title" text="guard.noSubscription.text" menu={menu} />;
}

export function NoCompany({ menu }: { menu: readonly MenuItem[] }) {
  return <Closed title="guard.noCompany.title" text="guard.noCompany.text" menu={menu} />;
}
