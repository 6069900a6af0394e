/** Dialogs in which the office returns, locks or unlocks a tour report. */
import { FormattedMessage, useIntl } from 'react-intl';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { NoteDialog } from './note-dialog.tsx';
import type { TourReport } from './reports.ts';
import type { ReportActions } from './use-report-actions.ts';

export interface ReportDialogsProps {
  report: TourReport;
  actions: ReportActions;
}

export function ReportDialogs({ report: { report, locks }, actions }: ReportDialogsProps) {
  const intl = useIntl();
  const { dialog, failure, openDialog, act } = actions;
  const onClose = () => openDialog(null);
  return (
    <>
      {dialog === 'return' && report && (
        <NoteDialog
          title={<FormattedMessage id="numbers.return.title" />}
          label={intl.formatMessage({ id: 'numbers.return.question' })}
          confirm={<FormattedMessage id="numbers.return" />}
          failure={failure}
          onClose={onClose}
          onConfirm={(question) =>
            act({ kind: 'report_return', payload: { report: report.id, question } }, 'numbers.done.returned')
          }
        />
      )}
      {dialog === 'lock' && report && (
        <FormDialog
          kind="confirm"
          title={<FormattedMessage id="numbers.lock.title" />}
          confirm={<FormattedMessage id="numbers.lock" />}
          onClose={onClose}
          onConfirm={() => act({ kind: 'report_lock', payload: { report: report.id } }, 'numbers.done.locked')}
        >
          <FormattedMessage id="numbers.lock.text" />
          <SaveFailed result={failure} />
        </FormDialog>
      )}
      {dialog === 'unlock' && (
        <NoteDialog
          title={<FormattedMessage id="numbers.unlock.title" />}
          label={intl.formatMessage({ id: 'numbers.unlock.reason' })}
          confirm={<FormattedMessage id="numbers.unlock" />}
          failure={failure}
          onClose={onClose}
          onConfirm={(reason) =>
            act(
              { kind: 'report_unlock', payload: { locks: locks.map(({ id }) => id), reason } },
              'numbers.done.unlocked',
            )
          }
        />
      )}
    </>
  );
}
