import { FormattedMessage, useIntl } from 'react-intl';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { languageName } from '../../ui/format/language-name.ts';

interface Contact {
  name: string;
  contactEmail: string;
  contactPhone: string;
  defaultLocale: string;
}

/** Name, contact details and default language of a company or organisation. */
export function ContactFields({ labels }: { labels: Record<keyof Contact, string> }) {
  const intl = useIntl();
  return (
    <FormSection title="settings.section.profile">
      <TextField<Contact> name="name" label={labels.name} autoComplete="organization" required />
      <TextField<Contact> name="contactEmail" label={labels.contactEmail} type="email" autoComplete="email" />
      <PhoneField<Contact> name="contactPhone" label={labels.contactPhone} />
      <SelectField<Contact>
        name="defaultLocale"
        label={labels.defaultLocale}
        hint={<FormattedMessage id="settings.defaultLocale.hint" />}
        options={LOCALES.map((locale) => ({
          value: locale,
          label: languageName(intl, locale),
        }))}
      />
    </FormSection>
  );
}
