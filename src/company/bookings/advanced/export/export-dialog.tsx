/** Exports the matching or selected bookings in the visible columns. */
import { now } from '../../../../lib/clock.ts';
import { Button, ProgressBar, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  findBookings,
  type BookingCursor,
  type BookingSearch,
  type ListedBooking,
} from '../../../../data/bookings/list.ts';
import { eachPage, MAX_PAGE_SIZE } from '../../../../data/each-page.ts';
import type { FailureCode } from '../../../../domain/result.ts';
import { FILE_TYPES } from '../../../../lib/file-cells.ts';
import { localDateIn } from '../../../../lib/local-date.ts';
import { useDirtyForm } from '../../../../ui/form/dirty-forms.ts';
import { download } from '../../../../ui/output/download.ts';
import { FAILURE_TEXTS } from '../../../../ui/format/failure-texts.ts';
import { Message } from '../../../../ui/states/message.tsx';
import { Overlay } from '../../../../ui/overlays/overlay.tsx';
import { useConfirmClose } from '../../../../ui/overlays/use-confirm-close.ts';
import type { BookingContext } from '../../booking-context.ts';
import type { AdvancedColumn } from '../advanced-columns.tsx';
import type { ExportFormat } from './export-types.ts';
import { makeExport } from './make-export.ts';

const useStyles = makeStyles({
  form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  closeWarning: { flex: '1 0 100%', order: 1 },
});

/** Rows per message to the worker: small batches can be garbage-collected early on both sides. */
const BATCH_SIZE = 100;

export interface ExportDialogProps {
  columns: readonly AdvancedColumn[];
  /** The selected bookings; null for all matching ones. */
  selected: readonly ListedBooking[] | null;
  /** Initial format. */
  format?: ExportFormat;
  query: BookingSearch;
  matchCount: number | null;
  context: BookingContext;
  onClose(): void;
}

export function ExportDialog({
  columns,
  selected,
  format: initialFormat = 'xlsx',
  query,
  matchCount,
  context,
  onClose,
}: ExportDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [format, setFormat] = useState<ExportFormat>(initialFormat);
  const [exportedRows, setExportedRows] = useState<number | null>(null);
  /** Why the export failed: a failed request, or an error on the device. */
  const [failure, setFailure] = useState<FailureCode | 'device' | null>(null);
  const abortRef = useRef<AbortController | null>(null);
  useEffect(() => () => abortRef.current?.abort(), []);
  // Leaving the page stops the export.
  useDirtyForm(exportedRows !== null, [], { isWork: true });
  const count = selected?.length ?? matchCount;
  const confirmClose = useConfirmClose(exportedRows !== null, onClose);

  async function run(): Promise<void> {
    const controller = new AbortController();
    abortRef.current = controller;
    const { signal } = controller;
    setFailure(null);
    setExportedRows(0);
    const name = intl.formatMessage({ id: 'route.bookings' });
    let failureReason: FailureCode | 'device' = 'device';
    try {
      const file = await makeExport(format, {
        columns: columns.map(({ header, kind, width }) => ({
          header,
          ...(kind ? { kind } : {}),
          // A spreadsheet character is about 7 px wide; a date in too narrow a column shows as ####.
          ...(width ? { width: Math.max(width / 7, kind === 'time' ? 17 : 0) } : {}),
        })),
        sheet: name,
        locale: intl.locale,
        signal,
      });
      let rows = 0;
      const add = async (bookings: readonly ListedBooking[]) => {
        for (let from = 0; from < bookings.length; from += BATCH_SIZE)
          await file.add(
            bookings.slice(from, from + BATCH_SIZE).map((booking) => columns.map((column) => column.plain(booking))),
          );
        setExportedRows((rows += bookings.length));
      };
      if (selected) await add(selected);
      else {
        const result = await eachPage(
          (after: BookingCursor | null) =>
            findBookings(context.company, { ...query, after, pageSize: MAX_PAGE_SIZE, signal }),
          (page) => add(page.bookings),
          signal,
        );
        if (!result.ok) {
          failureReason = result.code;
          throw new Error(result.code);
        }
      }
      const today = localDateIn(context.zone, now());
      download(await file.end(), { name: `${name} ${today}.${format}`, type: FILE_TYPES[format] });
      onClose();
    } catch {
      // Cancelling is not an error.
      if (!signal.aborted) setFailure(failureReason);
      controller.abort();
      setExportedRows(null);
    }
  }

  return (
    <Overlay
      kind="form"
      title={<FormattedMessage id="advanced.export.title" values={{ count: count ?? 0 }} />}
      onClose={confirmClose.onClose}
      onSubmit={() => void run()}
      footer={
        <>
          {confirmClose.isClosePending && (
            <span role="alert" className={styles.closeWarning}>
              <FormattedMessage id="run.closeAgain" />
            </span>
          )}
          {exportedRows === null ? (
            <Button onClick={onClose}>
              <FormattedMessage id="form.cancel" />
            </Button>
          ) : (
            <Button onClick={() => abortRef.current?.abort()}>
              <FormattedMessage id="run.stop" />
            </Button>
          )}
          <Button
            appearance="primary"
            type="submit"
            icon={<ArrowDownloadRegular />}
            disabled={exportedRows !== null || count === 0}
          >
            <FormattedMessage id="advanced.export.confirm" />
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <RadioGroup
          aria-label={intl.formatMessage({ id: 'advanced.export.format' })}
          value={format}
          disabled={exportedRows !== null}
          onChange={(_, data) => setFormat(data.value === 'csv' ? 'csv' : 'xlsx')}
        >
          <Radio value="xlsx" label={intl.formatMessage({ id: 'advanced.export.xlsx' })} />
          <Radio value="csv" label={intl.formatMessage({ id: 'advanced.export.csv' })} />
        </RadioGroup>
        <FormattedMessage id="advanced.export.what" values={{ columns: columns.length }} />
        {exportedRows !== null && (
          <div role="status">
            <FormattedMessage
              id="advanced.bulk.progress"
              values={{ done: exportedRows, total: count ?? exportedRows }}
            />
            <ProgressBar {...(count ? { value: exportedRows, max: count } : {})} aria-hidden />
          </div>
        )}
        {failure && (
          <Message state="no" alert title={<FormattedMessage id="advanced.export.failed" />}>
            <FormattedMessage id={failure === 'device' ? 'advanced.export.device' : FAILURE_TEXTS[failure]} />
          </Message>
        )}
      </div>
    </Overlay>
  );
}
