/** /thanks-for-joining: the joined team, the person's roles, and a link to their first screen. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage } from 'react-intl';
import { paths } from '../../lib/paths.ts';
import { useCurrentUser, type CurrentUser } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { LostSignpost, QuietOffice } from '../../ui/states/illustrations.tsx';
import { lazyWithPreload } from '../../ui/loading/lazy-component.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { RoleDescription } from '../../ui/format/role-description.tsx';
import { RoleName } from '../../ui/format/role-name.tsx';
import { weight } from '../../ui/theme/sizes.ts';

const LazyOwnershipOffer = lazyWithPreload(
  () => import('./ownership-offer.tsx').then((module) => module.OwnershipOfferPrompt),
  {
    onLoadError: 'keep',
  },
);

const useStyles = makeStyles({
  roles: { display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  name: { display: 'block', fontWeight: weight.bold },
});

/** Returns the person's first screen of the day. */
function workplaceOf({ company, can }: CurrentUser): string {
  if (company?.hasActiveSubscription && can('CHECK_IN_ACCESS')) return paths.checkIn;
  if (can('COMPANY_ALL_ACCESS')) return paths.toursManage;
  return can('VIEW_BOOKINGS_ACCESS') || can('MANAGE_BOOKINGS_ACCESS') ? paths.bookings : paths.home;
}

export function ThanksForJoiningPage() {
  const currentUser = useCurrentUser();
  return (
    currentUser && (
      // Ownership offers also lead here, from the mail or the account menu.
      <LazyOwnershipOffer key={currentUser.userId} userId={currentUser.userId}>
        <ThanksOf currentUser={currentUser} />
      </LazyOwnershipOffer>
    )
  );
}

function ThanksOf({ currentUser }: { currentUser: CurrentUser }) {
  const styles = useStyles();
  const { company, snapshot } = currentUser;
  const team = company?.name ?? snapshot.identity.organisations[0]?.name;
  const roles = snapshot.identity.assignments
    .filter((assignment) => (company ? assignment.company?.id === company.id : assignment.organisation))
    .map(({ role }) => role);
  if (team === undefined || roles.length === 0)
    return (
      <EmptyState
        page
        drawing={<LostSignpost />}
        title={<FormattedMessage id="thanks.join.none" />}
        actions={
          <LinkButton to={paths.home}>
            <FormattedMessage id="thanks.join.go" />
          </LinkButton>
        }
      >
        <p>
          <FormattedMessage id="thanks.join.none.text" />
        </p>
      </EmptyState>
    );
  return (
    <EmptyState
      page
      drawing={<QuietOffice />}
      title={<FormattedMessage id="thanks.join.title" values={{ team }} />}
      actions={
        <LinkButton to={workplaceOf(currentUser)}>
          <FormattedMessage id="thanks.join.go" />
        </LinkButton>
      }
    >
      <p>
        <FormattedMessage id="thanks.join.roles" />
      </p>
      <ul className={styles.roles}>
        {[...new Set(roles)].map((role) => (
          <li key={role}>
            <span className={styles.name}>
              <RoleName role={role} />
            </span>
            <RoleDescription role={role} />
          </li>
        ))}
      </ul>
      <p>
        <FormattedMessage id="thanks.join.install" />
      </p>
    </EmptyState>
  );
}
