/** Tour report of one departure: the form, or the submitted report with the office's actions. */
import { Button } from '@fluentui/react-components';
import { EditRegular, LockClosedRegular, LockOpenRegular, QuestionCircleRegular } from '@fluentui/react-icons';
import { useCallback, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { SubmittedReport } from '../../domain/tour-report.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { Detail } from '../../ui/layout/list-and-detail.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { ReportDialogs } from './report-dialogs.tsx';
import { ReportForm } from './report-form.tsx';
import { ReportNotices } from './report-notices.tsx';
import { SubmittedReportView } from './submitted-report-view.tsx';
import { ReportBadge } from './reports-list.tsx';
import type { TourReport, TourReports } from './reports.ts';
import { useReportActions, type ReportDialog } from './use-report-actions.ts';

/** Key of the form before the first report. */
const NONE = 'none';

/** What the user may do besides submitting. */
interface ReportPermissions {
  review: boolean;
  unlock: boolean;
}

export interface ReportDetailProps {
  companyId: string;
  report: TourReport;
  tourReports: TourReports;
  userId: string;
  may: ReportPermissions;
  formats: Formats;
  onSync(): void;
}

export function ReportDetail({ companyId, report, tourReports, userId, may, formats, onSync }: ReportDetailProps) {
  const actions = useReportActions({ companyId, departureId: report.departureId });
  const editing = useReportEditing(report);
  const { isCorrecting, setCorrecting } = editing;
  const { people } = tourReports;

  async function submit(payload: SubmittedReport): Promise<boolean> {
    const isStored = await actions.act({ kind: 'report_submit', payload }, 'numbers.done.submitted');
    if (isStored) setCorrecting(false);
    return isStored;
  }

  return (
    <Detail
      title={formats.text(report.title)}
      status={<ReportBadge report={report} />}
      meta={departureMeta(report, people, formats)}
      footer={
        !isCorrecting && (
          <ReportButtons
            report={report}
            may={may}
            onCorrect={editing.mayCorrect ? () => setCorrecting(true) : null}
            onDialog={actions.openDialog}
          />
        )
      }
    >
      <ReportNotices
        report={report}
        people={people}
        concurrentReport={editing.concurrentReport}
        mayUnlock={may.unlock}
        formats={formats}
        onSync={onSync}
      />
      {editing.isFormShown ? (
        <ReportForm
          key={editing.formKey}
          companyId={companyId}
          report={report}
          tourReports={tourReports}
          userId={userId}
          formats={formats}
          onSubmit={submit}
          onTyping={editing.onTyping}
          onCancel={isCorrecting ? () => setCorrecting(false) : null}
        />
      ) : (
        report.report && (
          <SubmittedReportView
            report={{ ...report, report: report.report }}
            tourReports={tourReports}
            formats={formats}
          />
        )
      )}
      <ReportDialogs report={report} actions={actions} />
    </Detail>
  );
}

const departureMeta = (report: TourReport, people: TourReports['people'], formats: Formats) =>
  joinWithDots(
    formats.day(report.localDate),
    `${formats.time(report.startsAt)}–${formats.time(report.endsAt)}`,
    formats.list(report.guides.flatMap((guide) => people.get(guide.userId) ?? [])),
  );

/** Decides whether the form is shown, and keeps the report from which it was filled while it has unsaved input. */
function useReportEditing({ state, report: currentReport }: TourReport) {
  const [isCorrecting, setCorrecting] = useState(false);
  const [editedReportId, setEditedReportId] = useState<string | null>(null);
  // A user who sees a report with masked texts would overwrite them.
  const mayCorrect = !currentReport?.payload.isMasked;
  const formKey = editedReportId ?? currentReport?.id ?? NONE;
  const onTyping = useCallback((isTyping: boolean) => setEditedReportId(isTyping ? formKey : null), [formKey]);
  const isTyping = editedReportId !== null && state !== 'locked';
  const isFormShown = state === 'open' || (mayCorrect && (state === 'returned' || isCorrecting || isTyping));
  const concurrentReport = isTyping && currentReport?.id !== editedReportId ? currentReport : null;
  return { formKey, isFormShown, isCorrecting, mayCorrect, concurrentReport, onTyping, setCorrecting };
}

interface ReportButtonsProps {
  report: TourReport;
  may: ReportPermissions;
  /** Null if the user may not correct the report. */
  onCorrect: (() => void) | null;
  onDialog(dialog: ReportDialog): void;
}

function ReportButtons({ report, may, onCorrect, onDialog }: ReportButtonsProps) {
  const { state, locks } = report;
  const hasEnded = Date.parse(report.endsAt) <= useNow();
  return (
    <>
      {state === 'submitted' && onCorrect && (
        <Button icon={<EditRegular />} onClick={onCorrect}>
          <FormattedMessage id="numbers.correct" />
        </Button>
      )}
      {may.review && state === 'submitted' && (
        <Button icon={<QuestionCircleRegular />} onClick={() => onDialog('return')}>
          <FormattedMessage id="numbers.return" />
        </Button>
      )}
      {may.review && report.report && hasEnded && (state === 'submitted' || state === 'returned') && (
        <Button
          appearance={state === 'submitted' ? 'primary' : 'secondary'}
          icon={<LockClosedRegular />}
          onClick={() => onDialog('lock')}
        >
          <FormattedMessage id="numbers.lock" />
        </Button>
      )}
      {may.unlock && locks.length > 0 && (
        <Button icon={<LockOpenRegular />} onClick={() => onDialog('unlock')}>
          <FormattedMessage id="numbers.unlock" />
        </Button>
      )}
    </>
  );
}
