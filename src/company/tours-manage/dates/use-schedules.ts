import { useState } from 'react';
import type { ChangePlan, Decisions } from '../../../data/change-plan.ts';
import {
  deleteBlackout,
  deleteException,
  endSchedule,
  previewSchedule,
  previewScheduleChange,
  readSchedules,
  saveBlackout,
  saveException,
  saveSchedule,
  splitSchedule,
  type ScheduleChange,
} from '../../../data/schedules.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { Result } from '../../../domain/result.ts';
import type { BlackoutForm, ExceptionForm, ScheduleForm } from '../../../domain/schedules.ts';
import type { Problem } from '../../../domain/tours.ts';
import { parseDateInput } from '../../../domain/parse-date-time.ts';
import { useServerQuery } from '../../../online/use-server-query.ts';
import { queryClient } from '../../../online/query-client.ts';
import { usePreview } from '../../../online/use-preview.ts';
import { useMutation } from '../../../online/use-mutation.ts';

/** Queries the tour's schedules and days off. */
export const useSchedules = (company: Uuid, tour: Uuid) =>
  useServerQuery({ key: [company, 'schedules', tour], fetch: (signal) => readSchedules(tour, { signal }) });
export type LoadedSchedules = Extract<Awaited<ReturnType<typeof readSchedules>>, { ok: true }>['data'];
export type LoadedSchedule = LoadedSchedules['schedules'][number];
export type LoadedBlackout = LoadedSchedules['blackouts'][number];

type Previewed = Awaited<ReturnType<typeof previewSchedule>>;
export type NextDates = Extract<Previewed, { ok: true }>['data'];

/**
 * Queries the next ten dates of the schedule as typed, from today or a chosen day. `result` is null while it is
 * incomplete or loading.
 */
export function useNextDates({
  tour,
  schedule,
  scheduleForm,
}: {
  tour: Uuid;
  schedule: Uuid | null;
  scheduleForm: ScheduleForm | null;
}) {
  const [from, setFrom] = useState('');
  const begins = parseDateInput(from);
  const { lastResult, refetch } = usePreview<Previewed>(
    scheduleForm && JSON.stringify([tour, schedule, scheduleForm, begins]),
    () =>
      previewSchedule({
        tour,
        input: scheduleForm!,
        ...(schedule ? { schedule } : {}),
        ...(begins ? { from: begins } : {}),
      }),
  );
  return { result: scheduleForm && lastResult, refresh: refetch, from, setFrom };
}

export type NextDatesState = ReturnType<typeof useNextDates>;

export type ChangeRefusal =
  | { status: 'invalid'; problems: Problem[] }
  | { status: 'stale'; version: number; current: ScheduleForm; exceptions: ExceptionForm[] }
  | { status: 'stale'; version: number; current: BlackoutForm }
  | ({ status: 'undecided' } & ChangePlan);

function send(change: ScheduleChange, decisions: Decisions) {
  switch (change.kind) {
    case 'save_schedule':
      return saveSchedule({ ...change, decisions });
    case 'split_schedule':
      return splitSchedule({ ...change, decisions });
    case 'end_schedule':
      return endSchedule({ ...change, decisions });
    case 'save_exception':
      return saveException({ ...change, decisions });
    case 'delete_exception':
      return deleteException({ ...change, decisions });
    case 'save_blackout':
      return saveBlackout({ ...change, decisions });
    case 'delete_blackout':
      return deleteBlackout({ ...change, decisions });
  }
}

export type ScheduleChangeResult = Result<ChangePlan & { version: number }, ChangeRefusal>;

/** Changes waiting for a decision or confirmation; several, such as a year's holidays, are confirmed together. */
export interface PendingChange {
  changes: readonly ScheduleChange[];
  plan: ChangePlan;
}

const needsNoConfirmation = ({ departures, moved, removed }: ChangePlan) => departures.length + moved + removed === 0;

/** Combines the plans of several changes; a departure affected twice is asked about once. */
function combinePlans(plans: readonly ChangePlan[]): ChangePlan {
  const sum = (name: 'created' | 'moved' | 'removed' | 'changed' | 'guided') =>
    plans.reduce((total, plan) => total + plan[name], 0);
  const departures = new Map(plans.flatMap((plan) => plan.departures).map((departure) => [departure.id, departure]));
  return {
    created: sum('created'),
    moved: sum('moved'),
    removed: sum('removed'),
    changed: sum('changed'),
    guided: sum('guided'),
    departures: [...departures.values()].sort((a, b) => (a.startsAt < b.startsAt ? -1 : 1)),
  };
}

/** Changes dates: previews the impact, and asks if it removes or moves departures, or changes booked ones. */
export function useScheduleChange(company: Uuid) {
  const [pending, setPending] = useState<PendingChange | null>(null);
  const saving = useMutation<
    { change: ScheduleChange; decisions: Decisions },
    ChangePlan & { version: number },
    ChangeRefusal
  >({
    send: ({ change, decisions }) => send(change, decisions) as Promise<ScheduleChangeResult>,
    invalidates: [[company]],
  });

  /** Refetches after a stale refusal, so that the next attempt sees the current version. */
  function refetchIfStale(result: ScheduleChangeResult): ScheduleChangeResult {
    if (!result.ok && result.code === 'refused' && result.refusal.status === 'stale')
      void queryClient.invalidateQueries({ queryKey: [company, 'schedules'] });
    return result;
  }

  /** Saves the changes one after the other with all decisions. Resolves with the last result; null as `runAll`. */
  async function make(
    changes: readonly ScheduleChange[],
    decisions: Decisions = {},
  ): Promise<ScheduleChangeResult | null> {
    let result: ScheduleChangeResult | null = null;
    for (const [at, change] of changes.entries()) {
      result = await saving.save({ change, decisions });
      if (!result.ok && result.code === 'refused' && result.refusal.status === 'undecided') {
        // Booked after the preview.
        setPending({ changes: changes.slice(at), plan: result.refusal });
        return null;
      }
      if (!result.ok) return refetchIfStale(result);
    }
    setPending(null);
    return result;
  }

  /** Resolves with null if the user has to decide first. */
  async function runAll(changes: readonly ScheduleChange[]): Promise<ScheduleChangeResult | null> {
    const previews = await Promise.all(changes.map((change) => previewScheduleChange(change)));
    const plans: ChangePlan[] = [];
    for (const preview of previews) {
      if (preview.ok) plans.push(preview.data);
      else if (preview.code === 'refused' && preview.refusal.status === 'undecided') plans.push(preview.refusal);
      // The change itself would fail in the same way.
      else return refetchIfStale(preview as ScheduleChangeResult);
    }
    const plan = combinePlans(plans);
    if (needsNoConfirmation(plan)) return make(changes);
    setPending({ changes, plan });
    return null;
  }

  return {
    busy: saving.busy,
    pending,
    run: (change: ScheduleChange) => runAll([change]),
    runAll,
    make,
    forget: () => setPending(null),
  };
}
export type ScheduleChangeState = ReturnType<typeof useScheduleChange>;
