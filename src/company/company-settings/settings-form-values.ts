import type { CompanySettings, CompanySettingsFormValues } from '../../domain/company-settings.ts';
import { barePhone } from '../../domain/fields.ts';

export const toSettingsFormValues = (settings: CompanySettings): CompanySettingsFormValues => ({
  ...settings,
  contactPhone: barePhone(settings.contactPhone),
  bookingCutOffMinutes: String(settings.bookingCutOffMinutes),
  cancellationCutOffHours: String(settings.cancellationCutOffHours),
  holdMinutes: String(settings.holdMinutes),
  retentionMonths: settings.retentionMonths === null ? '' : String(settings.retentionMonths),
  embedOrigins: settings.embedOrigins.join('\n'),
});
