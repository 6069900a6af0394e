/** Calendar feeds: addresses at which calendars read departures (ADR 065). */
import * as v from 'valibot';
import type { Uuid } from '../domain/ids.ts';
import { LOCALES, type Locale } from '../lib/locales.ts';
import { instant } from './departure-schemas.ts';
import { rpc } from './rpc.ts';
import { backendSettings } from './settings.ts';

const FEED_KINDS = ['company', 'tour', 'guide'] as const;
export type FeedKind = (typeof FEED_KINDS)[number];

const feed = v.object({
  id: v.string(),
  kind: v.picklist(FEED_KINDS),
  tourId: v.nullable(v.string()),
  /** Of a guide's. */
  person: v.nullable(v.object({ id: v.string(), name: v.string() })),
  locale: v.picklist(LOCALES),
  /** Null: its address is somebody else's to know. */
  token: v.nullable(v.string()),
  madeAt: instant,
  /** Null: never yet. */
  fetchedAt: v.nullable(instant),
  /** What the calendar called itself. */
  fetchedBy: v.nullable(v.string()),
});
export type CalendarFeed = v.InferOutput<typeof feed>;

const feeds = v.object({
  /** False for who acts for the company. */
  mayDecide: v.boolean(),
  tours: v.array(v.object({ id: v.string(), title: v.record(v.string(), v.string()) })),
  feeds: v.array(feed),
});
export type CalendarFeeds = v.InferOutput<typeof feeds>;

export const readCalendarFeeds = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_calendar_feeds', { company }, { signal, answer: feeds });

export const readOwnCalendarFeed = (company: Uuid, signal?: AbortSignal) =>
  rpc('read_own_calendar_feed', { company }, { signal, answer: v.object({ feed: v.nullable(feed) }) });

export interface MakeFeed {
  company: Uuid;
  kind: FeedKind;
  /** The tour, or the guide; null: of the company. */
  subject: Uuid | null;
  locale: Locale;
}

/** Switches it on, or has it written in another language. */
export const makeCalendarFeed = (given: MakeFeed) =>
  // The generated types know no argument that may be null.
  rpc('make_calendar_feed', { ...given, subject: given.subject as Uuid }, { answer: v.object({}) });

/** Another address; the old one is nothing from now on. */
export const changeCalendarFeed = (id: Uuid) => rpc('change_calendar_feed', { feed: id }, { answer: v.object({}) });

export const removeCalendarFeed = (id: Uuid) => rpc('remove_calendar_feed', { feed: id }, { answer: v.object({}) });

/** What is pasted into a calendar. */
export const feedAddress = (token: string): string =>
  new URL(`${backendSettings().url}/functions/v1/calendar-feed?token=${token}`, window.location.origin).href;
