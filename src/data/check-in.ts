/** Push and pull over Supabase's remote procedures (docs/protocol.md). Only an answer of the expected shape counts. */
import { FLAGS, REFUSALS, type Action, type Flag, type Outcome, type Refusal } from '../domain/actions.ts';
import type { Uuid } from '../domain/ids.ts';
import type { MirrorRows } from '../domain/mirror.ts';
import { fail, ok, type FailureCode, type Result } from '../domain/result.ts';
import { callRpc } from './call.ts';
import type {
  CheckInPort,
  Cursor,
  Listeners,
  PullAnswer,
  PullRequest,
  PushAnswer,
  PushRequest,
} from './check-in-port.ts';
import { isRecord } from './shape.ts';
import { fromWire, readInstant, toWire } from './wire.ts';

type Answer<T> = { status: 'ok'; data: T } | { status: string; data: null };

/** How one remote procedure is called; the simulation calls a database with it. */
export type Rpc = (name: string, args: Record<string, unknown>, signal?: AbortSignal) => Promise<Result<unknown>>;

const STATUS_CODES: Record<string, FailureCode> = {
  signed_out: 'signed_out',
  not_permitted: 'not_permitted',
  // Not `not_permitted`: the list of today stays on the device while the owner settles it.
  no_subscription: 'invalid',
  invalid: 'invalid',
};

/** The port over any way to call the procedures; it alone knows the wire's shapes. */
export function checkInPortOver(rpc: Rpc): CheckInPort {
  const ask = async <T>(
    call: { name: string; args: Record<string, unknown>; signal?: AbortSignal | undefined },
    read: (answer: Record<string, unknown>) => T | null,
  ): Promise<Result<T>> => {
    const result = await rpc(call.name, call.args, call.signal);
    // Only the procedure itself takes a permission away, and its list off the device; a bare 403 is of something in between.
    if (!result.ok) return result.code === 'not_permitted' ? fail('bad_answer', { retry: true }) : result;
    const answer = readAnswer(result.data, read);
    if (answer === null) return fail('bad_answer', { retry: true });
    if (answer.data !== null) return ok(answer.data);
    return fail(STATUS_CODES[answer.status] ?? 'bad_answer', { retry: !(answer.status in STATUS_CODES) });
  };
  return {
    push: (request, signal) =>
      ask({ name: 'check_in_push', args: pushArgs(request), signal }, (answer) => readPush(answer, request.actions)),
    pull: (request, signal) => ask({ name: 'check_in_pull', args: pullArgs(request), signal }, readPull),
  };
}

/** The port of the app, for one person: with somebody else's session nothing is sent and nothing comes. */
export const checkInPortOf = (userId: Uuid): CheckInPort =>
  checkInPortOver((name, args, signal) => callRpc(name, args, { as: userId, signal, read: (data) => data ?? null }));

function readAnswer<T>(data: unknown, read: (answer: Record<string, unknown>) => T | null): Answer<T> | null {
  if (!isRecord(data) || typeof data['status'] !== 'string') return null;
  if (data['status'] !== 'ok') return { status: data['status'], data: null };
  try {
    const value = read(data);
    return value === null ? null : { status: 'ok', data: value };
  } catch {
    return null;
  }
}

function pushArgs({ device, actions }: PushRequest): Record<string, unknown> {
  return {
    device: toWire(device),
    actions: actions.map((action) => {
      const { userId: _, ...sent } = action;
      return toWire(sent);
    }),
  };
}

function pullArgs({ companyId, from, to, cursor, pageSize }: PullRequest): Record<string, unknown> {
  return { company: companyId, from_date: from, to_date: to, cursor, page_size: pageSize };
}

const KNOWN_FLAGS: ReadonlySet<string> = new Set(FLAGS);
const KNOWN_REFUSALS: ReadonlySet<string> = new Set(REFUSALS);

