/** Why a row is refused, in words: with the column that it is about. */
import type { IntlShape } from 'react-intl';
import type { FatedRow, RowReason } from '../../domain/import/rows.ts';

export const reasonWords = (intl: IntlShape, { code, detail }: RowReason): string =>
  intl.formatMessage({ id: `import.reason.${code}` }, { detail: detail ?? 0 });

/** All of a row: "Date: is no day there is. Paid: …". */
export const reasonsOf = (intl: IntlShape, headings: readonly string[]) => (row: FatedRow<unknown>) =>
  row.reasons
    .map((reason) => {
      const words = reasonWords(intl, reason);
      const heading = reason.column === null ? '' : (headings[reason.column] ?? '');
      return heading ? `${heading}: ${words}` : words;
    })
    .join(' ');
