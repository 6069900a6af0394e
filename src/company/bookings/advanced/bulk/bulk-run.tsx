/** Progress of a bulk action, then the result of each booking. */
import { Button, ProgressBar, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import { formatCode } from '../../../../domain/codes.ts';
import { csvFile, csvFormatOf } from '../../../../lib/csv.ts';
import { download } from '../../../../ui/output/download.ts';
import { FAILURE_TEXTS } from '../../../../ui/format/failure-texts.ts';
import { Message } from '../../../../ui/states/message.tsx';
import { Overlay } from '../../../../ui/overlays/overlay.tsx';
import { type } from '../../../../ui/theme/sizes.ts';
import { refusalText } from '../../actions/refusal-message.tsx';
import type { BookingContext } from '../../booking-context.ts';
import type { BulkResult } from './run-bulk.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  closeWarning: { ...type.body, flex: '1 0 100%', order: 1 },
  results: { ...type.body, display: 'grid', gap: '8px', margin: 0, padding: 0, listStyleType: 'none' },
  result: { display: 'block', color: tokens.colorNeutralForeground2 },
});
/** Maximum rows that are rendered; the downloaded report has all of them. */
export const MAX_VISIBLE_ROWS = 200;

export type BulkStage =
  | { kind: 'running'; done: number; total: number | null; results: BulkResult[] }
  | { kind: 'over'; results: BulkResult[]; failed: boolean };

export interface BulkRunProps {
  stage: BulkStage;
  title: ReactNode;
  /** Number of bookings to process. */
  count: number;
  context: BookingContext;
  /** Whether to ask for confirmation, because the user tried to close a running action. */
  isConfirmingClose: boolean;
  onStop(): void;
  onClose(): void;
}

export function BulkRun({ stage, title, count, context, isConfirmingClose, onStop, onClose }: BulkRunProps) {
  const styles = useStyles();
  const { results } = stage;
  const visibleResults = stage.kind === 'over' ? results.filter(({ outcome }) => outcome.kind !== 'done') : results;
  return (
    <Overlay
      kind="form"
      title={title}
      onClose={onClose}
      footer={
        <>
          {isConfirmingClose && (
            <span role="alert" className={styles.closeWarning}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          {stage.kind === 'running' ? (
            <Button onClick={onStop}>
              <FormattedMessage id="run.stop" />
            </Button>
          ) : (
            <>
              <ReportButton results={results} context={context} />
              <Button appearance="primary" onClick={onClose}>
                <FormattedMessage id="app.close" />
              </Button>
            </>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {stage.kind === 'running' ? (
          <Progress done={stage.done} total={stage.total} count={count} />
        ) : (
          <Summary failed={stage.failed} done={results.length - visibleResults.length} other={visibleResults.length} />
        )}
        <ResultList results={visibleResults} context={context} />
      </div>
    </Overlay>
  );
}

function resultText({ booking, outcome }: BulkResult, { intl, context }: { intl: IntlShape; context: BookingContext }) {
  switch (outcome.kind) {
    case 'done':
    case 'skipped':
    case 'left':
      return intl.formatMessage({ id: `advanced.bulk.${outcome.kind}` });
    case 'refused':
      return refusalText(outcome.refusal, { intl, context, currency: booking.currency });
    case 'failed':
      return intl.formatMessage({ id: FAILURE_TEXTS[outcome.code] });
  }
}

interface ResultsProps {
  results: readonly BulkResult[];
  context: BookingContext;
}

/** Downloads the results as a CSV file. */
function ReportButton({ results, context }: ResultsProps) {
  const intl = useIntl();
  if (results.length === 0) return null;
  const downloadReport = () => {
    const head = (['bookings.column.reference', 'bookings.column.name', 'advanced.bulk.result'] as const).map((id) =>
      intl.formatMessage({ id }),
    );
    const rows = results.map((result) => [
      result.booking.reference,
      result.booking.contact.name,
      resultText(result, { intl, context }),
    ]);
    download(csvFile([head, ...rows], csvFormatOf(intl.locale)), {
      name: `${intl.formatMessage({ id: 'advanced.bulk.file' })}.csv`,
      type: 'text/csv',
    });
  };
  return (
    <Button icon={<ArrowDownloadRegular />} onClick={downloadReport}>
      <FormattedMessage id="advanced.bulk.report" />
    </Button>
  );
}

/** `total` is null until all bookings are collected. */
function Progress({ done, total, count }: { done: number; total: number | null; count: number }) {
  return (
    <div role="status">
      <FormattedMessage id="advanced.bulk.progress" values={{ done, total: total ?? count }} />
      <ProgressBar {...(total === null ? {} : { value: done, max: Math.max(1, total) })} aria-hidden />
    </div>
  );
}

function Summary({ failed, done, other }: { failed: boolean; done: number; other: number }) {
  return (
    <Message state={failed ? 'no' : other === 0 ? 'ok' : 'attention'} alert>
      {failed ? (
        <FormattedMessage id="bookings.failed" />
      ) : (
        <FormattedMessage id="advanced.bulk.over" values={{ done, other }} />
      )}
    </Message>
  );
}

function ResultList({ results, context }: ResultsProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      <ul className={styles.results}>
        {results.slice(0, MAX_VISIBLE_ROWS).map((result) => (
          <li key={result.booking.id}>
            <strong>{result.booking.contact.name}</strong> {formatCode(result.booking.reference)}
            <span className={styles.result}>{resultText(result, { intl, context })}</span>
          </li>
        ))}
      </ul>
      {results.length > MAX_VISIBLE_ROWS && (
        <FormattedMessage id="advanced.bulk.more" values={{ count: results.length - MAX_VISIBLE_ROWS }} />
      )}
    </>
  );
}
