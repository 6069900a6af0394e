/** Booking settings: cut-offs, holds and the attendance rule. */
import { FormattedMessage, useIntl } from 'react-intl';
import {
  ATTENDANCE_RULES,
  type AttendanceRule,
  type CompanySettingsFormValues,
} from '../../domain/company-settings.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { FormSection } from '../../ui/form/form-section.tsx';
import type { SettingsFieldsProps } from './section-props.ts';

export const RULE_TEXTS = {
  report_always: 'settings.attendanceRule.always',
  report_differences: 'settings.attendanceRule.differences',
  check_ins_count: 'settings.attendanceRule.checkIns',
} as const satisfies Record<AttendanceRule, MessageId>;

export function BookingFields({ labels, loadedSettings }: SettingsFieldsProps) {
  // A partner earns by attendance, so it may not change this rule while acting; the server refuses it, too.
  const isActing = useCurrentUser()?.impersonating ?? false;
  const intl = useIntl();
  return (
    <>
      <FormSection title="settings.section.booking">
        <TextField<CompanySettingsFormValues>
          name="bookingCutOffMinutes"
          label={labels.bookingCutOffMinutes}
          hint={<FormattedMessage id="settings.newTours" />}
          isNumeric
          suffix={intl.formatMessage({ id: 'settings.bookingCutOffMinutes.unit' })}
          required
        />
        <TextField<CompanySettingsFormValues>
          name="cancellationCutOffHours"
          label={labels.cancellationCutOffHours}
          hint={<FormattedMessage id="settings.newTours" />}
          isNumeric
          suffix={intl.formatMessage({ id: 'settings.cancellationCutOffHours.unit' })}
          required
        />
        <SwitchField<CompanySettingsFormValues>
          name="guestsMayMove"
          label={labels.guestsMayMove}
          hint={<FormattedMessage id="settings.guestsMayMove.hint" />}
        />
        <TextField<CompanySettingsFormValues>
          name="holdMinutes"
          label={labels.holdMinutes}
          hint={<FormattedMessage id="settings.holdMinutes.hint" />}
          isNumeric
          suffix={intl.formatMessage({ id: 'settings.minutes' })}
          required
        />
      </FormSection>
      <FormSection title="settings.section.attendance">
        <SelectField<CompanySettingsFormValues>
          name="attendanceRule"
          label={labels.attendanceRule}
          {...(isActing ? { hint: <FormattedMessage id="settings.automatic" /> } : {})}
          options={ATTENDANCE_RULES.filter((rule) => !isActing || rule === loadedSettings.settings.attendanceRule).map(
            (rule) => ({
              value: rule,
              label: intl.formatMessage({ id: RULE_TEXTS[rule] }),
            }),
          )}
        />
      </FormSection>
    </>
  );
}
