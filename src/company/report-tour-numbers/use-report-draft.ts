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

/** Debounce in milliseconds after the last keystroke. */
const REST = 400;

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
  const [typed, setTyped] = useState(base);
  const [isTouched, setTouched] = useState(false);
  /** When the restored draft was typed, in milliseconds since 1970. */
  const [foundAt, setFoundAt] = useState<number | null>(null);
  const touched = useRef(false);

  const change = useCallback((to: Partial<ReportFormValues>) => {
    touched.current = true;
    setTyped((before) => ({ ...before, ...to }));
    setTouched(true);
  }, []);

  useEffect(() => {
    let isWanted = true;
    void readFormDraft(key).then((draft) => {
      if (!isWanted || !draft || touched.current) return;
      const { merged } = mergeEdits({
        ...(draft.values as { base: ReportFormValues; mine: ReportFormValues }),
        theirs: base,
      });
      change(merged);
      setFoundAt(draft.at);
    });
    return () => {
      isWanted = false;
    };
  }, [key, base, change]);

  useEffect(() => {
    if (!isTouched) return undefined;
    const write = () => void writeFormDraft({ key, owner, at: now(), values: { base, mine: typed } });
    const timer = setTimeout(write, REST);
    // Also writes when the page is hidden or left, so that the last keystrokes are saved.
    document.addEventListener('visibilitychange', write);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', write);
      if (touched.current) write();
    };
  }, [key, owner, base, typed, isTouched]);

  const end = useCallback(() => {
    touched.current = false;
    setTouched(false);
    setFoundAt(null);
    void deleteFormDraft(key);
  }, [key]);
  const startOver = useCallback(() => {
    end();
    setTyped(base);
  }, [base, end]);
  return { typed, isTouched, foundAt, change, end, startOver };
}
