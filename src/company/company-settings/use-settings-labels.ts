import { useIntl } from 'react-intl';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import type { MessageId } from '../../i18n/message-id.ts';

const LABELS = {
  name: 'settings.name',
  contactEmail: 'settings.email',
  contactPhone: 'settings.phone',
  defaultLocale: 'settings.language',
  slug: 'settings.slug',
  brandColour: 'settings.colour',
  termsUrl: 'settings.terms',
  embedOrigins: 'settings.embed',
  timeZone: 'settings.zone',
  currency: 'settings.currency',
  bookingCutOffMinutes: 'settings.bookUntil',
  cancellationCutOffHours: 'settings.cancelUntil',
  guestsMayMove: 'settings.mayMove',
  holdMinutes: 'settings.hold',
  attendanceRule: 'settings.attendance',
  legalName: 'settings.legalName',
  legalAddress: 'settings.legalAddress',
  vatNumber: 'settings.vatNumber',
  documentNote: 'settings.documentNote',
  retentionMonths: 'settings.retention',
} as const satisfies Record<keyof CompanySettingsFormValues, MessageId>;

/** Returns the label of each field, in the order of the screen. */
export function useSettingsLabels(): Record<keyof CompanySettingsFormValues, string> {
  const intl = useIntl();
  return Object.fromEntries(Object.entries(LABELS).map(([field, id]) => [field, intl.formatMessage({ id })])) as Record<
    keyof CompanySettingsFormValues,
    string
  >;
}
