/** How long it is known who came. */
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { RETENTION_MONTHS, type TypedSettings } from '../../domain/company-settings.ts';
import { SelectField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { SettingsFieldsProps } from './section-parts.ts';

/** A choice in words; '' is for ever. */
export function retentionText(intl: IntlShape, months: string): string {
  if (months === '') return intl.formatMessage({ id: 'settings.retention.always' });
  const count = Number(months);
  return count % 12 === 0
    ? intl.formatMessage({ id: 'settings.retention.years' }, { count: count / 12 })
    : intl.formatMessage({ id: 'settings.retention.months' }, { count });
}

export function GuestFields({ labels, read }: SettingsFieldsProps) {
  const intl = useIntl();
  const own = read.settings.retentionMonths;
  const months = [...new Set([...RETENTION_MONTHS, ...(own === null ? [] : [own])])].toSorted((a, b) => a - b);
  return (
    <FormSection title="settings.section.guests">
      <SelectField<TypedSettings>
        name="retentionMonths"
        label={labels.retentionMonths}
        hint={<FormattedMessage id="settings.retention.hint" />}
        options={['', ...months.map(String)].map((value) => ({ value, label: retentionText(intl, value) }))}
      />
    </FormSection>
  );
}
