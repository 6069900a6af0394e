import { useIntl } from 'react-intl';
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import { download } from '../../ui/output/download.ts';
import type { LoadedFile } from './import-plan.ts';
import { refusedFile } from './refused-file.ts';
import { rowReasonsFormatter } from './row-reason-texts.ts';

/** Returns a function that downloads the refused rows in the format of their file. */
export function useRefusedRowsFile(kind: 'bookings' | 'tours', { contents: { headings, delimiter } }: LoadedFile) {
  const intl = useIntl();
  return (rows: readonly ClassifiedRow<unknown>[]): void => {
    const reasonHeading = intl.formatMessage({ id: 'import.report.reason' });
    const text = refusedFile(rows, {
      headings,
      delimiter,
      reasonHeading,
      reasonsOf: rowReasonsFormatter(intl, headings),
    });
    download(text, {
      name: `${intl.formatMessage({ id: `import.report.file.${kind}` })}.csv`,
      type: 'text/csv;charset=utf-8',
    });
  };
}
