/** Suggested assignments of a day, and the run that assigns them one by one. */
import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { assignGuide, suggestAssignments, type Suggested } from '../../data/guides.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { assignmentFailureText } from './assignment-failure-text.ts';

type Suggestion = Suggested['suggestions'][number];

export interface Suggestions {
  /** Null while loading. */
  response: Result<Suggested> | null;
  excluded: ReadonlySet<Uuid>;
  /** Suggestions that are not excluded. */
  selected: readonly Suggestion[];
  setExcluded(departureId: Uuid, isExcluded: boolean): void;
}

export function useSuggestions(company: Uuid, day: LocalDate): Suggestions {
  const [response, setResponse] = useState<Result<Suggested> | null>(null);
  const [excluded, setExcluded] = useState<ReadonlySet<Uuid>>(new Set());
  useEffect(() => {
    const controller = new AbortController();
    setResponse(null);
    setExcluded(new Set());
    void suggestAssignments(company, { date: day, signal: controller.signal }).then((result) => {
      if (controller.signal.aborted) return;
      setResponse(result);
    });
    return () => controller.abort();
  }, [company, day]);
  return {
    response,
    excluded,
    selected: response?.ok ? response.data.suggestions.filter(({ departureId }) => !excluded.has(departureId)) : [],
    setExcluded(departureId, isExcluded) {
      const changed = new Set(excluded);
      if (isExcluded) changed.add(departureId);
      else changed.delete(departureId);
      setExcluded(changed);
    },
  };
}

export type AssignmentRunOutcome = { ok: true } | { ok: false; text: string };

export interface AssignmentRun {
  busy: boolean;
  isFinished: boolean;
  /** Outcome by departure. */
  outcomes: ReadonlyMap<Uuid, AssignmentRunOutcome>;
  start(suggestions: readonly Suggestion[]): Promise<void>;
  /** Stops before the next assignment. */
  stop(): void;
}

/** Runs the assignments of a day; another day starts over. `onFinished` is called at the end of each run. */
export function useAssignmentRun(company: Uuid, day: LocalDate, onFinished: () => void): AssignmentRun {
  const intl = useIntl();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<Uuid, AssignmentRunOutcome>>(new Map());
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  // Leaving the page stops the run.
  useDirtyForm(busy, [], { isWork: true });
  useEffect(() => {
    setOutcomes(new Map());
  }, [company, day]);
  useEffect(() => {
    stopped.current = false;
    return () => {
      stopped.current = true;
    };
  }, []);

  async function start(suggestions: readonly Suggestion[]): Promise<void> {
    stopped.current = false;
    setBusy(true);
    for (const { departureId, version, userId } of suggestions) {
      // Closing the dialog stops the remaining assignments.
      if (stopped.current) break;
      const result = await assignGuide(company, { departure: { id: departureId, version }, userId });
      const outcome: AssignmentRunOutcome = result.ok
        ? { ok: true }
        : { ok: false, text: intl.formatMessage({ id: assignmentFailureText(result) }) };
      setOutcomes((before) => new Map(before).set(departureId, outcome));
    }
    setBusy(false);
    onFinished();
  }

  return {
    busy,
    isFinished: outcomes.size > 0 && !busy,
    outcomes,
    start,
    stop() {
      stopped.current = true;
    },
  };
}
