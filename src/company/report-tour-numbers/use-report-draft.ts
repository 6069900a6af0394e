/**
 * What a guide types after a tour is kept on the device and is there again after a reload, a call, a dead battery. It is not offered but there, as with or without a
 * network nothing that was tapped is lost.
 */
import { now } from '../../lib/clock.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Uuid } from '../../domain/ids.ts';
import { mergeEdits } from '../../domain/merge-edits.ts';
import { deleteFormDraft, readFormDraft, writeFormDraft } from '../../offline/device/form-drafts.ts';
import type { ReportFormValues } from './report-form-values.ts';

/** Milliseconds after the last letter. */
const REST = 400;

/** `begin`: what the form begins with. What others reported since the draft was begun is kept where nobody has typed here. */
export function useReportDraft(
  begin: () => ReportFormValues,
  { owner, departureId }: { owner: Uuid; departureId: Uuid },
) {
  const key = `${owner}/report/${departureId}`;
  const [base] = useState(begin);
  const [typed, setTyped] = useState(base);
  const [isTouched, setTouched] = useState(false);
  /** When it was typed, milliseconds since 1970. */
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
    // The page is left, or out of sight: the last letters, too.
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
