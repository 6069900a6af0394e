import type { LoadedSettings } from '../../data/company-settings.ts';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';

/** Props of fields that are saved together in one form (ADR 024). */
export interface SettingsFieldsProps {
  company: Uuid;
  labels: Record<keyof CompanySettingsFormValues, string>;
  loadedSettings: LoadedSettings;
}

/** Props of sections that save on their own. */
export interface SettingsSectionProps {
  company: Uuid;
  /** The company's currency; null while its settings load. */
  currency: string | null;
}
