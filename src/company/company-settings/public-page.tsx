/** The guest pages: address, colour, logo, terms and the sites that may embed them. */
import { FormattedMessage } from 'react-intl';
import { deleteCompanyLogo, setCompanyLogo } from '../../data/company-settings.ts';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { paths } from '../../lib/paths.ts';
import { EmbedField } from '../../features/settings/embed-field.tsx';
import { LogoField } from '../../features/settings/logo-field.tsx';
import { PageFields } from '../../features/settings/page-fields.tsx';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { LocalLink } from '../../ui/address/local-link.tsx';
import type { SettingsFieldsProps } from './section-props.ts';

export function PublicPage({ labels, company, loadedSettings: { formerSlugs, logo } }: SettingsFieldsProps) {
  return (
    <FormSection title="settings.section.public">
      <PageFields
        labels={labels}
        pathOf={(slug) => `/booking/isolated/${slug}`}
        formerSlugs={formerSlugs}
        logo={
          <LogoField
            owner={company}
            logo={logo}
            hint={<FormattedMessage id="settings.logo.hint" />}
            send={(picture) => (picture === null ? deleteCompanyLogo(company) : setCompanyLogo({ company, picture }))}
          />
        }
      />
      <TextField<CompanySettingsFormValues>
        name="termsUrl"
        label={labels.termsUrl}
        type="url"
        hint={<FormattedMessage id="settings.termsUrl.hint" />}
      />
      <EmbedField label={labels.embedOrigins} />
      <div>
        <LocalLink isFlush to={paths.bookingTester}>
          <FormattedMessage id="settings.embedOrigins.try" />
        </LocalLink>
      </div>
    </FormSection>
  );
}
