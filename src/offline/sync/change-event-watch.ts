/**
 * Waits for the device's turn after change events. Events are merged into one pull, which is skipped if another pull
 * has covered them.
 */
import type { ChangeEvent } from '../../data/change-events.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { UserDatabase } from '../device/database.ts';
import { pullKey, type PullRow } from '../device/stored-rows.ts';
import { concernsDevice, isCovered, turnDelay } from './change-event-rules.ts';
import { clockOffset } from '../outbox/outbox.ts';
import type { Clock, EnginePorts } from '../device/ports.ts';

export interface ChangeEventWatch {
  /** Listens to this company's events instead of the previous one's; null: to none. */
  listen(companyId: Uuid | null): void;
}

/** The device's turn to pull for a company. `isStill` returns whether it still listens to that company. */
interface Turn {
  companyId: Uuid;
  isStill: () => boolean;
}

/**
 * Watches change events. Calls `pull` when it is the device's turn; `isPulling` returns whether a pass is running
 * that may cover it.
 */
export function watchChangeEvents(
  db: UserDatabase,
  ports: EnginePorts,
  { pull, isPulling }: { pull: () => void; isPulling: () => boolean },
): ChangeEventWatch {
  const { clock } = ports;
  let stop = () => {};
  let cancel = () => {};
  let due = Infinity;
  /** Merged events that the pending pull must cover. */
  let waiting: ChangeEvent | null = null;

  const takeTurn = async (turn: Turn) => {
    due = Infinity;
    const { row, now } = await readPull(db, clock, turn.companyId);
    // An event that arrived during the read may have scheduled the next turn already.
    if (!turn.isStill() || !waiting || due !== Infinity) return;
    const listeners = row?.listeners ?? null;
    if (isCovered(waiting, row?.asOf)) waiting = null;
    else if (isPulling()) arm(turnDelay(waiting, { listeners, now, random: ports.random() }), turn);
    else {
      waiting = null;
      pull();
    }
  };

  const arm = (delay: number, turn: Turn) => {
    const at = clock.now() + delay;
    if (at >= due) return;
    cancel();
    due = at;
    cancel = clock.after(delay, () => void takeTurn(turn).catch(() => {}));
  };

  const handleEvent = async (changeEvent: ChangeEvent, turn: Turn) => {
    const { row, now } = await readPull(db, clock, turn.companyId);
    if (isCovered(changeEvent, row?.asOf)) return;
    const listeners = row?.listeners ?? null;
    const rows = changeEvent.departures === null ? [] : await db.departures.bulkGet([...changeEvent.departures]);
    if (!turn.isStill() || !concernsDevice(changeEvent, { userId: ports.userId, listeners, holds: rows.some(Boolean) }))
      return;
    waiting = waiting ? later(waiting, changeEvent) : changeEvent;
    arm(turnDelay(changeEvent, { listeners, now, random: ports.random() }), turn);
  };

  return {
    listen(companyId) {
      stop();
      cancel();
      due = Infinity;
      waiting = null;
      let listening = companyId !== null;
      const isStill = () => listening;
      const unsubscribe = companyId
        ? ports.changeEvents(companyId, (changeEvent) => {
            // If storage fails the event is lost; the timer still pulls.
            if (listening) void handleEvent(changeEvent, { companyId, isStill }).catch(() => {});
          })
        : () => {};
      stop = () => {
        listening = false;
        unsubscribe();
      };
    },
  };
}

/** Merges two events to the later one: a pull that covers it covers both. */
function later(first: ChangeEvent, second: ChangeEvent): ChangeEvent {
  if (first.at === null || second.at === null) return { ...first, at: null };
  return BigInt(first.at) > BigInt(second.at) ? first : second;
}

async function readPull(db: UserDatabase, clock: Clock, companyId: Uuid) {
  return {
    row: (await db.meta.get(pullKey(companyId))) as PullRow | undefined,
    now: clock.now() - (await clockOffset(db)),
  };
}
