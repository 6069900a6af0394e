/** Exports the matching or selected bookings in the visible columns. */
import { Button, ProgressBar, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { FAILURE_TEXTS } from '../../../../ui/format/failure-texts.ts';
import { Overlay } from '../../../../ui/overlays/overlay.tsx';
import { useConfirmClose } from '../../../../ui/overlays/use-confirm-close.ts';
import { Message } from '../../../../ui/states/message.tsx';
import type { ExportFormat } from './export-types.ts';
import { useExport, type ExportFailure, type ExportOptions } from './use-export.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  closeWarning: { flex: '1 0 100%', order: 1 },
});

export interface ExportDialogProps extends Omit<ExportOptions, 'onDone'> {
  /** Initial format. */
  format?: ExportFormat;
  matchCount: number | null;
  onClose(): void;
}

export function ExportDialog({ format: initialFormat = 'xlsx', matchCount, onClose, ...options }: ExportDialogProps) {
  const styles = useStyles();
  const { columns, selected } = options;
  const [format, setFormat] = useState<ExportFormat>(initialFormat);
  const { exportedRows, failure, run, stop } = useExport({ ...options, onDone: onClose });
  const isRunning = exportedRows !== null;
  const count = selected?.length ?? matchCount;
  const confirmClose = useConfirmClose(isRunning, onClose);
  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="advanced.export.title" values={{ count: count ?? 0 }} />}
      onClose={confirmClose.onClose}
      onSubmit={() => void run(format)}
      footer={
        <>
          {confirmClose.isClosePending && (
            <span role="alert" className={styles.closeWarning}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          <Button onClick={isRunning ? stop : onClose}>
            <FormattedMessage id={isRunning ? 'run.stop' : 'form.cancel'} />
          </Button>
          <Button
            appearance="primary"
            type="submit"
            icon={<ArrowDownloadRegular />}
            disabled={isRunning || count === 0}
          >
            <FormattedMessage id="advanced.export.confirm" />
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <FormatChoice value={format} disabled={isRunning} onChange={setFormat} />
        <FormattedMessage id="advanced.export.what" values={{ columns: columns.length }} />
        {exportedRows !== null && <Progress done={exportedRows} count={count} />}
        {failure && <FailureMessage failure={failure} />}
      </div>
    </Overlay>
  );
}

interface FormatChoiceProps {
  value: ExportFormat;
  disabled: boolean;
  onChange(format: ExportFormat): void;
}

function FormatChoice({ value, disabled, onChange }: FormatChoiceProps) {
  const intl = useIntl();
  return (
    <RadioGroup
      aria-label={intl.formatMessage({ id: 'advanced.export.format' })}
      value={value}
      disabled={disabled}
      onChange={(_, data) => onChange(data.value === 'csv' ? 'csv' : 'xlsx')}
    >
      <Radio value="xlsx" label={intl.formatMessage({ id: 'advanced.export.xlsx' })} />
      <Radio value="csv" label={intl.formatMessage({ id: 'advanced.export.csv' })} />
    </RadioGroup>
  );
}

/** `count` is null while the number of matching bookings is unknown. */
function Progress({ done, count }: { done: number; count: number | null }) {
  return (
    <div role="status">
      <FormattedMessage id="advanced.bulk.progress" values={{ done, total: count ?? done }} />
      <ProgressBar {...(count ? { value: done, max: count } : {})} aria-hidden />
    </div>
  );
}

function FailureMessage({ failure }: { failure: ExportFailure }) {
  return (
    <Message state="no" alert title={<FormattedMessage id="advanced.export.failed" />}>
      <FormattedMessage id={failure === 'device' ? 'advanced.export.device' : FAILURE_TEXTS[failure]} />
    </Message>
  );
}
