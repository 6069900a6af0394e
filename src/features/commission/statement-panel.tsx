/** One statement: view, print, download; the company agrees to it or disputes it. */
import { Button, Skeleton, SkeletonItem, Textarea, Field, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular, ArrowUndoRegular, CheckmarkRegular, PrintRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  answerStatement,
  readStatement,
  withdrawStatement,
  type Statement,
  type StatementDetail,
} from '../../data/referrals.ts';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure } from '../../domain/result.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { QueryView } from '../../ui/loading/query-view.tsx';
import { download } from '../../ui/output/download.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { PrintOnly } from '../../ui/output/print-only.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { statementFile } from './statement-file.ts';
import { StatementSheet } from './statement-sheet.tsx';
import { formatMonth } from '../../ui/dates/format-month.ts';

const useStyles = makeStyles({
  // White with a margin, like paper.
  paper: { padding: '16px', borderRadius: tokens.borderRadiusLarge, backgroundColor: '#ffffff' },
});

const SKELETON = (
  <Skeleton>
    <SkeletonItem shape="rectangle" style={{ height: 240 }} />
  </Skeleton>
);

type StatementDialog = 'print' | 'dispute' | 'withdraw';

/** Agrees to, disputes and withdraws a statement. */
function useStatementAnswers(owner: Uuid, statement: Uuid) {
  const intl = useIntl();
  const saving = useMutation({ send: answerStatement, invalidates: [[owner]], invalidateOnRefusal: true });
  const takingBack = useMutation({ send: withdrawStatement, invalidates: [[owner]], invalidateOnRefusal: true });
  const [answered, withdrawn] = [splitResult(saving.result), splitResult(takingBack.result)];
  const failed = answered.failure ?? withdrawn.failure;
  // The statement was agreed or withdrawn in the meantime; the refreshed one shows its state.
  const isRefused = answered.refusal !== null || withdrawn.refusal !== null;

  async function respond(agrees: boolean, reason?: string): Promise<boolean> {
    const response = await saving.save({
      statement,
      agrees,
      ...(reason === undefined ? {} : { reason }),
    });
    if (response.ok)
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: agrees ? 'commission.agree.done' : 'commission.dispute.done' }),
      });
    // A refusal closes the dialog, too: the panel shows the notice and the refreshed statement.
    return response.ok || response.code === 'refused';
  }

  async function withdraw(): Promise<boolean> {
    const withdrawal = await takingBack.save(statement);
    if (withdrawal.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'commission.withdraw.done' }) });
    return withdrawal.ok || withdrawal.code === 'refused';
  }

  return { respond, withdraw, failed, isRefused };
}

export interface StatementPanelProps {
  owner: Uuid;
  statement: Statement;
  /** True on the company's side, which agrees or disputes. */
  mayAnswer: boolean;
  onClose(): void;
}

export function StatementPanel({ owner, statement, mayAnswer, onClose }: StatementPanelProps) {
  const styles = useStyles();
  const intl = useIntl();
  const query = useServerQuery({
    key: [owner, 'statement', statement.id],
    fetch: (signal) => readStatement(statement.id, signal),
  });
  const [openDialog, setOpenDialog] = useState<StatementDialog | null>(null);
  const close = () => setOpenDialog(null);
  const { respond, withdraw, failed, isRefused } = useStatementAnswers(owner, statement.id);
  const read = query.data;

  return (
    <Overlay
      isReadOnly
      kind="details"
      title={intl.formatMessage(
        { id: 'commission.statement.of' },
        { month: formatMonth(intl, statement.month), name: statement.counterpart },
      )}
      onClose={onClose}
      footer={
        read && (
          <StatementFooter
            statement={read}
            mayAnswer={mayAnswer}
            onOpen={setOpenDialog}
            onAgree={() => void respond(true)}
          />
        )
      }
    >
      <QueryView query={query} failed={<FormattedMessage id="commission.statement.failed" />} skeleton={SKELETON}>
        {(detail) => (
          <>
            {(openDialog === null || openDialog === 'print') && <SaveFailed result={failed} />}
            <StatementNotices statement={detail} isRefused={isRefused} />
            <div className={styles.paper}>
              <StatementSheet statement={detail} />
            </div>
          </>
        )}
      </QueryView>
      {openDialog === 'print' && read && (
        <PrintOnly onDone={close}>
          <StatementSheet statement={read} />
        </PrintOnly>
      )}
      {openDialog === 'withdraw' && <WithdrawDialog failure={failed} onWithdraw={withdraw} onClose={close} />}
      {openDialog === 'dispute' && (
        <DisputeDialog failure={failed} onDispute={(reason) => respond(false, reason)} onClose={close} />
      )}
    </Overlay>
  );
}

