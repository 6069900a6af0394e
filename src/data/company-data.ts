/** Company-wide data: subscription, data export and closing. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
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

export const readCompanyDataRpc = defineRpc('read_company_data', { response: companyData });

/** Reads the company's data status. Fails with `not_permitted` unless the person manages the company. */
export const readCompanyData = (company: Uuid, signal?: AbortSignal): Promise<Result<CompanyData>> =>
  rpc(readCompanyDataRpc, { company }, { signal });

export const requestCompanyExportRpc = defineRpc('request_company_export', {
  response: v.object({ export: v.nullable(archive) }),
  refusals: { too_many: v.object({}) },
});

/** Starts an export of all data that replaces the previous one; a running export continues. */
export const requestExport = (company: Uuid) => rpc(requestCompanyExportRpc, { company });

export const openCompanyExportRpc = defineRpc('open_company_export', {
  response: v.object({ token: v.string() }),
  refusals: { gone: v.object({}) },
});

/** Returns a token that opens the archive for ten minutes. */
export const openExport = (company: Uuid) => rpc(openCompanyExportRpc, { company });

/** Returns the download address of an opened archive. */
export const exportAddress = (token: string): string =>
  new URL(`${backendSettings().url}/functions/v1/company-export?key=${token}`, window.location.origin).href;

export const closeCompanyRpc = defineRpc('close_company', {
  response: v.object({ closesAt: instant }),
  refusals: { other_name: v.object({}) },
});

/** Schedules the company's closing in thirty days. `name` must match, as a confirmation. */
export const closeCompany = (input: { company: Uuid; name: string }) => rpc(closeCompanyRpc, { ...input });

export const cancelCompanyClosingRpc = defineRpc('cancel_company_closing', { response: v.object({}) });

export const cancelClosing = (company: Uuid) => rpc(cancelCompanyClosingRpc, { company });
