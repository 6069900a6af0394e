/** Records what a person does at the meeting point. Each call is one transaction that only appends to the outbox. */
import type { Action } from '../../domain/actions.ts';
import type { Uuid } from '../../domain/ids.ts';
import { fail, ok, type Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import { readPending } from './pending.ts';
import { withoutRefused } from './refused-actions.ts';
import {
  draft,
  drafts,
  type CheckInArgs,
  type CollectArgs,
  type CountArgs,
  type DepartArgs,
  type Draft,
  type NoShowArgs,
  type NoteArgs,
  type ReportArgs,
  type DepartureRef,
  type RestoreArgs,
  type UndoArgs,
  type WalkInArgs,
} from './drafts.ts';
import { appendDrafts } from './outbox.ts';
import type { EnginePorts } from '../device/ports.ts';

/** `actionIds`: recorded actions in order; pass them to `undo` to cancel them. */
export interface Recorded {
  actionIds: Uuid[];
}
export interface RecordedWalkIn extends Recorded {
  bookingId: Uuid;
  guestIds: Uuid[];
}

/** All resolve after the write is durable. Fail with `invalid` (bad input), `storage_full` or `storage_failed`. */
export interface Recorder {
  checkIn(args: CheckInArgs): Promise<Result<Recorded>>;
  /** Cancels exactly the named actions, of any kind but undo. */
  undo(args: UndoArgs): Promise<Result<Recorded>>;
  /** Reverts an undo: records the cancelled actions again with their original times. `invalid` for a walk-in. */
  restore(args: RestoreArgs): Promise<Result<Recorded>>;
  markNoShow(args: NoShowArgs): Promise<Result<Recorded>>;
  addWalkIn(args: WalkInArgs): Promise<Result<RecordedWalkIn>>;
  /** Records a payment and the check-ins of its guests, both or neither. */
  collect(args: CollectArgs): Promise<Result<Recorded>>;
  addNote(args: NoteArgs): Promise<Result<Recorded>>;
  recordCount(args: CountArgs): Promise<Result<Recorded>>;
  depart(args: DepartArgs): Promise<Result<Recorded>>;
  /** Undoes every depart action of the departure that counts; `invalid` if there is none. */
  reopen(args: DepartureRef): Promise<Result<Recorded>>;
  /** Submits, asks back, locks or unlocks a tour report. */
  report(args: ReportArgs): Promise<Result<Recorded>>;
}

export interface RecorderContext {
  db: UserDatabase;
  ports: EnginePorts;
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** Called after each commit. */
  changed(): void;
}

export function createRecorder({ db, ports, access, changed }: RecorderContext): Recorder {
  const record = async (made: Draft[] | null): Promise<Result<Recorded>> => {
    if (!made) return fail('invalid');
    const appended = await access(() => appendDrafts(db, ports, made));
    if (!appended.ok) return appended;
    changed();
    return ok({ actionIds: made.map((draft) => draft.id) });
  };
  return {
    checkIn: (args) => record(drafts.checkIn(ports, args)),
    undo: (args) => record(drafts.undo(ports, args)),
    markNoShow: (args) => record(drafts.noShow(ports, args)),
    collect: (args) => record(drafts.collect(ports, args)),
    addNote: (args) => record(drafts.note(ports, args)),
    recordCount: (args) => record(drafts.count(ports, args)),
    depart: (args) => record(drafts.depart(ports, args)),
    // The form of the report has checked its input.
    report: (args) => record([draft(ports, args, args)]),

    async restore({ undo, guests, ...departureRef }) {
      const undone = await access(() => cancelledBy(db, undo));
      if (!undone.ok) return undone;
      const selected = undone.data.filter(({ guestId }) => !guests || (guestId !== null && guests.includes(guestId)));
      return record(drafts.repeat(ports, departureRef, selected));
    },

    async addWalkIn(args) {
      const walkInDrafts = drafts.walkIn(ports, args);
      const first = walkInDrafts?.[0];
      // Only invalid input has no walk-in as its first draft; the other checks narrow the type.
      if (first?.kind !== 'walk_in' || first.bookingId === null) return fail('invalid');
      const recorded = await record(walkInDrafts);
      if (!recorded.ok) return recorded;
      const guestIds = first.payload.guests.map((guest) => guest.id);
      return ok({ ...recorded.data, bookingId: first.bookingId, guestIds });
    },

    async reopen(departureRef) {
      const effective = await access(() => effectiveDepartActions(db, departureRef.departureId));
      return effective.ok ? record(drafts.undo(ports, { ...departureRef, actions: effective.data })) : effective;
    },
  };
}

async function cancelledBy(db: UserDatabase, undoId: Uuid): Promise<Action[]> {
  // Without refused actions: those of a refused undo count again, and a refused one never did.
  const read = async (ids: Uuid[]) => {
    const [mirrored, pending] = await Promise.all([db.actions.bulkGet(ids), db.outbox.bulkGet(ids)]);
    return ids.flatMap((_, at): Action | Action[] => {
      const entry = pending[at];
      return mirrored[at] ?? (entry && entry.state !== 'parked' ? entry.action : []);
    });
  };
  const [undo] = await read([undoId]);
  return undo?.kind === 'undo' ? read(undo.payload.actions) : [];
}

async function effectiveDepartActions(db: UserDatabase, departureId: Uuid): Promise<Uuid[]> {
  const [mirrored, pending] = await Promise.all([
    db.actions.where({ departureId }).toArray(),
    readPending(db, { departureId }),
  ]);
  const all = [...mirrored, ...withoutRefused(pending).effective];
  const undone = new Set(all.flatMap((action) => (action.kind === 'undo' ? action.payload.actions : [])));
  return [...new Set(all.filter((action) => action.kind === 'depart' && !undone.has(action.id)).map(({ id }) => id))];
}
