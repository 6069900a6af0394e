import { FormattedMessage } from 'react-intl';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { SettingsFieldsProps } from './section-props.ts';

export function DocumentFields({ labels, loadedSettings }: SettingsFieldsProps) {
  return (
    <FormSection title="settings.section.documents">
      <TextField<CompanySettingsFormValues>
        name="legalName"
        label={labels.legalName}
        hint={<FormattedMessage id="settings.legalName.hint" values={{ name: loadedSettings.settings.name }} />}
        autoComplete="organization"
      />
      <TextField<CompanySettingsFormValues> name="legalAddress" label={labels.legalAddress} lines={3} />
      <TextField<CompanySettingsFormValues> name="vatNumber" label={labels.vatNumber} />
      <TextField<CompanySettingsFormValues>
        name="documentNote"
        label={labels.documentNote}
        hint={<FormattedMessage id="settings.documentNote.hint" />}
        lines={2}
      />
    </FormSection>
  );
}
