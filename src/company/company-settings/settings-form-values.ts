import type { CompanySettings, CompanySettingsFormValues } from '../../domain/company-settings.ts';

/** The settings as the fields show them. */
export const toSettingsFormValues = (settings: CompanySettings): CompanySettingsFormValues => ({
  ...settings,
  // As it was kept before there was a field that knows numbers: with room between the digits.
  contactPhone: settings.contactPhone.replace(/[\s().-]/g, ''),
  bookingCutOffMinutes: String(settings.bookingCutOffMinutes),
  cancellationCutOffHours: String(settings.cancellationCutOffHours),
  holdMinutes: String(settings.holdMinutes),
  retentionMonths: settings.retentionMonths === null ? '' : String(settings.retentionMonths),
  embedOrigins: settings.embedOrigins.join('\n'),
});
