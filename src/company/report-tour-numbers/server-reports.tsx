/** What only the server knows: the tours of two weeks, the last ones unless another day is asked for. Kept on the device once it was there; without it those of the device stand alone. */
import { useEffect, useRef } from 'react';
import { FormattedMessage } from 'react-intl';
import { KEPT_REPORTS, listReports, withoutWords, type KnownReports } from '../../data/tour-reports.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { addDays } from '../../lib/local-date.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { useHints } from '../../online/use-hints.ts';
import { AnswerView } from '../../ui/loading/answer-view.tsx';

/** How many days back are listed. */
const DAYS = 14;

export interface ServerAnswer {
  state: 'loading' | 'failed' | 'here';
  data: KnownReports | undefined;
}

export interface ServerReportsProps {
  companyId: Uuid;
  /** The last day. */
  until: LocalDate;
  /** How much of reports waits on the device: what has just been sent may be in the server's answer alone. */
  waiting: number;
  onAnswer(answer: ServerAnswer): void;
}

export function ServerReports({ companyId, until, waiting, onAnswer }: ServerReportsProps) {
  useHints(companyId);
  const answer = useAnswer({
    key: [companyId, 'tour-reports', until],
    ask: (signal) => listReports(companyId, { from: addDays(until, -DAYS), to: until, signal }),
    keep: KEPT_REPORTS,
    lessen: withoutWords,
  });
  const { again, data } = answer;
  const state = answer.state === 'loading' || answer.state === 'failed' ? answer.state : 'here';
  useEffect(() => {
    onAnswer({ state, data });
  }, [state, data, onAnswer]);
  const before = useRef(waiting);
  useEffect(() => {
    if (waiting < before.current) again();
    before.current = waiting;
  }, [waiting, again]);
  if (state !== 'failed') return null;
  return (
    <AnswerView answer={answer} skeleton={null} failed={<FormattedMessage id="numbers.failed" />}>
      {() => null}
    </AnswerView>
  );
}
