/** /organisation-settings: settings of a partner organisation, in sections for its admins. */
import { Skeleton, SkeletonItem, makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  readOrganisationSettings,
  saveOrganisationSettings,
  type OrganisationRefusal,
  type OrganisationSettingsInput,
} from '../../data/organisation-settings.ts';
import type { MemberOrganisation } from '../../data/identity.ts';
import { paths } from '../../lib/paths.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { AgreementsSection } from '../../features/lazy-features.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Sections, useShownSection } from '../../ui/layout/sections.tsx';
import { MembersSection } from './members-section.tsx';
import { useManagedOrganisations } from '../../session/use-managed-organisations.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { SECTIONS, useSettingsUrl } from './sections.ts';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 },
  // A section's own content comes first; the save bar for other sections' input follows.
  first: { order: -1 },
});

export function SettingsPage() {
  const managed = useManagedOrganisations();
  const { state } = useSettingsUrl();
  const organisation = managed.find(({ id }) => id === state.organisation) ?? managed[0];
  // Keyed by organisation, so that input for one is never saved for another.
  return organisation ? (
    <Settings key={organisation.id} organisation={organisation} others={managed} />
  ) : (
    <NoneManaged />
  );
}

function NoneManaged() {
  return (
    <Screen header={<PageHeader title={<FormattedMessage id="route.organisationSettings" />} />}>
      <EmptyState
        drawing={<QuietOffice />}
        title={<FormattedMessage id="organisation.none.title" />}
        actions={
          <LinkButton to={paths.organisationCompanies}>
            <FormattedMessage id="organisation.none.companies" />
          </LinkButton>
        }
      >
        <p>
          <FormattedMessage id="organisation.none.text" />
        </p>
      </EmptyState>
    </Screen>
  );
}

interface SettingsProps {
  organisation: MemberOrganisation;
  others: readonly MemberOrganisation[];
}

function Settings({ organisation: { id, name }, others }: SettingsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useServerQuery({
    key: [id, 'organisation-settings'],
    fetch: (signal) => readOrganisationSettings(id, signal),
  });
  const saving = useMutation<OrganisationSettingsInput, { version: number }, OrganisationRefusal>({
    send: saveOrganisationSettings,
    invalidates: [[id]],
  });
  const { state, go } = useSettingsUrl();
  const { wide, openSection } = useShownSection(state.section, SECTIONS);
  const section = SECTIONS.find((section) => section.id === openSection) ?? null;
  const alone = !wide && section;
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id={alone ? section.title : 'route.organisationSettings'} />}
          meta={!alone && (query.data?.settings.name ?? name)}
          menu={others
            .filter((other) => other.id !== id)
            .map((other) => ({
              label: intl.formatMessage({ id: 'organisation.open' }, { name: other.name }),
              onSelect: () => go({ organisation: other.id }),
            }))}
          {...(alone ? { leave: { kind: 'back', onSelect: () => go({ section: null }) } } : {})}
        />
      }
    >
      <Sections
        label={intl.formatMessage({ id: 'route.organisationSettings' })}
        sections={SECTIONS}
        openSection={openSection}
        wide={wide}
      >
        <QueryView
          query={query}
          skeleton={
            section?.names && (
              <Skeleton>
                <SkeletonItem shape="rectangle" style={{ height: 280 }} />
              </Skeleton>
            )
          }
          failed={<FormattedMessage id="organisation.failed" />}
        >
          {(loaded) => <OrganisationForm organisation={id} loaded={loaded} saving={saving} section={section} />}
        </QueryView>
        <div className={mergeClasses(styles.part, !section?.names && styles.first)}>
          {section?.id === 'members' && <MembersSection organisation={id} />}
          {section?.id === 'agreements' && <AgreementsSection of={{ organisation: id }} />}
        </div>
      </Sections>
    </Screen>
  );
}

/** The name that the route table expects. */
export { SettingsPage as Component };
