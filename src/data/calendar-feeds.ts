/** Calendar feeds: secret URLs from which calendar programs read departures (ADR 065). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import { instant } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

const FEED_KINDS = ['company', 'tour', 'guide'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

const feed = v.object({
  id: v.string(),
  kind: v.picklist(FEED_KINDS),
  tourId: v.nullable(v.string()),
  /** Owner of a guide's feed; null for the other kinds. */
  person: v.nullable(v.object({ id: v.string(), name: v.string() })),
  locale: v.picklist(LOCALES),
  /** Null: the reader may not see the URL. */
  token: v.nullable(v.string()),
  madeAt: instant,
  /** Null: never fetched. */
  fetchedAt: v.nullable(instant),
  /** User agent of the calendar program. */
  fetchedBy: v.nullable(v.string()),
});
export type CalendarFeed = v.InferOutput<typeof feed>;

const feeds = v.object({
  /** False for someone who acts for the company. */
  mayDecide: v.boolean(),
  tours: v.array(v.object({ id: v.string(), title: v.record(v.string(), v.string()) })),
  feeds: v.array(feed),
});
export type CalendarFeeds = v.InferOutput<typeof feeds>;

export const readCalendarFeedsRpc = defineRpc('read_calendar_feeds', { response: feeds });

export const readCalendarFeeds = (company: Uuid, signal?: AbortSignal) =>
  rpc(readCalendarFeedsRpc, { company }, { signal });

export const readOwnCalendarFeedRpc = defineRpc('read_own_calendar_feed', {
  response: v.object({ feed: v.nullable(feed) }),
});

export const readOwnCalendarFeed = (company: Uuid, signal?: AbortSignal) =>
  rpc(readOwnCalendarFeedRpc, { company }, { signal });

export interface CalendarFeedInput {
  company: Uuid;
  kind: FeedKind;
  /** Tour or guide; null for the company's feed. */
  subject: Uuid | null;
  locale: Locale;
}

export const createCalendarFeedRpc = defineRpc('create_calendar_feed', { response: v.object({}) });

/** Creates a feed, or changes its language. */
export const createCalendarFeed = (input: CalendarFeedInput) =>
  // The generated types have no nullable arguments.
  rpc(createCalendarFeedRpc, { ...input, subject: input.subject as Uuid });

export const changeCalendarFeedRpc = defineRpc('change_calendar_feed', { response: v.object({}) });

/** Replaces the feed's URL; the old one stops working. */
export const changeCalendarFeed = (id: Uuid) => rpc(changeCalendarFeedRpc, { feed: id });

export const deleteCalendarFeedRpc = defineRpc('delete_calendar_feed', { response: v.object({}) });

export const deleteCalendarFeed = (id: Uuid) => rpc(deleteCalendarFeedRpc, { feed: id });

/** Returns the URL to paste into a calendar program. */
export const feedUrl = (token: string): string =>
  new URL(`${backendSettings().url}/functions/v1/calendar-feed?token=${token}`, window.location.origin).href;
