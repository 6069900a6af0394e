/** Company settings, read and saved as a whole. */
import * as v from 'valibot';
import { companySettings, type CompanySettings } from '../domain/company-settings.ts';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { storedForm } from './stored-form.ts';
import { invalid } from './tours.ts';

const timeZoneImpact = v.object({
  departures: v.number(),
  nextStartsAt: v.nullable(v.string()),
  nextTitle: v.nullable(v.string()),
  prices: v.number(),
});

const RESPONSE = v.object({
  version: v.number(),
  /** WebP in base64. */
  logo: v.nullable(v.object({ tag: v.string(), base64: v.string() })),
  settings: storedForm(companySettings),
  formerSlugs: v.array(v.string()),
  upcomingImpact: timeZoneImpact,
});

/** What a new time zone or currency affects: future departures, the next one, and active prices. */
export type TimeZoneImpact = v.InferOutput<typeof timeZoneImpact>;
export type LoadedSettings = v.InferOutput<typeof RESPONSE>;

export const readCompanySettingsRpc = defineRpc('read_company_settings', { response: RESPONSE });

/** Reads the settings. Fails with `not_permitted` unless the person manages the company. */
export function readCompanySettings(company: Uuid, signal?: AbortSignal): Promise<Result<LoadedSettings>> {
  return rpc(readCompanySettingsRpc, { company }, { signal });
}

const REFUSALS = {
  /** Someone else saved first; carries the current settings. */
  stale: v.object({ version: v.number(), settings: storedForm(companySettings) }),
  slug_taken: v.object({}),
  /** A new time zone or currency affects departures or prices, or guests would be erased: send again with `isSure`. */
  must_confirm: v.object({ upcomingImpact: timeZoneImpact, erased: v.optional(v.number(), 0) }),
};

export interface CompanySettingsInput {
  company: Uuid;
  /** Version of the settings that were edited. */
  version: number;
  settings: CompanySettings;
  isSure: boolean;
}

export type SaveRefusal =
  | { status: 'stale'; version: number; settings: CompanySettings }
  | { status: 'slug_taken' }
  | {
      status: 'must_confirm';
      upcomingImpact: TimeZoneImpact;
      /** Bookings whose guests would be erased tonight. */
      erased: number;
    };

export const saveCompanySettingsRpc = defineRpc('save_company_settings', {
  form: companySettings,
  response: v.object({ version: v.number() }),
  refusals: REFUSALS,
});

/** Saves the settings and returns the new version. Saving the same settings again changes nothing. */
export function saveCompanySettings({
  company,
  version,
  settings,
  isSure,
}: CompanySettingsInput): Promise<Result<{ version: number }, SaveRefusal>> {
  return rpc(saveCompanySettingsRpc, { company, version, input: settings, is_sure: isSure });
}

export const setCompanyLogoRpc = defineRpc('set_company_logo', {
  response: v.object({ tag: v.string() }),
  refusals: invalid,
});

/** Stores a company's logo: WebP in base64, without metadata, at most 204,800 bytes. Refusal: `invalid`. */
export const setCompanyLogo = (input: { company: Uuid; picture: string }) => rpc(setCompanyLogoRpc, { ...input });

export const deleteCompanyLogoRpc = defineRpc('delete_company_logo', { response: v.object({}) });

export const deleteCompanyLogo = (company: Uuid) => rpc(deleteCompanyLogoRpc, { company });

/** The response as the device stores it; parsing it again changes nothing. */
export const SETTINGS_CACHE_SCHEMA = RESPONSE;