/** The outcomes must speak of the very actions that were sent, one each and in order. */
function readPush(answer: Record<string, unknown>, sent: readonly Action[]): PushAnswer | null {
  const outcomes = answer['outcomes'];
  if (!Array.isArray(outcomes) || outcomes.length !== sent.length) return null;
  const read: Outcome[] = [];
  for (const [index, outcome] of outcomes.entries()) {
    const known = isRecord(outcome) && outcome['id'] === sent[index]?.id ? readOutcome(outcome) : null;
    if (!known) return null;
    read.push(known);
  }
  return { serverTime: readInstant(answer['server_time']), outcomes: read };
}

function readOutcome(outcome: Record<string, unknown>): Outcome | null {
  const id = String(outcome['id']);
  switch (outcome['status']) {
    case 'applied':
    case 'duplicate':
      return { id, status: outcome['status'] };
    case 'flagged':
      return { id, status: 'flagged', flags: readFlags(outcome['flags']) };
    case 'refused':
      // A code of a newer server is a refusal all the same.
      return { id, status: 'refused', code: readRefusal(outcome['code']) };
    default:
      return null;
  }
}

const readRefusal = (code: unknown): Refusal => (KNOWN_REFUSALS.has(String(code)) ? (code as Refusal) : 'malformed');

const readFlags = (flags: unknown): Flag[] =>
  Array.isArray(flags) ? flags.filter((flag): flag is Flag => KNOWN_FLAGS.has(String(flag))) : [];

const TABLES = {
  companies: 'companies',
  tours: 'tours',
  price_categories: 'priceCategories',
  departures: 'departures',
  bookings: 'bookings',
  guests: 'guests',
  actions: 'actions',
  people: 'people',
  devices: 'devices',
} as const satisfies Record<string, keyof MirrorRows>;

/** Fields that are compared or sorted as text, and so must be in the app's one form. */
const INSTANTS = ['startsAt', 'endsAt', 'expiresAt', 'occurredAt', 'deviceTime', 'recordedAt'] as const;

function readPull(answer: Record<string, unknown>): PullAnswer | null {
  const { epoch, full, done, cursor, rows, as_of: asOf, visible_departures: visible } = answer;
  if (typeof epoch !== 'string' || typeof asOf !== 'string' || typeof full !== 'boolean' || typeof done !== 'boolean')
    return null;
  if (!isRecord(cursor) || !isRecord(rows)) return null;
  const complete = Array.isArray(visible) && visible.every((id) => typeof id === 'string');
  if (done && !complete && (full || visible !== null)) return null;
  const read: Partial<Record<keyof MirrorRows, unknown[]>> = {};
  for (const [wire, name] of Object.entries(TABLES)) {
    const list = rows[wire];
    if (!Array.isArray(list)) return null;
    read[name] = list.map(readRow);
  }
  return {
    serverTime: readInstant(answer['server_time']),
    epoch,
    full,
    done,
    cursor: cursor as Cursor,
    asOf,
    listeners: readListeners(answer['listeners']),
    visibleDepartures: done && complete ? visible : null,
    rows: read as unknown as MirrorRows,
  };
}

function readListeners(value: unknown): Listeners | null {
  if (!isRecord(value)) return null;
  const { sees_all: seesAll, office, all, turn, turns } = value;
  const counts = [office, all, turn, turns].filter(
    (count): count is number => Number.isSafeInteger(count) && (count as number) >= 0,
  );
  if (typeof seesAll !== 'boolean' || counts.length !== 4) return null;
  return { seesAll, office: counts[0]!, all: counts[1]!, turn: counts[2]!, turns: counts[3]! };
}

function readRow(row: unknown): Record<string, unknown> {
  if (!isRecord(row) || typeof row['id'] !== 'string') throw new TypeError('not a row');
  const read = fromWire(row) as Record<string, unknown>;
  for (const field of INSTANTS) if (typeof read[field] === 'string') read[field] = readInstant(read[field]);
  if ('flags' in read) read['flags'] = readFlags(read['flags']);
  return read;
}
