import { FormattedMessage } from 'react-intl';
import type { TypedSettings } from '../../domain/company-settings.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { SettingsFieldsProps } from './section-parts.ts';

export function DocumentFields({ labels, read }: SettingsFieldsProps) {
  return (
    <FormSection title="settings.section.documents">
      <TextField<TypedSettings>
        name="legalName"
        label={labels.legalName}
        hint={<FormattedMessage id="settings.legalName.hint" values={{ name: read.settings.name }} />}
        autoComplete="organization"
      />
      <TextField<TypedSettings> name="legalAddress" label={labels.legalAddress} lines={3} />
      <TextField<TypedSettings> name="vatNumber" label={labels.vatNumber} />
      <TextField<TypedSettings>
        name="documentNote"
        label={labels.documentNote}
        hint={<FormattedMessage id="settings.documentNote.hint" />}
        lines={2}
      />
    </FormSection>
  );
}
