/**
 * Simulated tablets against PostgreSQL: they receive its change events, pull by the app's own rules, and check guests
 * in.
 */
import { Client } from 'pg';
import type { Listeners } from '../../src/data/check-in-port.ts';
import { parseChangeEvent, type ChangeEvent } from '../../src/data/change-events.ts';
import { concernsDevice, isCovered, turnDelay } from '../../src/offline/sync/change-event-rules.ts';
import type { Uuid } from '../../src/domain/ids.ts';
import { makeBooking, makeDeparture, makePerson, type Company, type Party } from '../support/database-fixtures.ts';
import { makeDevice } from '../support/device-fixtures.ts';
import type { Session } from '../support/database.ts';

/** Realtime's latency from commit to tablets, in milliseconds. */
const ON_THE_WAY = 60;
const CALM_INTERVAL = 60_000;

interface PullResponse {
  done: boolean;
  as_of: string;
  cursor: unknown;
  listeners: Omit<Listeners, 'seesAll'> & { sees_all: boolean };
  rows: { actions: { id: Uuid }[]; departures: { id: Uuid }[] };
}

/** A connection pool, as an API has it. */
export class Pool {
  readonly #waiting: ((session: Session) => void)[] = [];
  /** Milliseconds in which connections were busy. */
  busy = 0;
  readonly size: number;

  private constructor(private readonly free: Session[]) {
    this.size = free.length;
  }

  static async of(size: number, connect: () => Promise<Session>): Promise<Pool> {
    return new Pool(await Promise.all(Array.from({ length: size }, connect)));
  }

