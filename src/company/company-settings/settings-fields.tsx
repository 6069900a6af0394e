/** The fields of the settings, in sections. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReadSettings } from '../../data/company-settings.ts';
import { ATTENDANCE_RULES, type AttendanceRule, type TypedSettings } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { PublicPage } from './public-page.tsx';
import { ZoneAndCurrency } from './zone-and-currency.tsx';

export const RULE_TEXTS = {
  report_always: 'settings.attendance.always',
  report_differences: 'settings.attendance.differences',
  check_ins_count: 'settings.attendance.checkIns',
} as const satisfies Record<AttendanceRule, MessageId>;

export interface SettingsFieldsProps {
  company: Uuid;
  labels: Record<keyof TypedSettings, string>;
  read: ReadSettings;
}

export function SettingsFields({ company, labels, read }: SettingsFieldsProps) {
  const intl = useIntl();
  const minutes = intl.formatMessage({ id: 'settings.minutes' });
  const hours = intl.formatMessage({ id: 'settings.hours' });
  return (
    <>
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
      <FormSection title="settings.section.public">
        <PublicPage labels={labels} company={company} read={read} />
      </FormSection>
      <FormSection title="settings.section.place">
        <ZoneAndCurrency labels={labels} before={read.settings} ahead={read.ahead} />
      </FormSection>
      <FormSection title="settings.section.booking">
        <TextField<TypedSettings>
          name="bookingCutOffMinutes"
          label={labels.bookingCutOffMinutes}
          hint={<FormattedMessage id="settings.newTours" />}
          input="whole"
          after={minutes}
          required
        />
        <TextField<TypedSettings>
          name="cancellationCutOffHours"
          label={labels.cancellationCutOffHours}
          hint={<FormattedMessage id="settings.newTours" />}
          input="whole"
          after={hours}
          required
        />
        <SwitchField<TypedSettings>
          name="guestsMayMove"
          label={labels.guestsMayMove}
          hint={<FormattedMessage id="settings.mayMove.hint" />}
        />
        <TextField<TypedSettings>
          name="holdMinutes"
          label={labels.holdMinutes}
          hint={<FormattedMessage id="settings.hold.hint" />}
          input="whole"
          after={minutes}
          required
        />
      </FormSection>
      <FormSection title="settings.section.attendance">
        <SelectField<TypedSettings>
          name="attendanceRule"
          label={labels.attendanceRule}
          options={ATTENDANCE_RULES.map((rule) => ({
            value: rule,
            label: intl.formatMessage({ id: RULE_TEXTS[rule] }),
          }))}
        />
      </FormSection>
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
    </>
  );
}
