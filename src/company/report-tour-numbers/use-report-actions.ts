import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import type { ReportArgs } from '../../offline/outbox/drafts.ts';
import { report as record } from '../../offline/outbox/record.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

export type ReportDialog = 'return' | 'lock' | 'unlock';

export interface ReportActions {
  dialog: ReportDialog | null;
  /** Failure of the last action from a dialog, shown in that dialog and not behind it. */
  failure: Failure | null;
  openDialog(dialog: ReportDialog | null): void;
  /** Records an action and confirms it with a toast; resolves to whether it was stored. */
  act(action: Pick<ReportArgs, 'kind' | 'payload'>, doneText: MessageId): Promise<boolean>;
}

export function useReportActions(at: { companyId: Uuid; departureId: Uuid }): ReportActions {
  const intl = useIntl();
  const [dialog, setDialog] = useState<ReportDialog | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  return {
    dialog,
    failure,
    openDialog(next) {
      setDialog(next);
      setFailure(null);
    },
    async act(action, doneText) {
      const result = await record({ ...at, ...action } as ReportArgs);
      if (result.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: doneText }) });
      else if (dialog !== null) setFailure(result);
      else void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
      return result.ok;
    },
  };
}
