import { FormattedMessage, useIntl } from 'react-intl';
import type { TypedSettings } from '../../domain/company-settings.ts';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import type { SettingsFieldsProps } from './section-parts.ts';

export function ProfileFields({ labels }: SettingsFieldsProps) {
  const intl = useIntl();
  return (
    <FormSection title="settings.section.profile">
      <TextField<TypedSettings> name="name" label={labels.name} autoComplete="organization" required />
      <TextField<TypedSettings> name="contactEmail" label={labels.contactEmail} type="email" autoComplete="email" />
      <PhoneField<TypedSettings> name="contactPhone" label={labels.contactPhone} />
      <SelectField<TypedSettings>
        name="defaultLocale"
        label={labels.defaultLocale}
        hint={<FormattedMessage id="settings.language.hint" />}
        options={LOCALES.map((locale) => ({
          value: locale,
          label: intl.formatDisplayName(locale, { type: 'language' }) ?? locale,
        }))}
      />
    </FormSection>
  );
}