  async rpc<T>(person: Uuid, name: string, args: Record<string, unknown>): Promise<T> {
    const session = this.free.pop() ?? (await new Promise<Session>((resolve) => this.#waiting.push(resolve)));
    const start = performance.now();
    try {
      return await session.rpc<T>(person, name, args);
    } finally {
      this.busy += performance.now() - start;
      const next = this.#waiting.shift();
      if (next) next(session);
      else this.free.push(session);
    }
  }
}

export interface Pulled {
  at: number;
  tablet: Tablet;
  cause: 'event' | 'timer' | 'own';
}

export class Tablet {
  readonly device = makeDevice();
  readonly held = new Set<Uuid>();
  /** Time at which each action was received. */
  readonly shown = new Map<Uuid, number>();
  #cursor: unknown = null;
  #asOf: string | undefined;
  #listeners: Listeners | null = null;
  #waiting: ChangeEvent | null = null;
  #due = Infinity;
  #timer: NodeJS.Timeout | undefined;
  #pulling: Promise<void> | null = null;
  #isStopped = false;

  constructor(
    readonly company: Company,
    readonly person: Uuid,
    readonly seesAll: boolean,
    private readonly pool: Pool,
    private readonly pulled: (pull: Pulled) => void,
  ) {}

  pull(cause: Pulled['cause']): Promise<void> {
    this.#pulling ??= this.#pull(cause).finally(() => (this.#pulling = null));
    return this.#pulling;
  }

  async #pull(cause: Pulled['cause']): Promise<void> {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    for (let done = false; !done;) {
      this.pulled({ at: performance.now(), tablet: this, cause });
      const args = {
        company: this.company.id,
        from_date: day(-1),
        to_date: day(2),
        cursor: this.#cursor,
        page_size: 2000,
      };
      const result = await this.pool.rpc<PullResponse>(this.person, 'check_in_pull', args);
      ({ done, cursor: this.#cursor, as_of: this.#asOf } = result);
      const { sees_all: seesAll, ...counts } = result.listeners;
      this.#listeners = { ...counts, seesAll };
      for (const { id } of result.rows.departures) this.held.add(id);
      for (const { id } of result.rows.actions) if (!this.shown.has(id)) this.shown.set(id, performance.now());
    }
  }

  hear(event: ChangeEvent): void {
    const holds = event.departures?.some((id) => this.held.has(id)) ?? false;
    if (
      isCovered(event, this.#asOf) ||
      !concernsDevice(event, { userId: this.person, listeners: this.#listeners, holds })
    )
      return;
    this.#waiting = this.#waiting && BigInt(this.#waiting.at!) > BigInt(event.at!) ? this.#waiting : event;
    this.#arm(event);
  }

  #arm(event: ChangeEvent): void {
    const delay = turnDelay(event, { listeners: this.#listeners, now: Date.now(), random: Math.random() });
    if (performance.now() + delay >= this.#due) return;
    clearTimeout(this.#timer);
    this.#due = performance.now() + delay;
    this.#timer = setTimeout(() => {
      this.#due = Infinity;
      const event = this.#waiting;
      if (!event || isCovered(event, this.#asOf)) return;
      if (this.#pulling) return this.#arm(event);
      this.#waiting = null;
      void this.pull('event');
    }, delay);
  }

  async checkIn(departureId: Uuid, party: Party, guest: number): Promise<{ id: Uuid; at: number }> {
    const action = this.device.action('check_in', {
      company: this.company,
      departureId,
      bookingId: party.bookingId,
      guestId: party.guests[guest]!.id,
      payload: { method: 'tap' },
    });
    await this.pool.rpc(this.person, 'check_in_push', { device: this.device.header(), actions: [action] });
    const at = performance.now();
    await this.pull('own');
    return { id: action.id, at };
  }

  /** Polls once a minute, like an idle tablet. Returns the stop function. */
  tick(): () => void {
    let timer: NodeJS.Timeout | undefined;
    const pullAndWait = async () => {
      await this.pull('timer');
      if (this.#isStopped) return;
      timer = setTimeout(() => void pullAndWait(), CALM_INTERVAL);
    };
    timer = setTimeout(() => void pullAndWait(), Math.random() * CALM_INTERVAL);
    return () => clearTimeout(timer);
  }

  /** Resolves once no pull is running. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    await this.#pulling;
  }
}

export interface Group {
  departureId: Uuid;
  party: Party;
  guides: Tablet[];
}

export interface Fleet {
  tablets: Tablet[];
  groups: Group[];
  pulls: Pulled[];
}

/** Creates the tablets of one company: `office` in the office, and guides, four to a departure. */
export async function makeFleet(
  db: Session,
  { company, pool, office, guides }: { company: Company; pool: Pool; office: number; guides: number },
): Promise<Fleet> {
  const pulls: Pulled[] = [];
  const open = async (role: string) => {
    const person = await makePerson(db, { role, company: company.id });
    return new Tablet(company, person, role === 'office', pool, (pull) => pulls.push(pull));
  };
  const tablets: Tablet[] = [];
  for (let n = 0; n < office; n += 1) tablets.push(await open('office'));
  const groups: Group[] = [];
  for (let n = 0; n < guides; n += 4) {
    const crew = [];
    for (let more = 0; more < 4; more += 1) crew.push(await open('guide'));
    tablets.push(...crew);
    const departureId = await makeDeparture(db, company, { capacity: 80, guides: crew.map(({ person }) => person) });
    groups.push({ departureId, party: await makeBooking(db, company, { departureId, guests: 60 }), guides: crew });
  }
  await Promise.all(tablets.map((tablet) => tablet.pull('own')));
  return { tablets, groups, pulls };
}

/**
 * Forwards the database's change events to the company's tablets with a delay, as Realtime does. Returns the stop
 * function.
 */
export async function relay(url: string, tablets: readonly Tablet[]): Promise<() => Promise<void>> {
  const listener = new Client({ connectionString: url });
  await listener.connect();
  listener.on('notification', ({ payload }) => {
    const wire = JSON.parse(payload!) as { company_id: Uuid };
    const event = parseChangeEvent(wire);
    setTimeout(
      () => tablets.filter(({ company }) => company.id === wire.company_id).forEach((tablet) => tablet.hear(event)),
      ON_THE_WAY,
    );
  });
  await listener.query('listen muster_change_event');
  return () => listener.end();
}
