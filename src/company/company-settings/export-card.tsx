/** Export of all company data: request, progress, download and expiry. */
import { Button, ProgressBar, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { exportAddress, openExport, requestExport, type CompanyArchive } from '../../data/company-data.ts';
import type { Uuid } from '../../domain/ids.ts';
import { formatDateTime } from '../../lib/format-date-time.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { FormSection } from '../../ui/form/form-section.tsx';
import { Message } from '../../ui/states/message.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

const useStyles = makeStyles({
  about: { ...type.body, margin: 0, color: tokens.colorNeutralForeground2 },
  actions: { display: 'flex', flexWrap: 'wrap', gap: '8px' },
  progress: { display: 'grid', gap: '8px' },
});

/** Milliseconds between polls while an archive is being made. */
const POLL_INTERVAL_MS = 3000;

export interface ExportCardProps {
  company: Uuid;
  archive: CompanyArchive | null;
  timeZone: string;
  refetch(): void;
}

/** Refetches while an archive is being made and the page is visible. */
function usePolling(isRunning: boolean, refetch: () => void): void {
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => document.visibilityState === 'visible' && refetch(), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, refetch]);
}

export function ExportCard({ company, archive, timeZone, refetch }: ExportCardProps) {
  const styles = useStyles();
  const intl = useIntl();
  const requesting = useMutation({ send: requestExport, invalidates: [[company, 'company-data']] });
  const opening = useMutation({ send: openExport, invalidates: [] });
  const state = archive?.state ?? 'none';

  const isRunning = state === 'running';
  usePolling(isRunning, refetch);

  const showError = (id: MessageId) => void showToast({ intent: 'error', text: intl.formatMessage({ id }) });
  async function request(): Promise<void> {
    const requested = await requesting.save(company);
    if (!requested.ok)
      showError(requested.code === 'refused' ? 'settings.export.tooMany' : FAILURE_TEXTS[requested.code]);
  }
  async function fetchIt(): Promise<void> {
    const link = await opening.save(company);
    // A navigation lets the browser stream the download, without holding it in memory.
    if (link.ok) window.location.assign(exportAddress(link.data.token));
    else if (link.code === 'refused') {
      showError('settings.export.gone');
      refetch();
    } else showError(FAILURE_TEXTS[link.code]);
  }

  return (
    <FormSection title="settings.export">
      <p className={styles.about}>
        <FormattedMessage id="settings.export.about" />
      </p>
      {archive && <ArchiveState archive={archive} timeZone={timeZone} />}
      {!isRunning && (
        <div className={styles.actions}>
          {state === 'ready' && (
            <Button
              appearance="primary"
              icon={<ArrowDownloadRegular />}
              disabledFocusable={opening.busy}
              onClick={() => void fetchIt()}
            >
              <FormattedMessage id="settings.export.fetch" />
            </Button>
          )}
          <Button disabledFocusable={requesting.busy} onClick={() => void request()}>
            <FormattedMessage id={state === 'none' ? 'settings.export.create' : 'settings.export.createAgain'} />
          </Button>
        </div>
      )}
    </FormSection>
  );
}

function ArchiveState({ archive, timeZone }: { archive: CompanyArchive; timeZone: string }) {
  const styles = useStyles();
  const intl = useIntl();
  const { state } = archive;
  return (
    <>
      {state === 'running' && (
        <div className={styles.progress} role="status">
          <span>
            <FormattedMessage
              id="settings.export.running"
              values={{ done: archive.writtenFiles, of: archive.totalFiles }}
            />
          </span>
          <ProgressBar value={archive.writtenFiles} max={archive.totalFiles} aria-hidden />
        </div>
      )}
      {state === 'failed' && (
        <Message state="no">
          <FormattedMessage id="settings.export.failed" />
        </Message>
      )}
      {archive.expiresAt && state === 'ready' && (
        <p className={styles.about}>
          <FormattedMessage
            id="settings.export.ready"
            values={{
              made: formatDateTime(archive.requestedAt, { locale: intl.locale, timeZone, dateStyle: 'medium' }),
              until: intl.formatDate(archive.expiresAt, { timeZone, dateStyle: 'long' }),
            }}
          />
        </p>
      )}
    </>
  );
}
