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
  onDone(result: Extract<ScheduleChangeResult, { ok: true }>): void;
}) {
  const intl = useIntl();
  const textOf = useChangeErrorText();
  const [failure, setFailure] = useState<Failure | string | null>(null);
  const { pending } = changing;
  if (!pending) return null;
  return (
    <ChangePlanDialog
      key={JSON.stringify(pending.plan.departures.map(({ id }) => id))}
      plan={pending.plan}
      timeZone={timeZone}
      failure={failure}
      onClose={() => {
        setFailure(null);
        changing.forget();
      }}
      onDecided={async (decisions) => {
        const result = await changing.make(pending.changes, decisions);
        if (result?.ok) onDone(result);
        if (result === null) setFailure(intl.formatMessage({ id: 'manage.plan.more' }));
        else if (result.ok) setFailure(null);
        else setFailure(result.code === 'refused' ? textOf(result) : result);
        return result?.ok ?? false;
      }}
    />
  );
}
