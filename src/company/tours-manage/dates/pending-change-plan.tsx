import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Failure } from '../../../domain/result.ts';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import type { ScheduleChangeResult, ScheduleChangeState } from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';

/** Dialog for a date change that needs decisions; renders nothing otherwise. */
export function PendingChangePlan({
  changing,
  timeZone,
  onDone,
}: {
  changing: ScheduleChangeState;
  timeZone: string;
  onDone(answer: Extract<ScheduleChangeResult, { ok: true }>): void;
}) {
  const intl = useIntl();
  const textOf = useChangeErrorText();
  const [trouble, setTrouble] = useState<Failure | string | null>(null);
  const { asked } = changing;
  if (!asked) return null;
  return (
    <ChangePlanDialog
      key={JSON.stringify(asked.plan.departures.map(({ id }) => id))}
      plan={asked.plan}
      timeZone={timeZone}
      trouble={trouble}
      onClose={() => {
        setTrouble(null);
        changing.forget();
      }}
      onDecided={async (decisions) => {
        const answer = await changing.make(asked.changes, decisions);
        if (answer?.ok) onDone(answer);
        if (answer === null) setTrouble(intl.formatMessage({ id: 'manage.plan.more' }));
        else if (answer.ok) setTrouble(null);
        else setTrouble(answer.code === 'refused' ? textOf(answer) : answer);
        return answer?.ok ?? false;
      }}
    />
  );
}
