import { Link } from '@fluentui/react-components';
import { useCallback } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  deleteOrganisationLogo,
  setOrganisationLogo,
  type OrganisationRefusal,
  type LoadedOrganisation,
  type OrganisationSettingsInput,
} from '../../data/organisation-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import {
  organisationSettings,
  toOrganisationSettingsFormValues,
  type OrganisationSettings,
  type OrganisationSettingsFormValues,
} from '../../domain/organisation-settings.ts';
import type { MutationState } from '../../online/use-mutation.ts';
import { ContactFields } from '../../features/settings/contact-fields.tsx';
import { EmbedField } from '../../features/settings/embed-field.tsx';
import { LogoField } from '../../features/settings/logo-field.tsx';
import { PageFields } from '../../features/settings/page-fields.tsx';
import { useSettingsLabels } from '../../features/settings/use-settings-labels.ts';
import { useReveal } from '../../features/settings/use-reveal.ts';
import { useVersionedForm } from '../../features/settings/use-versioned-form.ts';
import { VersionedNotice } from '../../features/settings/versioned-notice.tsx';
import { session } from '../../session/session.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { FormFrame } from '../../ui/form/form.tsx';
import { sectionOf, useSettingsUrl, type OrganisationSection } from './sections.ts';
import { languageName } from '../../ui/format/language-name.ts';

type Labels = Record<keyof OrganisationSettingsFormValues, string>;

/** Returns the path of the partner's page for guests, with all of its operators. */
const pathOf = (slug: string) => `/booking/isolated/${slug}/BAK`;

export interface OrganisationFormProps {
  organisation: Uuid;
  loaded: LoadedOrganisation;
  saving: MutationState<OrganisationSettingsInput, { version: number }, OrganisationRefusal>;
  /** The section whose fields are shown. Input in other sections is kept and saved along with it. */
  section: OrganisationSection | null;
}

export function OrganisationForm({ organisation, loaded, saving, section }: OrganisationFormProps) {
  const intl = useIntl();
  const toValues = useCallback(
    (settings: OrganisationSettings) => toOrganisationSettingsFormValues(settings, intl.locale),
    [intl.locale],
  );
  const versioned = useVersionedForm<OrganisationSettingsFormValues, OrganisationSettings>({
    schema: organisationSettings,
    loaded,
    toValues,
    draft: { owner: organisation, key: 'organisation-settings' },
  });
  const { form, version } = versioned;
  const { go } = useSettingsUrl();
  const reveal = useReveal(form, { openSection: section?.id, sectionOf, go: (target) => go({ section: target }) });
  const labels: Labels = {
    ...useSettingsLabels(organisationSettings),
    name: intl.formatMessage({ id: 'organisation.name' }),
  };

  async function save(settings: OrganisationSettings): Promise<void> {
    const result = await saving.save({ organisation, version, settings });
    if (result.ok) {
      versioned.saved(settings, result.data.version);
      // Updates the organisation's name in the frame.
      void session.refresh();
    } else if (result.code !== 'refused') return;
    else if (result.refusal.status === 'stale') versioned.refuse(result.refusal);
    else {
      reveal('slug');
      form.setError('slug', { message: 'taken' }, { shouldFocus: true });
    }
  }

  return (
    <div hidden={!section?.names && !form.formState.isDirty}>
      <FormFrame
        form={form}
        labels={labels}
        busy={saving.busy}
        save={<FormattedMessage id="form.save" />}
        onSave={save}
        reveal={reveal}
        notice={
          <VersionedNotice
            of={versioned}
            labels={labels}
            result={saving.result}
            show={(name, value) => (name === 'defaultLocale' ? languageName(intl, String(value)) : undefined)}
          />
        }
      >
        {section?.id === 'profile' && <ContactFields labels={labels} />}
        {section?.id === 'page' && <PageSection organisation={organisation} loaded={loaded} labels={labels} />}
        {section?.id === 'commission' && <CommissionSection label={labels.defaultCommission} />}
      </FormFrame>
    </div>
  );
}

interface PageSectionProps extends Pick<OrganisationFormProps, 'organisation' | 'loaded'> {
  labels: Labels;
}

function PageSection({ organisation, loaded, labels }: PageSectionProps) {
  return (
    <FormSection title="settings.section.public">
      <PageFields
        labels={labels}
        pathOf={pathOf}
        formerSlugs={loaded.formerSlugs}
        logo={
          <LogoField
            owner={organisation}
            logo={loaded.logo}
            hint={<FormattedMessage id="organisation.logo.hint" />}
            send={(picture) =>
              picture === null ? deleteOrganisationLogo(organisation) : setOrganisationLogo({ organisation, picture })
            }
          />
        }
      />
      <EmbedField label={labels.embedOrigins} />
      <div>
        <Link href={pathOf(loaded.settings.slug)} target="_blank" rel="noreferrer">
          <FormattedMessage id="organisation.page.open" />
        </Link>
      </div>
    </FormSection>
  );
}

function CommissionSection({ label }: { label: string }) {
  return (
    <FormSection title="organisation.section.commission">
      <TextField<OrganisationSettingsFormValues>
        name="defaultCommission"
        label={label}
        hint={<FormattedMessage id="settings.defaultCommission.hint" />}
      />
    </FormSection>
  );
}
