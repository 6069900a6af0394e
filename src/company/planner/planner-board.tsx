/** The lanes of a loaded week with their dialogs. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { PlannerData } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import { needsGuide } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { ChangeDialog, DepartureOverridesDialog } from '../../features/lazy-features.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { AddDepartureDialog } from './add-departure-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DayList } from './day-list.tsx';
import { ConfirmConflictDialog } from './confirm-conflict-dialog.tsx';
import { buildLanes, assignedGuides, UNASSIGNED, type Block, type Lane } from './planner-model.ts';
import { weekOf, type PlannerView } from './planner-time.ts';
import { PlannerGrid } from './planner-grid.tsx';
import { createPlannerContext, type EmptySlot } from './planner-context.ts';
import { SuggestDialog } from './suggest-dialog.tsx';
import { useAssignments, type AssignmentChange } from './use-assignments.ts';

export interface PlannerBoardProps {
  company: Uuid;
  zone: string;
  today: LocalDate;
  plan: PlannerData;
  view: PlannerView;
  by: 'guide' | 'tour';
  on: LocalDate;
  phone: boolean;
  /** Opened from the toolbar. */
  adding: boolean;
  suggesting: LocalDate | null;
  refetch(): void;
  onAdding(isOpen: boolean): void;
  onSuggesting(day: LocalDate | null): void;
  onDay(day: LocalDate): void;
  onStep(by: -1 | 1): void;
}

/** Dialog opened from a lane. */
type OpenDialog =
  | { kind: 'assign'; block: Block }
  | { kind: 'own'; block: Block }
  | { kind: 'confirmConflicts'; change: AssignmentChange; name: string; conflicts: readonly Conflict[] }
  | { kind: 'move'; block: Block; to: { date: LocalDate; time: string } | undefined }
  | { kind: 'add'; slot: EmptySlot };

export function PlannerBoard(props: PlannerBoardProps) {
  const { company, zone, today, view, by, on, phone, adding, suggesting, refetch } = props;
  const intl = useIntl();
  const formats = useFormats(zone);
  const { plan, busy, act } = useAssignments(company, { plan: props.plan, refetch });
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const context = useMemo(
    () => createPlannerContext(plan, { intl, formats, today, company }),
    [plan, intl, formats, today, company],
  );
  const lanes = useMemo(() => buildLanes(plan, by), [plan, by]);
  const days = useMemo(() => (view === 'day' ? [on] : weekOf(on)), [view, on]);
  const close = () => setDialog(null);
  const open = useMemo(
    () =>
      weekOf(on)
        .map((day) => ({
          day,
          count: plan.departures.filter((departure) => departure.localDate === day && needsGuide(departure)).length,
        }))
        .filter(({ count }) => count > 0),
    [plan, on],
  );

  async function assign(change: AssignmentChange, name: string): Promise<void> {
    const outcome = await act(change);
    // Changed concurrently, so ask as if the conflicts had been known before the drop.
    if (outcome.kind === 'conflicts')
      setDialog({ kind: 'confirmConflicts', change, name, conflicts: outcome.conflicts });
    else if (outcome.kind === 'failed') void showToast({ intent: 'error', text: outcome.text, duration: 8000 });
  }
  const unassign = ({ departure, guide }: Block) => {
    if (guide) void assign({ departure, from: guide.userId, to: null, role: guide.role }, guide.name);
  };
  function drop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void {
    if (lane.id === UNASSIGNED) {
      const [only, ...otherGuides] = block.guide ? [block.guide] : assignedGuides(block.departure);
      // With several guides, the user chooses whom to unassign.
      if (only && otherGuides.length === 0) unassign({ ...block, guide: only });
      else setDialog({ kind: 'assign', block });
      return;
    }
    if (!lane.guide) {
      setDialog({ kind: 'assign', block });
      return;
    }
    const { name, id } = lane.guide;
    const change: AssignmentChange = {
      departure: block.departure,
      from: block.guide?.userId ?? null,
      to: id,
      role: block.guide?.role ?? 'lead',
    };
    if (conflicts.length > 0) setDialog({ kind: 'confirmConflicts', change, name, conflicts });
    else void assign(change, name);
  }

  return (
    <>
      {phone ? (
        <DayList
          lanes={lanes}
          day={on}
          context={context}
          busy={busy}
          onOpen={(block) => setDialog({ kind: 'assign', block })}
        />
      ) : (
        <PlannerGrid
          lanes={lanes}
          days={days}
          view={view}
          context={context}
          busy={busy}
          covered={dialog !== null}
          onOpen={(block) => setDialog({ kind: 'assign', block })}
          onUnassign={unassign}
          onAdd={(slot) => setDialog({ kind: 'add', slot })}
          onDrop={drop}
          onMove={(block, { day, minute }) =>
            setDialog({ kind: 'move', block, to: { date: day, time: context.clock(minute) } })
          }
          onSuggest={props.onSuggesting}
          onDay={props.onDay}
          onStep={props.onStep}
        />
      )}
      {dialog?.kind === 'assign' && (
        <AssignDialog
          block={dialog.block}
          context={context}
          act={act}
          onMove={() => setDialog({ kind: 'move', block: dialog.block, to: undefined })}
          onOverrides={() => setDialog({ kind: 'own', block: dialog.block })}
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
      {dialog?.kind === 'own' && (
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
      {(dialog?.kind === 'add' || adding) && (
        <AddDepartureDialog
          company={company}
          slot={
            dialog?.kind === 'add'
              ? dialog.slot
              : { day: on < today ? today : on, minute: null, tourId: null, guide: null }
          }
          context={context}
          onDone={refetch}
          onClose={() => (adding ? props.onAdding(false) : close())}
        />
      )}
      {suggesting !== null && (
        <SuggestDialog
          company={company}
          day={open.some(({ day }) => day === suggesting) ? suggesting : (open[0]?.day ?? suggesting)}
          open={open}
          context={context}
          onAssigned={refetch}
          onClose={() => props.onSuggesting(null)}
        />
      )}
    </>
  );
}
