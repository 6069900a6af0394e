/**
 * Requests and notices for the signed-in person: companies to own, departures to take, and changes to their departures.
 */
import * as v from 'valibot';
import { GUIDE_NOTICES } from '../domain/enums.ts';
import type { Instant, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const notice = v.object({
  departureId: v.string(),
  /** `unassigned`: they no longer guide it. */
  change: v.picklist(GUIDE_NOTICES),
  notedAt: v.string(),
  companyName: v.string(),
  timeZone: v.string(),
  title: v.record(v.string(), v.string()),
  startsAt: v.string(),
  /** Previous start of a moved departure. */
  previousStart: v.nullable(v.string()),
});
export type GuideNotice = v.InferOutput<typeof notice>;

const request = v.object({
  departureId: v.string(),
  companyId: v.string(),
  companyName: v.string(),
  timeZone: v.string(),
  title: v.record(v.string(), v.string()),
  startsAt: v.string(),
});
export type GuideRequest = v.InferOutput<typeof request>;

const pendingRequests = v.object({
  /** Names of companies that offer them ownership. */
  companyNames: v.array(v.string()),
  /** Departures, of all companies, that they are asked to guide. */
  requests: v.array(request),
  /** Changes to their departures, of all companies. */
  notices: v.array(notice),
});
export type PendingRequests = v.InferOutput<typeof pendingRequests>;

export const readPendingRequestsRpc = defineRpc('read_pending_requests', { response: pendingRequests });

export const readPendingRequests = (as: Uuid): Promise<Result<PendingRequests>> =>
  rpc(readPendingRequestsRpc, {}, { as });

export const dismissNoticesRpc = defineRpc('dismiss_notices', { response: v.object({}) });

/** Dismisses notices up to `seenUntil`; newer ones stay. */
export const dismissNotices = (
  as: Uuid,
  { departures, seenUntil }: { departures: Uuid[]; seenUntil: Instant },
): Promise<Result<object>> => rpc(dismissNoticesRpc, { departures, seen_until: seenUntil }, { as });
