/**
 * Keeps a report's input on the device, so that it survives reloads, calls and empty batteries. Restored without
 * asking, like everything tapped offline.
 */
import { now } from '../../lib/clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { mergeEdits } from '../../domain/merge-edits.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../offline/device/form-drafts.ts';
import type { ReportFormValues } from './report-form-values.ts';

/** Maximum delay in milliseconds until an edit is written. */
const SAVE_DELAY_MS = 400;

/** Writes soon after each edit of `values`, and when the page is hidden or the form closes. */
function useWriteOnEdits(write: () => void, { isTouched, values }: { isTouched: boolean; values: unknown }): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!isTouched) return;
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      write();
    }, SAVE_DELAY_MS);
  }, [isTouched, values, write]);
  useEffect(() => {
    if (!isTouched) return undefined;
    const writePending = () => {
      if (timer.current === undefined) return;
      clearTimeout(timer.current);
      timer.current = undefined;
      write();
    };
    document.addEventListener('visibilitychange', writePending);
    return () => {
      document.removeEventListener('visibilitychange', writePending);
      writePending();
    };
  }, [isTouched, write]);
}

/**
 * Returns the form's state; `begin` gives its initial values. A field that was not edited follows reports made by
 * others in the meantime.
 */
export function useReportDraft(
  begin: () => ReportFormValues,
  { owner, departureId }: { owner: Uuid; departureId: Uuid },
) {
  const key = `${owner}/report/${departureId}`;
  const [base] = useState(begin);
  const [values, setValues] = useState(base);
  const [isTouched, setTouched] = useState(false);
  /** When the restored draft was typed, in milliseconds since 1970. */
  const [restoredAt, setRestoredAt] = useState<number | null>(null);
  const touched = useRef(false);
  const latestValues = useRef(values);
  latestValues.current = values;

  const change = useCallback((to: Partial<ReportFormValues>) => {
    touched.current = true;
    setValues((before) => ({ ...before, ...to }));
    setTouched(true);
  }, []);

  useEffect(() => {
    let isCurrent = true;
    void readFormDraft(key).then((draft) => {
      if (!isCurrent || !draft || touched.current) return;
      const { merged } = mergeEdits({
        ...(draft.values as { base: ReportFormValues; mine: ReportFormValues }),
        theirs: base,
      });
      change(merged);
      setRestoredAt(draft.at);
    });
    return () => {
      isCurrent = false;
    };
  }, [key, base, change]);

  const write = useCallback(() => {
    if (touched.current) void writeFormDraft({ key, owner, at: now(), values: { base, mine: latestValues.current } });
  }, [key, owner, base]);
  useWriteOnEdits(write, { isTouched, values });

  const end = useCallback(() => {
    touched.current = false;
    setTouched(false);
    setRestoredAt(null);
    void deleteFormDraft(key);
  }, [key]);
  const startOver = useCallback(() => {
    end();
    setValues(base);
  }, [base, end]);
  return { values, isTouched, restoredAt, change, end, startOver };
}
