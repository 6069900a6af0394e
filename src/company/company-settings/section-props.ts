/** What a section of the settings is given. */
import type { LoadedSettings } from '../../data/company-settings.ts';
import type { CompanySettingsFormValues } from '../../domain/company-settings.ts';
import type { Uuid } from '../../domain/ids.ts';

/** Fields of the settings that are saved as one (ADR 024). */
export interface SettingsFieldsProps {
  company: Uuid;
  labels: Record<keyof CompanySettingsFormValues, string>;
  read: LoadedSettings;
}

/** What is kept by itself, beside those fields. */
export interface SettingsPartProps {
  company: Uuid;
  /** The company's; null until its settings are read. */
  currency: string | null;
}
