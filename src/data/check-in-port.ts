/**
 * Roll-call RPCs as the offline engine sees them. `check-in.ts` implements them over Supabase, tests over a database.
 */
import type { Action, Outcome } from '../domain/actions.ts';
import type { Instant, LocalDate, Uuid } from '../domain/ids.ts';
import type { MirroredRows } from '../domain/mirror.ts';
import type { Result } from '../domain/result.ts';

/** Opaque to the client: stored and sent back unread. */
export type Cursor = Readonly<Record<string, unknown>>;

export interface PushRequest {
  device: { id: Uuid; label: string; appVersion: string; now: Instant };
  /** Oldest first, at most 200. */
  actions: readonly Action[];
}

export interface PushResponse {
  serverTime: Instant;
  /** One per action, in the order of the request. */
  outcomes: Outcome[];
}

export interface PullRequest {
  companyId: Uuid;
  from: LocalDate;
  to: LocalDate;
  cursor: Cursor | null;
  pageSize: number;
}

/** Counts of devices that listen to a company's change events, used to spread their pulls over time. */
export interface Listeners {
  /** Whether this person sees all departures of the company. */
  seesAll: boolean;
  /** Devices of people who see all departures. */
  office: number;
  all: number;
  /**
   * Zero-based index of this person's first device, and how many they have; `turns` is 0 for someone who is not
   * counted.
   */
  turn: number;
  turns: number;
}

export interface PullResponse {
  serverTime: Instant;
  /** Sync epoch; the cursor contains it, so devices need not compare it. */
  epoch: string;
  /** The cursor was null or no longer valid: the pull contains all rows. */
  full: boolean;
  done: boolean;
  cursor: Cursor;
  /** Number of the first change that this response may lack; change events below it are already included. */
  asOf: string;
  /** Null if the server does not send it. */
  listeners: Listeners | null;
  /** With the last page, all visible departures; null: unchanged since the last pull. */
  visibleDepartures: Uuid[] | null;
  rows: MirroredRows;
}

export interface CheckInPort {
  push(request: PushRequest, signal?: AbortSignal): Promise<Result<PushResponse>>;
  pull(request: PullRequest, signal?: AbortSignal): Promise<Result<PullResponse>>;
}
