/** A company as a whole: its subscription, its archive, its closing. */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

const archive = v.object({
  id: v.string(),
  askedAt: instant,
  askedBy: v.nullable(v.string()),
  /** Files written, of how many. */
  done: v.number(),
  of: v.number(),
  expiresAt: v.nullable(instant),
  state: v.picklist(['making', 'ready', 'failed']),
});
export type CompanyArchive = v.InferOutput<typeof archive>;

const companyData = v.object({
  /** False for who acts for the company. */
  mayDecide: v.boolean(),
  hasActiveSubscription: v.boolean(),
  /** Null: it goes on. */
  closesAt: v.nullable(instant),
  timeZone: v.string(),
  /** Departures still to come. */
  ahead: v.number(),
  export: v.nullable(archive),
});
export type CompanyData = v.InferOutput<typeof companyData>;

/** Fails like any call; `not_permitted` for who may not see to the company. */
export const readCompanyData = (company: Uuid, signal?: AbortSignal): Promise<Result<CompanyData>> =>
  rpc('read_company_data', { company }, { signal, answer: companyData });

/** Begins an archive of all data, in place of the one before; one that is being made goes on. */
export const requestExport = (company: Uuid) =>
  rpc('request_company_export', { company }, { answer: v.object({}), refusals: { too_many: v.object({}) } });

/** The key that opens the archive for ten minutes. */
export const openExport = (company: Uuid) =>
  rpc(
    'open_company_export',
    { company },
    { answer: v.object({ token: v.string() }), refusals: { gone: v.object({}) } },
  );

/** From where an opened archive is fetched. */
export const exportAddress = (token: string): string =>
  new URL(`${backendSettings().url}/functions/v1/company-export?key=${token}`, window.location.origin).href;

/** Closes the company in thirty days; its name is typed by whoever means it. */
export const closeCompany = (given: { company: Uuid; name: string }) =>
  rpc('close_company', { ...given }, { answer: v.object({}), refusals: { other_name: v.object({}) } });

/** Undoes the closing. */
export const cancelClosing = (company: Uuid) => rpc('cancel_company_closing', { company }, { answer: v.object({}) });
