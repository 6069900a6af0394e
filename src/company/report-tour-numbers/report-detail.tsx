/** Tour report of one departure: the form, or the submitted report with the office's actions. */
import { Button } from '@fluentui/react-components';
import { EditRegular, LockClosedRegular, LockOpenRegular, QuestionCircleRegular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Failure, Result } from '../../domain/result.ts';
import type { SubmittedReport } from '../../domain/tour-report.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { ReportArgs } from '../../offline/outbox/drafts.ts';
import { report as record } from '../../offline/outbox/record.ts';
import { useParkedActions } from '../../offline/read/use-parked-actions.ts';
import { ACTION_KIND_TEXTS } from '../../features/sync/action-kind-texts.ts';
import { refusalText } from '../../features/sync/sync-texts.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { Message } from '../../ui/states/message.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { ReportForm } from './report-form.tsx';
import { SubmittedReportView } from './submitted-report-view.tsx';
import { ReportBadge } from './reports-list.tsx';
import type { TourReport, TourReports } from './reports.ts';
import { NoteDialog } from './note-dialog.tsx';

/** Key of the form before the first report. */
const NONE = 'none';

type Act = Pick<ReportArgs, 'kind' | 'payload'>;

export interface ReportDetailProps {
  companyId: string;
  report: TourReport;
  tourReports: TourReports;
  userId: string;
  /** What the user may do besides submitting. */
  may: { review: boolean; unlock: boolean };
  formats: Formats;
  onSync(): void;
}

