/** The roll-call's calls as the offline engine sees them; `check-in.ts` speaks them to Supabase, tests to a database directly. */
import type { Action, Outcome } from '../domain/actions.ts';
import type { Instant, LocalDate, Uuid } from '../domain/ids.ts';
import type { MirroredRows } from '../domain/mirror.ts';
import type { Result } from '../domain/result.ts';

/** Opaque: what the server gave, kept and given back unread. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface PushRequest {
  device: { id: Uuid; label: string; appVersion: string; now: Instant };
  /** Oldest first, at most 200. */
  actions: readonly Action[];
}

export interface PushResponse {
  serverTime: Instant;
  /** One an action, in the order of the request. */
  outcomes: Outcome[];
}

export interface PullRequest {
  companyId: Uuid;
  from: LocalDate;
  to: LocalDate;
  cursor: Cursor | null;
  pageSize: number;
}

/** Who listens to a company's hints, in devices, and the place of this person's among them. */
export interface Listeners {
  /** Whether this person sees all departures of the company. */
  seesAll: boolean;
  /** Devices of those who do. */
  office: number;
  all: number;
  /** The first place of this person's devices, from 0, and how many they have; `turns` 0 for who is not counted. */
  turn: number;
  turns: number;
}

export interface PullResponse {
  serverTime: Instant;
  epoch: string;
  full: boolean;
  done: boolean;
  cursor: Cursor;
  /** Which change on the server this answer goes up to; what a hint names below it is in it. */
  asOf: string;
  /** Null where the server does not say. */
  listeners: Listeners | null;
  /** With the last page all departures that are ours, or null while they are those of the pull before. */
  visibleDepartures: Uuid[] | null;
  rows: MirroredRows;
}

export interface CheckInPort {
  push(request: PushRequest, signal?: AbortSignal): Promise<Result<PushResponse>>;
  pull(request: PullRequest, signal?: AbortSignal): Promise<Result<PullResponse>>;
}
