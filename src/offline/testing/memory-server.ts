/** A minimal in-memory server for the engine's unit tests; the simulation uses the real one. */
import type { CheckInPort, PullResponse, PullRequest, PushResponse, PushRequest } from '../../data/check-in-port.ts';
import type { Action, Outcome, Refusal } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { MirroredAction, MirroredRows } from '../../domain/mirror.ts';
import { ok, type Result } from '../../domain/result.ts';

type Row = { id: Uuid; departureId?: Uuid };
export type Fault<T> = (proceed: () => Promise<Result<T>>, signal?: AbortSignal) => Promise<Result<T>>;

export interface MemoryServer extends CheckInPort {
  write(rows: Partial<MirroredRows>): void;
  actions: Map<Uuid, MirroredAction>;
  visible: Set<Uuid>;
  /** Returns why an action is refused, or null. */
  refuse: (action: Action) => Refusal | null;
  /** Each fault wraps one call, in order. */
  pushFaults: Fault<PushResponse>[];
  pullFaults: Fault<PullResponse>[];
  pushes: PushRequest[];
  pulls: PullRequest[];
  now: () => number;
  epoch: string;
  pageSize: number;
  listeners: PullResponse['listeners'];
}

const EMPTY = (): MirroredRows => ({
  companies: [],
  tours: [],
  priceCategories: [],
  departures: [],
  bookings: [],
  guests: [],
  actions: [],
  people: [],
  devices: [],
});

interface StoredRow {
  table: keyof MirroredRows;
  row: Row;
  version: number;
}
interface Cursor {
  since: number;
  upTo?: number;
  at?: number;
  epoch: string;
  visible?: string;
}

export function memoryServer(now: () => number): MemoryServer {
  let version = 0;
  const rows = new Map<string, StoredRow>();
  const putRow = (table: keyof MirroredRows, row: Row) =>
    rows.set(`${table}/${row.id}`, { table, row, version: ++version });
  const bodies = new Map<Uuid, string>();
  const iso = () => new Date(server.now()).toISOString();

  const record = (action: Action): Outcome => {
    const { userId: _, ...body } = action;
    const text = JSON.stringify(body);
    if (bodies.has(action.id)) {
      return bodies.get(action.id) === text
        ? { id: action.id, status: 'duplicate' }
        : { id: action.id, status: 'refused', code: 'id_reused' };
    }
    const code = server.refuse(action);
    if (code) return { id: action.id, status: 'refused', code };
    bodies.set(action.id, text);
    const occurredAt = action.occurredAt > iso() ? iso() : action.occurredAt;
    const stored: MirroredAction = { ...action, occurredAt, recordedAt: iso(), flags: [] };
    server.actions.set(action.id, stored);
    putRow('actions', stored);
    return { id: action.id, status: 'applied' };
  };

  const push = async (request: PushRequest): Promise<Result<PushResponse>> =>
    ok({ serverTime: iso(), outcomes: structuredClone(request.actions).map(record) });

  const server: MemoryServer = {
    actions: new Map(),
    visible: new Set(),
    refuse: () => null,
    pushFaults: [],
    pullFaults: [],
    pushes: [],
    pulls: [],
    now,
    epoch: 'one',
    pageSize: 1000,
    listeners: null,
    write(changes) {
      for (const [table, list] of Object.entries(changes))
        for (const row of list) putRow(table as keyof MirroredRows, row);
      for (const departure of changes.departures ?? []) server.visible.add(departure.id);
    },
    async push(request, signal) {
      server.pushes.push(request);
      const fault = server.pushFaults.shift();
      return fault ? fault(() => push(request), signal) : push(request);
    },
    async pull(request, signal) {
      server.pulls.push(request);
      const fault = server.pullFaults.shift();
      const pull = async () => ok(pullPage(server, request, { rows: [...rows.values()], version, serverTime: iso() }));
      return fault ? fault(pull, signal) : pull();
    },
  };
  return server;
}

/** Returns the next page of rows that changed since the request's cursor. */
function pullPage(
  server: MemoryServer,
  request: PullRequest,
  { rows, version, serverTime }: { rows: readonly StoredRow[]; version: number; serverTime: string },
): PullResponse {
  const cursor = request.cursor as Cursor | null;
  const ours = cursor?.epoch === server.epoch ? cursor : null;
  const since = ours?.since ?? 0;
  const upTo = ours?.upTo ?? version;
  const at = ours?.at ?? 0;
  const changed = rows
    .filter((stored) => stored.version > since && stored.version <= upTo)
    .filter(
      ({ table, row }) =>
        server.visible.has(row.departureId ?? (table === 'departures' ? row.id : '')) ||
        (row.departureId === undefined && table !== 'departures'),
    );
  const page = changed.slice(at, at + server.pageSize);
  const done = at + page.length >= changed.length;
  const result = EMPTY();
  for (const { table, row } of page) (result[table] as Row[]).push(structuredClone(row));
  return {
    serverTime,
    epoch: server.epoch,
    full: since === 0,
    done,
    cursor: done
      ? { since: upTo, epoch: server.epoch, visible: String([...server.visible]) }
      : { since, upTo, at: at + page.length, epoch: server.epoch, visible: ours?.visible },
    asOf: String(upTo + 1),
    listeners: server.listeners,
    // Like the real server, send it only when it has changed.
    visibleDepartures: done && String([...server.visible]) !== ours?.visible ? [...server.visible] : null,
    rows: result,
  };
}
