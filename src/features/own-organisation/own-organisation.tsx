/** Chooses the partner organisation that a screen shows, for people who belong to one, several or none. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { MemberOrganisation } from '../../data/identity.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { paths } from '../../lib/paths.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';

export interface OwnOrganisation {
  /** The chosen organisation, or else the first; null if the person belongs to none. */
  organisation: MemberOrganisation | null;
  /** A menu entry for each of the other organisations. */
  others: MenuEntry[];
}

export function useOwnOrganisation(selectedId: Uuid | null, open: (organisation: Uuid) => void): OwnOrganisation {
  const intl = useIntl();
  const organisations = useCurrentUser()?.snapshot.identity.organisations ?? [];
  const organisation = organisations.find(({ id }) => id === selectedId) ?? organisations[0] ?? null;
  return {
    organisation,
    others: organisations
      .filter(({ id }) => id !== organisation?.id)
      .map(({ id, name }) => ({
        label: intl.formatMessage({ id: 'ownOrganisation.open' }, { name }),
        onSelect: () => open(id),
      })),
  };
}

export function NoOrganisation({ title }: { title: MessageId }) {
  return (
    <Screen header={<PageHeader title={<FormattedMessage id={title} />} />}>
      <EmptyState
        drawing={<QuietOffice />}
        title={<FormattedMessage id="ownOrganisation.none" />}
        actions={
          <LinkButton to={paths.organisationCompanies}>
            <FormattedMessage id="ownOrganisation.companies" />
          </LinkButton>
        }
      >
        <p>
          <FormattedMessage id="ownOrganisation.none.text" />
        </p>
      </EmptyState>
    </Screen>
  );
}
