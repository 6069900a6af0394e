import { useEffect, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import type { BookingSearch, ListedBooking } from '../../../../data/bookings/list.ts';
import type { FailureCode } from '../../../../domain/result.ts';
import { now } from '../../../../lib/clock.ts';
import { FILE_TYPES } from '../../../../lib/file-cells.ts';
import { localDateIn } from '../../../../lib/local-date.ts';
import { QueryFailed } from '../../../../online/query-client.ts';
import { useDirtyForm } from '../../../../ui/form/dirty-forms.ts';
import { download } from '../../../../ui/output/download.ts';
import type { BookingContext } from '../../booking-context.ts';
import type { AdvancedColumn } from '../advanced-columns.tsx';
import { eachBookingPage } from '../each-booking-page.ts';
import type { ExportColumn, ExportFormat } from './export-types.ts';
import { makeExport } from './make-export.ts';

/** Rows per message to the worker: small batches can be garbage-collected early on both sides. */
const BATCH_SIZE = 100;

const exportColumns = (columns: readonly AdvancedColumn[]): ExportColumn[] =>
  columns.map(({ header, kind, width }) => ({
    header,
    ...(kind ? { kind } : {}),
    // A spreadsheet character is about 7 px wide; a date in too narrow a column shows as ####.
    ...(width ? { width: Math.max(width / 7, kind === 'time' ? 17 : 0) } : {}),
  }));

export interface ExportOptions {
  columns: readonly AdvancedColumn[];
  /** The selected bookings; null for all matching ones. */
  selected: readonly ListedBooking[] | null;
  query: BookingSearch;
  context: BookingContext;
  /** Called when the file has been downloaded. */
  onDone(): void;
}

/** Why an export failed: a failed request, or an error on the device. */
export type ExportFailure = FailureCode | 'device';

/** Exports bookings to a file. `exportedRows` is null while no export runs. */
export function useExport({ columns, selected, query, context, onDone }: ExportOptions) {
  const intl = useIntl();
  const [exportedRows, setExportedRows] = useState<number | null>(null);
  const [failure, setFailure] = useState<ExportFailure | null>(null);
  const abortRef = useRef<AbortController | null>(null);
  useEffect(() => () => abortRef.current?.abort(), []);
  // Leaving the page stops the export.
  useDirtyForm(exportedRows !== null, [], { isWork: true });
  const sheet = intl.formatMessage({ id: 'route.bookings' });

  async function makeFile(format: ExportFormat, signal: AbortSignal): Promise<Blob> {
    const file = await makeExport(format, { columns: exportColumns(columns), sheet, locale: intl.locale, signal });
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
      const result = await eachBookingPage(context.company, query, { onPage: add, signal });
      if (!result.ok) throw new QueryFailed(result);
    }
    return file.end();
  }

  async function run(format: ExportFormat): Promise<void> {
    const controller = new AbortController();
    abortRef.current = controller;
    const { signal } = controller;
    setFailure(null);
    setExportedRows(0);
    try {
      const file = await makeFile(format, signal);
      const today = localDateIn(context.zone, now());
      download(file, { name: `${sheet} ${today}.${format}`, type: FILE_TYPES[format] });
      onDone();
    } catch (error) {
      // Cancelling is not an error.
      if (!signal.aborted) setFailure(error instanceof QueryFailed ? error.failure.code : 'device');
      controller.abort();
      setExportedRows(null);
    }
  }
  return { exportedRows, failure, run, stop: () => abortRef.current?.abort() };
}
