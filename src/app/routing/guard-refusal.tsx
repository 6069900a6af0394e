/** Shown inside the layout instead of a screen that a guard denies. */
import { FormattedMessage } from 'react-intl';
import type { Permission } from '../../domain/permissions.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { rolesWith } from '../../domain/roles.ts';
import { ClosedGate, QuietOffice } from '../../ui/states/illustrations.tsx';
import { RoleNames } from '../../ui/format/role-names.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { useLocation } from 'react-router';
import { pageNotFound } from '../../lib/app-error.ts';
import { paths } from '../../lib/paths.ts';
import { ErrorPage } from './error-page.tsx';
import type { RouteDecision } from './guards.ts';
import { FirstScreenButton } from '../frame/first-screen-button.tsx';
import type { NavigationItem } from '../frame/menu.tsx';
import { UnsentCard } from './unsent-card.tsx';

function NoAccess(props: { anyOf: readonly Permission[]; menu: readonly NavigationItem[] }) {
  return (
    <EmptyState
      page
      drawing={<ClosedGate />}
      title={<FormattedMessage id="guard.noAccess.title" />}
      actions={<FirstScreenButton menu={props.menu} />}
    >
      <p>
        <FormattedMessage
          id="guard.noAccess.roles"
          values={{ roles: <RoleNames isInSentence type="disjunction" roles={rolesWith(props.anyOf)} /> }}
        />
      </p>
      {/* People with access to the roll-call handle unsent actions there. */}
      {!props.menu.some(({ route }) => route.path === paths.checkIn) && <UnsentCard />}
    </EmptyState>
  );
}

function Closed({ title, text, menu }: { title: MessageId; text: MessageId; menu: readonly NavigationItem[] }) {
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id={title} />}
      actions={<FirstScreenButton menu={menu} />}
    >
      <p>
        <FormattedMessage id={text} />
      </p>
      <UnsentCard />
    </EmptyState>
  );
}

export function GuardRefusal(props: {
  decision: Exclude<RouteDecision, { kind: 'show' } | { kind: 'redirect' }>;
  menu: readonly NavigationItem[];
}) {
  const { decision, menu } = props;
  const { pathname } = useLocation();
  switch (decision.kind) {
    case 'no-access':
      return <NoAccess anyOf={decision.anyOf} menu={menu} />;
    case 'no-subscription':
      return <Closed title="guard.noSubscription.title" text="guard.noSubscription.text" menu={menu} />;
    case 'no-company':
      return <Closed title="guard.noCompany.title" text="guard.noCompany.text" menu={menu} />;
    case 'not-found':
      return <ErrorPage error={pageNotFound(pathname)} menu={menu} />;
  }
}
