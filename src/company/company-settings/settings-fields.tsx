/** The fields of the settings, in sections. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ReadSettings } from '../../data/company-settings.ts';
import { ATTENDANCE_RULES, type AttendanceRule, type TypedSettings } from '../../domain/company-settings.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { LOCALES } from '../../lib/locales.ts';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { PublicPage } from './public-page.tsx';
import { ZoneAndCurrency } from './zone-and-currency.tsx';

const useStyles = makeStyles({
  section: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: '16px',
    padding: '16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
});

export const RULE_TEXTS = {
  report_always: 'settings.attendance.always',
  report_differences: 'settings.attendance.differences',
  check_ins_count: 'settings.attendance.checkIns',
} as const satisfies Record<AttendanceRule, MessageId>;

function Section({ title, children }: { title: MessageId; children: ReactNode }) {
  const styles = useStyles();
  return (
    <section className={styles.section}>
      <h2 className={styles.title}>
        <FormattedMessage id={title} />
      </h2>
      {children}
    </section>
  );
}

export function SettingsFields({ labels, read }: { labels: Record<keyof TypedSettings, string>; read: ReadSettings }) {
  const intl = useIntl();
  const minutes = intl.formatMessage({ id: 'settings.minutes' });
  const hours = intl.formatMessage({ id: 'settings.hours' });
  return (
    <>
      <Section title="settings.section.profile">
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
      </Section>
      <Section title="settings.section.public">
        <PublicPage labels={labels} formerSlugs={read.formerSlugs} />
      </Section>
      <Section title="settings.section.place">
        <ZoneAndCurrency labels={labels} before={read.settings} ahead={read.ahead} />
      </Section>
      <Section title="settings.section.booking">
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
      </Section>
      <Section title="settings.section.attendance">
        <SelectField<TypedSettings>
          name="attendanceRule"
          label={labels.attendanceRule}
          options={ATTENDANCE_RULES.map((rule) => ({
            value: rule,
            label: intl.formatMessage({ id: RULE_TEXTS[rule] }),
          }))}
        />
      </Section>
    </>
  );
}
