/** The dialogs of the planner, opened from a lane or from the toolbar; working hours are in `planner-page.tsx`. */
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { ChangeDialog, DepartureOverridesDialog } from '../../features/lazy-features.ts';
import { AddDepartureDialog } from './add-departure-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ConfirmConflictDialog } from './confirm-conflict-dialog.tsx';
import type { EmptySlot, PlannerContext } from './planner-context.ts';
import type { Block } from './planner-model.ts';
import { SuggestDialog } from './suggest-dialog.tsx';
import type { AssignmentChange, Assignments } from './use-assignments.ts';

/** Dialog opened from a lane. */
export type PlannerDialog =
  | { kind: 'assign'; block: Block }
  | { kind: 'overrides'; block: Block }
  | { kind: 'confirmConflicts'; change: AssignmentChange; name: string; conflicts: readonly Conflict[] }
  | { kind: 'move'; block: Block; to: { date: LocalDate; time: string } | undefined }
  | { kind: 'add'; slot: EmptySlot };

/** Dialog opened from the toolbar, or for the departures of a day. */
export type ToolbarDialog = { kind: 'add' | 'workingHours' } | { kind: 'suggest'; day: LocalDate };

export interface BoardState {
  company: Uuid;
  today: LocalDate;
  /** Shown day, or a day of the shown week. */
  on: LocalDate;
  toolbarDialog: ToolbarDialog | null;
  refetch(): void;
  onToolbarDialog(dialog: ToolbarDialog | null): void;
}

export interface PlannerDialogsProps {
  board: BoardState;
  dialog: PlannerDialog | null;
  context: PlannerContext;
  act: Assignments['act'];
  onDialog(dialog: PlannerDialog | null): void;
}

const slotOn = (day: LocalDate): EmptySlot => ({ day, minute: null, tourId: null, guide: null });

export function PlannerDialogs({ board, dialog, context, act, onDialog }: PlannerDialogsProps) {
  const { company, today, on, toolbarDialog, refetch } = board;
  const close = () => onDialog(null);
  const closeToolbarDialog = () => board.onToolbarDialog(null);
  return (
    <>
      {dialog?.kind === 'assign' && (
        <AssignDialog
          block={dialog.block}
          context={context}
          act={act}
          onMove={() => onDialog({ kind: 'move', block: dialog.block, to: undefined })}
          onOverrides={() => onDialog({ kind: 'overrides', block: dialog.block })}
          onClose={close}
        />
      )}
      {dialog?.kind === 'move' && (
        <ChangeDialog
          kind="move"
          departures={[dialog.block.departure]}
          context={context}
          to={dialog.to}
          onChanged={refetch}
          onClose={close}
        />
      )}
      {dialog?.kind === 'overrides' && (
        <DepartureOverridesDialog
          departure={dialog.block.departure}
          context={context}
          onChanged={refetch}
          onClose={close}
        />
      )}
      {dialog?.kind === 'confirmConflicts' && (
        <ConfirmConflictDialog {...dialog} context={context} act={act} onClose={close} />
      )}
      {(dialog?.kind === 'add' || toolbarDialog?.kind === 'add') && (
        <AddDepartureDialog
          company={company}
          slot={dialog?.kind === 'add' ? dialog.slot : slotOn(on < today ? today : on)}
          context={context}
          onDone={refetch}
          onClose={toolbarDialog ? closeToolbarDialog : close}
        />
      )}
      {toolbarDialog?.kind === 'suggest' && (
        <SuggestDialog
          company={company}
          day={toolbarDialog.day}
          context={context}
          onFinished={refetch}
          onClose={closeToolbarDialog}
        />
      )}
    </>
  );
}
