/** Confirms that the statements of a month are settled, which cannot be undone. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import { settleGuideMonth, type MonthStatement } from '../../../data/guide-pay.ts';
import { countPendingTours, sumsOf } from '../../../domain/guide-pay.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { StatementTotals } from './guide-statement-view.tsx';
import type { StatementFormatters } from './use-statement.ts';

const useStyles = makeStyles({ text: { margin: 0 } });

export interface SettleDialogProps {
  company: Uuid;
  month: string;
  monthStatement: MonthStatement;
  formatters: StatementFormatters;
  /** Called if the month has changed since it was loaded, or has not ended. */
  onRefused(): void;
  onClose(): void;
}

export function SettleDialog({ company, month, monthStatement, formatters, onRefused, onClose }: SettleDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { result, save } = useMutation({
    send: (version: string) => settleGuideMonth(company, { month, version }),
    invalidates: [[company, 'guide-statement']],
  });
  const waiting = countPendingTours(monthStatement.open);
  const monthValues = { month: formatters.month(month) };
  const { refusal, failure } = splitResult(result);
  async function settle(): Promise<boolean> {
    const saved = await save(monthStatement.version);
    if (saved.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'pay.settle.done' }, monthValues) });
    else if (saved.code === 'refused') onRefused();
    return saved.ok;
  }
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="pay.settle.title" values={monthValues} />}
      confirm={<FormattedMessage id="pay.settle" />}
      disabled={refusal !== null}
      onClose={onClose}
      onConfirm={settle}
    >
      <StatementTotals sums={sumsOf(monthStatement.lines)} formatters={formatters} />
      <p className={styles.text}>
        <FormattedMessage id="pay.settle.about" />
      </p>
      {waiting > 0 && (
        <p className={styles.text}>
          <FormattedMessage id="pay.settle.open" values={{ count: waiting }} />
        </p>
      )}
      {refusal && (
        <Message state="attention" alert>
          <FormattedMessage id={`pay.settle.${refusal.status}`} />
        </Message>
      )}
      <SaveFailed result={failure} />
    </FormDialog>
  );
}
