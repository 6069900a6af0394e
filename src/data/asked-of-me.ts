/** What waits for the person who is signed in, for the frame: to own a company, to take a departure, and what they are told of departures. */
import * as v from 'valibot';
import { GUIDE_NOTICES } from '../domain/closed-lists.ts';
import type { Instant, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { localDate } from './departure-shapes.ts';
import { rpc } from './rpc.ts';

const notice = v.object({
  departure: v.string(),
  /** `off`: they guide it no longer. */
  change: v.picklist(GUIDE_NOTICES),
  notedAt: v.string(),
  /** The company's name. */
  company: v.string(),
  timeZone: v.string(),
  title: v.record(v.string(), v.string()),
  startsAt: v.string(),
  /** Of one that was moved: when it had been. */
  was: v.nullable(v.string()),
});
export type GuideNotice = v.InferOutput<typeof notice>;

const asked = v.object({
  /** Names of the companies that they are asked to own. */
  companies: v.array(v.string()),
  /** Departures of the company that they act for. */
  proposals: v.number(),
  /** The day of the first of these. */
  first: v.nullable(localDate),
  /** Departures of other companies. */
  elsewhere: v.array(v.object({ company: v.string(), name: v.string(), proposals: v.number() })),
  /** Of all companies. */
  notices: v.array(notice),
});
export type AskedOfMe = v.InferOutput<typeof asked>;

export const readAskedOfMe = (as: Uuid, company: Uuid | null): Promise<Result<AskedOfMe>> =>
  rpc('read_asked_of_me', company === null ? {} : { company }, { as, answer: asked });

/** What came after `seenUntil` stays. */
export const putAwayNotices = (
  as: Uuid,
  { departures, seenUntil }: { departures: Uuid[]; seenUntil: Instant },
): Promise<Result<object>> =>
  rpc('put_away_notices', { departures, seen_until: seenUntil }, { as, answer: v.object({}) });
