/** Retention period of guest data. */
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { RETENTION_MONTHS, type CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { SelectField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { SettingsFieldsProps } from './section-props.ts';

/** Formats a retention period; '' means unlimited. */
export function retentionText(intl: IntlShape, months: string): string {
  if (months === '') return intl.formatMessage({ id: 'settings.retentionMonths.always' });
  const count = Number(months);
  return count % 12 === 0
    ? intl.formatMessage({ id: 'settings.retentionMonths.years' }, { count: count / 12 })
    : intl.formatMessage({ id: 'settings.retentionMonths.months' }, { count });
}

export function GuestFields({ labels, loadedSettings }: SettingsFieldsProps) {
  const intl = useIntl();
  // Erasing is final, so a partner may not change this while acting; the server refuses it, too.
  const isActing = useCurrentUser()?.impersonating ?? false;
  const currentMonths = loadedSettings.settings.retentionMonths;
  const months = [...new Set([...RETENTION_MONTHS, ...(currentMonths === null ? [] : [currentMonths])])].toSorted(
    (a, b) => a - b,
  );
  const choices = isActing ? [currentMonths === null ? '' : String(currentMonths)] : ['', ...months.map(String)];
  return (
    <FormSection title="settings.section.guests">
      <SelectField<CompanySettingsFormValues>
        name="retentionMonths"
        label={labels.retentionMonths}
        hint={<FormattedMessage id={isActing ? 'settings.automatic' : 'settings.retentionMonths.hint'} />}
        options={choices.map((value) => ({ value, label: retentionText(intl, value) }))}
      />
    </FormSection>
  );
}
