/** Company-wide data: subscription, data export and closing. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

const archive = v.object({
  id: v.string(),
  requestedAt: instant,
  requestedBy: v.nullable(v.string()),
  /** Number of files written so far. */
  writtenFiles: v.number(),
  totalFiles: v.number(),
  expiresAt: v.nullable(instant),
  state: v.picklist(['running', 'ready', 'failed']),
});
export type CompanyArchive = v.InferOutput<typeof archive>;

const companyData = v.object({
  /** False for someone who acts for the company. */
  mayDecide: v.boolean(),
  hasActiveSubscription: v.boolean(),
  /** Null: the company is not being closed. */
  closesAt: v.nullable(instant),
  timeZone: v.string(),
  futureDepartures: v.number(),
  export: v.nullable(archive),
});
export type CompanyData = v.InferOutput<typeof companyData>;

/** Reads the company's data status. Fails with `not_permitted` unless the person manages the company. */
export const readCompanyData = (company: Uuid, signal?: AbortSignal): Promise<Result<CompanyData>> =>
  rpc('read_company_data', { company }, { signal, response: companyData });

/** Starts an export of all data that replaces the previous one; a running export continues. */
export const requestExport = (company: Uuid) =>
  rpc('request_company_export', { company }, { response: v.object({}), refusals: { too_many: v.object({}) } });

/** Returns a token that opens the archive for ten minutes. */
export const openExport = (company: Uuid) =>
  rpc(
    'open_company_export',
    { company },
    { response: v.object({ token: v.string() }), refusals: { gone: v.object({}) } },
  );

/** Returns the download address of an opened archive. */
export const exportAddress = (token: string): string =>
  new URL(`${backendSettings().url}/functions/v1/company-export?key=${token}`, window.location.origin).href;

/** Schedules the company's closing in thirty days. `name` must match, as a confirmation. */
export const closeCompany = (input: { company: Uuid; name: string }) =>
  rpc('close_company', { ...input }, { response: v.object({}), refusals: { other_name: v.object({}) } });

export const cancelClosing = (company: Uuid) => rpc('cancel_company_closing', { company }, { response: v.object({}) });