interface StatementFooterProps {
  statement: StatementDetail;
  mayAnswer: boolean;
  onOpen(dialog: StatementDialog): void;
  onAgree(): void;
}

function StatementFooter({ statement, mayAnswer, onOpen, onAgree }: StatementFooterProps) {
  const intl = useIntl();
  return (
    <>
      <Button
        icon={<ArrowDownloadRegular />}
        onClick={() =>
          download(statementFile(statement, intl), {
            name: `muster-commission-${statement.month}.csv`,
            type: 'text/csv',
          })
        }
      >
        <FormattedMessage id="commission.csv" />
      </Button>
      <Button icon={<PrintRegular />} onClick={() => onOpen('print')}>
        <FormattedMessage id="commission.print" />
      </Button>
      {statement.mayWithdraw && (
        <Button icon={<ArrowUndoRegular />} onClick={() => onOpen('withdraw')}>
          <FormattedMessage id="commission.withdraw" />
        </Button>
      )}
      {mayAnswer && (statement.state === 'issued' || statement.state === 'disputed') && (
        <>
          <Button onClick={() => onOpen('dispute')}>
            <FormattedMessage id="commission.dispute" />
          </Button>
          <Button appearance="primary" icon={<CheckmarkRegular />} onClick={onAgree}>
            <FormattedMessage id="commission.agree" />
          </Button>
        </>
      )}
    </>
  );
}

function StatementNotices({ statement, isRefused }: { statement: StatementDetail; isRefused: boolean }) {
  return (
    <>
      {isRefused && (
        <Message state="attention" alert>
          <FormattedMessage id="commission.late" />
        </Message>
      )}
      {statement.state === 'withdrawn' && (
        <Message state="neutral">
          <FormattedMessage id="commission.withdrawn.about" values={{ organisation: statement.organisation }} />
        </Message>
      )}
      {(statement.state === 'disputed' || statement.state === 'withdrawn') && statement.disputeReason !== null && (
        <Message state="attention">
          <FormattedMessage
            id="commission.disputed.reason"
            values={{ company: statement.company, reason: statement.disputeReason }}
          />
        </Message>
      )}
    </>
  );
}

interface WithdrawDialogProps {
  failure: Failure | null;
  onWithdraw(): Promise<boolean>;
  onClose(): void;
}

function WithdrawDialog({ failure, onWithdraw, onClose }: WithdrawDialogProps) {
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="commission.withdraw.title" />}
      confirm={<FormattedMessage id="commission.withdraw.confirm" />}
      onClose={onClose}
      onConfirm={onWithdraw}
    >
      <SaveFailed result={failure} />
      <p>
        <FormattedMessage id="commission.withdraw.text" />
      </p>
    </FormDialog>
  );
}

interface DisputeDialogProps {
  failure: Failure | null;
  onDispute(reason: string): Promise<boolean>;
  onClose(): void;
}

function DisputeDialog({ failure, onDispute, onClose }: DisputeDialogProps) {
  const intl = useIntl();
  const [reason, setReason] = useState('');
  const [hasSubmitted, setHasSubmitted] = useState(false);
  return (
    <FormDialog
      title={<FormattedMessage id="commission.dispute.title" />}
      confirm={<FormattedMessage id="commission.dispute.confirm" />}
      onClose={onClose}
      onConfirm={() => {
        setHasSubmitted(true);
        return reason.trim() === '' ? Promise.resolve(false) : onDispute(reason.trim());
      }}
    >
      <SaveFailed result={failure} />
      <Field
        label={intl.formatMessage({ id: 'commission.dispute.why' })}
        required
        {...(hasSubmitted && reason.trim() === ''
          ? {
              validationMessage: intl.formatMessage({ id: 'commission.dispute.none' }),
              validationState: 'error' as const,
            }
          : {})}
      >
        <Textarea value={reason} maxLength={1000} rows={4} onChange={(_, { value }) => setReason(value)} />
      </Field>
    </FormDialog>
  );
}
