/** The lanes of a loaded week with their dialogs. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { PlannerData } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import type { LocalDate } from '../../domain/ids.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { DayList } from './day-list.tsx';
import { PlannerDialogs, type BoardState, type PlannerDialog } from './planner-dialogs.tsx';
import { buildLanes, assignedGuides, UNASSIGNED, type Block, type Lane } from './planner-model.ts';
import { weekOf, type PlannerView } from './planner-time.ts';
import { PlannerGrid } from './planner-grid.tsx';
import { createPlannerContext } from './planner-context.ts';
import { useAssignments, type AssignmentChange, type Assignments } from './use-assignments.ts';

export interface PlannerBoardProps extends BoardState {
  zone: string;
  plan: PlannerData;
  view: PlannerView;
  by: 'guide' | 'tour';
  phone: boolean;
  onDay(day: LocalDate): void;
  onStep(by: -1 | 1): void;
}

export function PlannerBoard(props: PlannerBoardProps) {
  const { company, zone, today, view, by, on, phone, refetch } = props;
  const intl = useIntl();
  const formats = useFormats(zone);
  const { plan, busy, act } = useAssignments(company, { plan: props.plan, refetch });
  const [dialog, setDialog] = useState<PlannerDialog | null>(null);
  const context = useMemo(
    () => createPlannerContext(plan, { intl, formats, today, company }),
    [plan, intl, formats, today, company],
  );
  const lanes = useMemo(() => buildLanes(plan, by), [plan, by]);
  const days = useMemo(() => (view === 'day' ? [on] : weekOf(on)), [view, on]);
  const { drop, unassign } = directAssignment(act, setDialog);
  const openAssign = (block: Block) => setDialog({ kind: 'assign', block });
  return (
    <>
      {phone ? (
        <DayList lanes={lanes} day={on} context={context} busy={busy} onOpen={openAssign} />
      ) : (
        <PlannerGrid
          lanes={lanes}
          days={days}
          view={view}
          context={context}
          busy={busy}
          covered={dialog !== null}
          onOpen={openAssign}
          onUnassign={unassign}
          onAdd={(slot) => setDialog({ kind: 'add', slot })}
          onDrop={drop}
          onMove={(block, { day, minute }) =>
            setDialog({ kind: 'move', block, to: { date: day, time: context.clock(minute) } })
          }
          onSuggest={(day) => props.onToolbarDialog({ kind: 'suggest', day })}
          onDay={props.onDay}
          onStep={props.onStep}
        />
      )}
      <PlannerDialogs board={props} dialog={dialog} context={context} act={act} onDialog={setDialog} />
    </>
  );
}

/** Assigns and unassigns without a dialog where nothing has to be asked. */
function directAssignment(act: Assignments['act'], openDialog: (dialog: PlannerDialog) => void) {
  async function assign(change: AssignmentChange, name: string): Promise<void> {
    const outcome = await act(change);
    // Changed concurrently, so ask as if the conflicts had been known before the drop.
    if (outcome.kind === 'conflicts')
      openDialog({ kind: 'confirmConflicts', change, name, conflicts: outcome.conflicts });
    else if (outcome.kind === 'failed') void showToast({ intent: 'error', text: outcome.text, duration: 8000 });
  }
  function unassign({ departure, guide }: Block): void {
    if (guide) void assign({ departure, from: guide.userId, to: null, role: guide.role }, guide.name);
  }
  function drop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void {
    if (lane.id === UNASSIGNED) {
      const [only, ...otherGuides] = block.guide ? [block.guide] : assignedGuides(block.departure);
      // With several guides, the user chooses whom to unassign.
      if (only && otherGuides.length === 0) unassign({ ...block, guide: only });
      else openDialog({ kind: 'assign', block });
      return;
    }
    if (!lane.guide) {
      openDialog({ kind: 'assign', block });
      return;
    }
    const { name, id } = lane.guide;
    const change: AssignmentChange = {
      departure: block.departure,
      from: block.guide?.userId ?? null,
      to: id,
      role: block.guide?.role ?? 'lead',
    };
    if (conflicts.length > 0) openDialog({ kind: 'confirmConflicts', change, name, conflicts });
    else void assign(change, name);
  }
  return { drop, unassign };
}
