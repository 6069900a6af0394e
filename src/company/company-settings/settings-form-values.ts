import type { CompanySettings, CompanySettingsFormValues } from '../../domain/company-settings.ts';

export const toSettingsFormValues = (settings: CompanySettings): CompanySettingsFormValues => ({
  ...settings,
  // Older settings store numbers with spaces, brackets, dots and hyphens.
  contactPhone: settings.contactPhone.replace(/[\s().-]/g, ''),
  bookingCutOffMinutes: String(settings.bookingCutOffMinutes),
  cancellationCutOffHours: String(settings.cancellationCutOffHours),
  holdMinutes: String(settings.holdMinutes),
  retentionMonths: settings.retentionMonths === null ? '' : String(settings.retentionMonths),
  embedOrigins: settings.embedOrigins.join('\n'),
});
