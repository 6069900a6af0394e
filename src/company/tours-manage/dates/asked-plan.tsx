import { useState } from 'react';
import { useIntl } from 'react-intl';
import { ChangePlanDialog } from './change-plan-dialog.tsx';
import type { Changed, ScheduleChanging } from './use-schedules.ts';
import { useTroubleText } from './use-trouble-text.ts';

/** The question that a change has raised, where it has raised one. */
export function AskedPlan({
  changing,
  timeZone,
  onDone,
}: {
  changing: ScheduleChanging;
  timeZone: string;
  onDone(answer: Extract<Changed, { ok: true }>): void;
}) {
  const intl = useIntl();
  const textOf = useTroubleText();
  const [trouble, setTrouble] = useState<string | null>(null);
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
        setTrouble(
          answer && !answer.ok ? textOf(answer) : answer ? null : intl.formatMessage({ id: 'manage.plan.more' }),
        );
        return answer?.ok ?? false;
      }}
    />
  );
}