export function ReportDetail({ companyId, report, tourReports, userId, may, formats, onSync }: ReportDetailProps) {
  const intl = useIntl();
  const [dialog, setDialog] = useState<'return' | 'lock' | 'unlock' | null>(null);
  /** Failure of the last action from a dialog, shown in that dialog and not behind it. */
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isCorrecting, setCorrecting] = useState(false);
  /** Report from which the form was filled, while it has unsaved input. */
  const [editedReportId, setEditedReportId] = useState<string | null>(null);
  const { departureId, state, report: currentReport, conflicting, questions: correctionRequests, locks } = report;
  // A user who sees a report with masked texts would overwrite them.
  const mayCorrect = !currentReport?.payload.isMasked;
  const formKey = editedReportId ?? currentReport?.id ?? NONE;
  const onTyping = useCallback((isTyping: boolean) => setEditedReportId(isTyping ? formKey : null), [formKey]);
  const isFilledIn =
    state === 'open' ||
    (mayCorrect && (state === 'returned' || isCorrecting || (editedReportId !== null && state !== 'locked')));
  const hasEnded = Date.parse(report.endsAt) <= useNow();
  const nameOf = (id: string) => tourReports.people.get(id) ?? '';

  function openDialog(kind: typeof dialog): void {
    setDialog(kind);
    setFailure(null);
  }
  function showResult(result: Result<unknown>, text: string): boolean {
    if (result.ok) void showToast({ intent: 'success', text });
    else if (dialog !== null) setFailure(result);
    else void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
    return result.ok;
  }
  const act = async (action: Act, text: string) =>
    showResult(await record({ companyId, departureId, ...action } as ReportArgs), text);

  async function submit(payload: SubmittedReport): Promise<boolean> {
    const isStored = await act(
      { kind: 'report_submit', payload },
      intl.formatMessage({ id: 'numbers.done.submitted' }),
    );
    if (isStored) setCorrecting(false);
    return isStored;
  }

  return (
    <Detail
      title={formats.text(report.title)}
      status={<ReportBadge report={report} />}
      meta={joinWithDots(
        formats.day(report.localDate),
        `${formats.time(report.startsAt)}–${formats.time(report.endsAt)}`,
        formats.list(report.guides.flatMap((guide) => tourReports.people.get(guide.userId) ?? [])),
      )}
      footer={
        !isCorrecting && (
          <>
            {state === 'submitted' && mayCorrect && (
              <Button icon={<EditRegular />} onClick={() => setCorrecting(true)}>
                <FormattedMessage id="numbers.correct" />
              </Button>
            )}
            {may.review && state === 'submitted' && (
              <Button icon={<QuestionCircleRegular />} onClick={() => openDialog('return')}>
                <FormattedMessage id="numbers.return" />
              </Button>
            )}
            {may.review && currentReport && hasEnded && (state === 'submitted' || state === 'returned') && (
              <Button
                appearance={state === 'submitted' ? 'primary' : 'secondary'}
                icon={<LockClosedRegular />}
                onClick={() => openDialog('lock')}
              >
                <FormattedMessage id="numbers.lock" />
              </Button>
            )}
            {may.unlock && locks.length > 0 && (
              <Button icon={<LockOpenRegular />} onClick={() => openDialog('unlock')}>
                <FormattedMessage id="numbers.unlock" />
              </Button>
            )}
          </>
        )
      }
    >
      <RefusedOf departureId={departureId} formats={formats} onSync={onSync} />
      {report.isWaiting && (
        <Message state="waiting">
          <FormattedMessage id="numbers.waiting" />
        </Message>
      )}
      {state === 'locked' && (
        <Message
          state="neutral"
          title={<FormattedMessage id="numbers.locked.title" values={{ name: nameOf(locks[0]?.userId ?? '') }} />}
        >
          <FormattedMessage id={may.unlock ? 'numbers.locked.owner' : 'numbers.locked.text'} />
        </Message>
      )}
      {state === 'returned' &&
        correctionRequests.map(({ id, userId: by, payload }) => (
          <Message
            key={id}
            state="attention"
            title={<FormattedMessage id="numbers.question" values={{ name: nameOf(by) }} />}
          >
            {payload.question}
          </Message>
        ))}
      {state !== 'locked' && conflicting.length > 0 && (
        <Message
          state="attention"
          title={
            <FormattedMessage
              id="numbers.beside"
              values={{
                name: formats.list(conflicting.map(({ userId: author }) => nameOf(author))),
                count: conflicting.length,
              }}
            />
          }
        >
          <FormattedMessage id="numbers.beside.text" />
        </Message>
      )}
      {editedReportId !== null && currentReport && currentReport.id !== editedReportId && state !== 'locked' && (
        <Message
          state="attention"
          title={<FormattedMessage id="numbers.concurrent" values={{ name: nameOf(currentReport.userId) }} />}
        >
          <FormattedMessage id="numbers.concurrent.text" />
        </Message>
      )}
      {isFilledIn ? (
        <ReportForm
          key={formKey}
          companyId={companyId}
          report={report}
          tourReports={tourReports}
          userId={userId}
          formats={formats}
          onSubmit={submit}
          onTyping={onTyping}
          onCancel={isCorrecting ? () => setCorrecting(false) : null}
        />
      ) : (
        currentReport && (
          <SubmittedReportView
            report={{ ...report, report: currentReport }}
            tourReports={tourReports}
            formats={formats}
          />
        )
      )}
      {dialog === 'return' && currentReport && (
        <NoteDialog
          title={<FormattedMessage id="numbers.return.title" />}
          label={intl.formatMessage({ id: 'numbers.return.question' })}
          confirm={<FormattedMessage id="numbers.return" />}
          failure={failure}
          onClose={() => openDialog(null)}
          onConfirm={(question) =>
            act(
              { kind: 'report_return', payload: { report: currentReport.id, question } },
              intl.formatMessage({ id: 'numbers.done.returned' }),
            )
          }
        />
      )}
      {dialog === 'lock' && currentReport && (
        <FormDialog
          kind="confirm"
          title={<FormattedMessage id="numbers.lock.title" />}
          confirm={<FormattedMessage id="numbers.lock" />}
          onClose={() => openDialog(null)}
          onConfirm={() =>
            act(
              { kind: 'report_lock', payload: { report: currentReport.id } },
              intl.formatMessage({ id: 'numbers.done.locked' }),
            )
          }
        >
          <FormattedMessage id="numbers.lock.text" />
          {failure && <SaveFailed failure={failure} />}
        </FormDialog>
      )}
      {dialog === 'unlock' && (
        <NoteDialog
          title={<FormattedMessage id="numbers.unlock.title" />}
          label={intl.formatMessage({ id: 'numbers.unlock.reason' })}
          confirm={<FormattedMessage id="numbers.unlock" />}
          failure={failure}
          onClose={() => openDialog(null)}
          onConfirm={(reason) =>
            act(
              { kind: 'report_unlock', payload: { locks: locks.map(({ id }) => id), reason } },
              intl.formatMessage({ id: 'numbers.done.unlocked' }),
            )
          }
        />
      )}
    </Detail>
  );
}

/** Actions of this device at the departure that the server refused. They are kept but have no effect. */
function RefusedOf({ departureId, formats, onSync }: { departureId: string; formats: Formats; onSync(): void }) {
  const intl = useIntl();
  const parked = (useParkedActions() ?? []).filter(({ action }) => action.departureId === departureId);
  if (parked.length === 0) return null;
  return (
    <Message
      state="no"
      title={<FormattedMessage id="numbers.refused" values={{ count: parked.length }} />}
      actions={
        <Button onClick={onSync}>
          <FormattedMessage id="numbers.refused.open" />
        </Button>
      }
    >
      {parked.map(({ action, code }) => (
        <div key={action.id}>
          {joinWithDots(
            intl.formatMessage({ id: ACTION_KIND_TEXTS[action.kind] }),
            formats.time(action.occurredAt),
            intl.formatMessage({ id: refusalText(code) }),
          )}
        </div>
      ))}
    </Message>
  );
}
