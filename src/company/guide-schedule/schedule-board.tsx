/** The lanes of a loaded week with their dialogs. */
import { useMemo, useState } from 'react';
import { useIntl } from 'react-intl';
import type { GuideSchedule } from '../../data/guides.ts';
import type { Conflict } from '../../domain/assignment.ts';
import { needsGuide } from '../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { DepartureOverridesDialog } from '../../features/lazy-departure-overrides.ts';
import { ChangeDialog } from '../../features/lazy-change-dialog.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { AddDepartureDialog } from './add-departure-dialog.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { DayList } from './day-list.tsx';
import { ConfirmConflictDialog } from './confirm-conflict-dialog.tsx';
import { buildLanes, assignedGuides, UNASSIGNED, type Block, type Lane } from './schedule-model.ts';
import { weekOf, type ScheduleView } from './schedule-time.ts';
import { ScheduleGrid } from './schedule-grid.tsx';
import { createScheduleScope, type EmptySlot } from './schedule-scope.ts';
import { SuggestDialog } from './suggest-dialog.tsx';
import { useAssignments, type AssignmentChange } from './use-assignments.ts';

export interface ScheduleBoardProps {
  company: Uuid;
  zone: string;
  today: LocalDate;
  plan: GuideSchedule;
  view: ScheduleView;
  by: 'guide' | 'tour';
  on: LocalDate;
  phone: boolean;
  /** Opened from the toolbar. */
  adding: boolean;
  suggesting: LocalDate | null;
  again(): void;
  onAdding(isOpen: boolean): void;
  onSuggesting(day: LocalDate | null): void;
  onDay(day: LocalDate): void;
  onStep(by: -1 | 1): void;
}

/** Dialog opened from a lane. */
type Opened =
  | { kind: 'assign'; block: Block }
  | { kind: 'own'; block: Block }
  | { kind: 'despite'; asked: AssignmentChange; name: string; conflicts: readonly Conflict[] }
  | { kind: 'move'; block: Block; to: { date: LocalDate; time: string } | undefined }
  | { kind: 'add'; place: EmptySlot };

export function ScheduleBoard(props: ScheduleBoardProps) {
  const { company, zone, today, view, by, on, phone, adding, suggesting, again } = props;
  const intl = useIntl();
  const formats = useFormats(zone);
  const { plan, busy, act } = useAssignments(company, { plan: props.plan, again });
  const [opened, setOpened] = useState<Opened | null>(null);
  const scope = useMemo(
    () => createScheduleScope(plan, { intl, formats, today, company }),
    [plan, intl, formats, today, company],
  );
  const lanes = useMemo(() => buildLanes(plan, by), [plan, by]);
  const days = useMemo(() => (view === 'day' ? [on] : weekOf(on)), [view, on]);
  const close = () => setOpened(null);
  const open = useMemo(
    () =>
      weekOf(on)
        .map((day) => ({
          day,
          count: plan.departures.filter((one) => one.localDate === day && needsGuide(one)).length,
        }))
        .filter(({ count }) => count > 0),
    [plan, on],
  );

  async function assign(asked: AssignmentChange, name: string): Promise<void> {
    const outcome = await act(asked);
    // Changed concurrently, so ask as if the conflicts had been known before the drop.
    if (outcome.kind === 'conflicts') setOpened({ kind: 'despite', asked, name, conflicts: outcome.conflicts });
    else if (outcome.kind === 'failed') void showToast({ intent: 'error', text: outcome.text, duration: 8000 });
  }
  const takeOff = ({ departure, guide }: Block) => {
    if (guide) void assign({ departure, from: guide.userId, to: null, role: guide.role }, guide.name);
  };
  function drop(block: Block, lane: Lane, conflicts: readonly Conflict[]): void {
    if (lane.id === UNASSIGNED) {
      const [only, ...others] = block.guide ? [block.guide] : assignedGuides(block.departure);
      // With several guides, the user chooses whom to unassign.
      if (only && others.length === 0) takeOff({ ...block, guide: only });
      else setOpened({ kind: 'assign', block });
      return;
    }
    if (!lane.guide) {
      setOpened({ kind: 'assign', block });
      return;
    }
    const { name, id } = lane.guide;
    const asked: AssignmentChange = {
      departure: block.departure,
      from: block.guide?.userId ?? null,
      to: id,
      role: block.guide?.role ?? 'lead',
    };
    if (conflicts.length > 0) setOpened({ kind: 'despite', asked, name, conflicts });
    else void assign(asked, name);
  }

  return (
    <>
      {phone ? (
        <DayList
          lanes={lanes}
          day={on}
          scope={scope}
          busy={busy}
          onOpen={(block) => setOpened({ kind: 'assign', block })}
        />
      ) : (
        <ScheduleGrid
          lanes={lanes}
          days={days}
          view={view}
          scope={scope}
          busy={busy}
          covered={opened !== null}
          onOpen={(block) => setOpened({ kind: 'assign', block })}
          onOff={takeOff}
          onAdd={(place) => setOpened({ kind: 'add', place })}
          onDrop={drop}
          onMove={(block, { day, minute }) =>
            setOpened({ kind: 'move', block, to: { date: day, time: scope.clock(minute) } })
          }
          onSuggest={props.onSuggesting}
          onDay={props.onDay}
          onStep={props.onStep}
        />
      )}
      {opened?.kind === 'assign' && (
        <AssignDialog
          block={opened.block}
          scope={scope}
          act={act}
          onMove={() => setOpened({ kind: 'move', block: opened.block, to: undefined })}
          onOwn={() => setOpened({ kind: 'own', block: opened.block })}
          onClose={close}
        />
      )}
      {opened?.kind === 'move' && (
        <ChangeDialog
          kind="move"
          departures={[opened.block.departure]}
          scope={scope}
          to={opened.to}
          onChanged={again}
          onClose={close}
        />
      )}
      {opened?.kind === 'own' && (
        <DepartureOverridesDialog departure={opened.block.departure} scope={scope} onChanged={again} onClose={close} />
      )}
      {opened?.kind === 'despite' && <ConfirmConflictDialog {...opened} scope={scope} act={act} onClose={close} />}
      {(opened?.kind === 'add' || adding) && (
        <AddDepartureDialog
          company={company}
          place={
            opened?.kind === 'add'
              ? opened.place
              : { day: on < today ? today : on, minute: null, tourId: null, guide: null }
          }
          scope={scope}
          onDone={again}
          onClose={() => (adding ? props.onAdding(false) : close())}
        />
      )}
      {suggesting !== null && (
        <SuggestDialog
          company={company}
          day={open.some(({ day }) => day === suggesting) ? suggesting : (open[0]?.day ?? suggesting)}
          open={open}
          scope={scope}
          onDone={again}
          onClose={() => props.onSuggesting(null)}
        />
      )}
    </>
  );
}
