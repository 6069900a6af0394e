import type { IntlShape } from 'react-intl';
import type { ClassifiedRow, ParsedRow, RowReason } from '../../domain/import/rows.ts';

export const formatRowReason = (intl: IntlShape, { code, detail }: RowReason): string =>
  intl.formatMessage({ id: `import.reason.${code}` }, { detail: detail ?? 0 });

/** Formats all reasons of a row with their columns: "Date: Not a day. Paid: …". */
export const rowReasonsFormatter = (intl: IntlShape, headings: readonly string[]) => (row: ClassifiedRow<unknown>) =>
  row.reasons
    .map((reason) => {
      const text = formatRowReason(intl, reason);
      const heading = reason.column === null ? '' : (headings[reason.column] ?? '');
      return heading ? `${heading}: ${text}` : text;
    })
    .join(' ');

/** Formats the values that are left out of a row: "Left out: Country “Atlantis”."; '' if none. */
export const leftOutFormatter =
  (intl: IntlShape, headings: readonly string[]) =>
  ({ leftOut = [], cells }: ParsedRow<unknown>): string =>
    leftOut.length === 0
      ? ''
      : intl.formatMessage(
          { id: 'import.leftOut' },
          {
            cells: intl.formatList(
              leftOut.flatMap(({ column }) =>
                column === null
                  ? []
                  : intl.formatMessage(
                      { id: 'import.leftOut.cell' },
                      { heading: headings[column] || String(column + 1), cell: cells[column] ?? '' },
                    ),
              ),
            ),
          },
        );
