/** /organisation-settings: what an admin decides for a whole partner organisation, in sections. */
import { Skeleton, SkeletonItem, makeStyles, mergeClasses } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  readOrganisationSettings,
  saveOrganisationSettings,
  type OrganisationRefusal,
  type SaveOrganisation,
} from '../../data/organisation-settings.ts';
import type { MemberOrganisation } from '../../data/identity.ts';
import { paths } from '../../lib/paths.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useSave } from '../../online/use-save.ts';
import { AgreementsSection } from '../../parts/late-agreements.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { LinkButton } from '../../ui/address/link-button.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { Sections, useShownSection } from '../../ui/layout/sections.tsx';
import { MembersSection } from './members-section.tsx';
import { useManaged } from '../../session/use-managed.ts';
import { OrganisationForm } from './organisation-form.tsx';
import { SECTIONS, useSettingsUrl } from './sections.ts';

const useStyles = makeStyles({
  part: { display: 'flex', flexDirection: 'column', gap: '24px', minWidth: 0 },
  // Where it is all of the section, what is unsaved in others waits below it.
  first: { order: -1 },
});

export function SettingsPage() {
  const managed = useManaged();
  const { state } = useSettingsUrl();
  const shown = managed.find(({ id }) => id === state.organisation) ?? managed[0];
  // Another organisation is another form: nothing that was typed for one is saved for the other.
  return shown ? <Settings key={shown.id} organisation={shown} others={managed} /> : <NoneManaged />;
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
  const answer = useAnswer({
    key: [id, 'organisation-settings'],
    ask: (signal) => readOrganisationSettings(id, signal),
  });
  const saving = useSave<SaveOrganisation, { version: number }, OrganisationRefusal>({
    send: saveOrganisationSettings,
    touches: [[id]],
  });
  const { state, go } = useSettingsUrl();
  const { wide, shown } = useShownSection(state.section, SECTIONS);
  const section = SECTIONS.find((one) => one.id === shown) ?? null;
  const alone = !wide && section;
  return (
    <Screen
      header={
        <PageHeader
          title={<FormattedMessage id={alone ? section.title : 'route.organisationSettings'} />}
          meta={!alone && (answer.data?.settings.name ?? name)}
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
        shown={shown}
        wide={wide}
      >
        <AnswerView
          answer={answer}
          skeleton={
            section?.names && (
              <Skeleton>
                <SkeletonItem shape="rectangle" style={{ height: 280 }} />
              </Skeleton>
            )
          }
          failed={<FormattedMessage id="organisation.failed" />}
        >
          {(read) => <OrganisationForm organisation={id} read={read} saving={saving} section={section} />}
        </AnswerView>
        <div className={mergeClasses(styles.part, !section?.names && styles.first)}>
          {section?.id === 'members' && <MembersSection organisation={id} />}
          {section?.id === 'agreements' && <AgreementsSection of={{ organisation: id }} />}
        </div>
      </Sections>
    </Screen>
  );
}

/** As the table of routes takes it. */
export { SettingsPage as Component };
