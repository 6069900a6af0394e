import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo } from 'react';
import { useIntl, type IntlShape } from 'react-intl';
import type { Mapping } from '../../domain/import/columns.ts';
import type { ClassifiedRow, RowReason } from '../../domain/import/rows.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import type { ImportPlan } from './import-plan.ts';
import { RowOutcomeBadge } from './row-outcome-badge.tsx';
import { formatRowReason, leftOutFormatter, rowReasonsFormatter } from './row-reason-texts.ts';

const useStyles = makeStyles({
  bad: { color: tokens.colorStatusDangerForeground1 },
});

function InvalidCell({ text, reason }: { text: string; reason: RowReason }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <span className={styles.bad} title={formatRowReason(intl, reason)}>
      {text}
    </span>
  );
}

/** Returns why a row is refused; for other rows, which fields change and which values are left out. */
const rowNoteFormatter = (intl: IntlShape, headings: readonly string[]) => {
  const formatReasons = rowReasonsFormatter(intl, headings);
  const formatLeftOut = leftOutFormatter(intl, headings);
  return (row: ClassifiedRow<unknown>): string => {
    if (row.outcome === 'refused') return formatReasons(row);
    const changedFields = row.changedFields.map((part) =>
      intl.formatMessage({ id: `import.part.${part}` as 'import.part.when' }),
    );
    return joinWithDots(
      row.outcome === 'changed' && intl.formatList(changedFields),
      row.outcome !== 'same' && formatLeftOut(row),
    );
  };
};

/** Returns the columns that every import has. */
function outcomeColumns(intl: IntlShape, headings: readonly string[]): TableColumn<ClassifiedRow<unknown>>[] {
  return [
    {
      id: 'line',
      header: intl.formatMessage({ id: 'import.line' }),
      width: 64,
      isNumber: true,
      cell: ({ line }) => line,
    },
    {
      id: 'outcome',
      header: intl.formatMessage({ id: 'import.outcome' }),
      width: 128,
      isFixed: true,
      card: 'status',
      cell: ({ outcome }) => <RowOutcomeBadge outcome={outcome} />,
    },
    {
      id: 'reason',
      header: intl.formatMessage({ id: 'import.reason' }),
      width: 240,
      isFixed: true,
      wraps: true,
      cell: rowNoteFormatter(intl, headings),
    },
  ];
}

/** Returns the columns of the file that are mapped to a field. */
function fileColumns<Field extends string, Sent>(
  mapping: Mapping<Field>,
  { labelOf }: ImportPlan<Field, Sent>,
): TableColumn<ClassifiedRow<Sent>>[] {
  return mapping.flatMap((field, at): TableColumn<ClassifiedRow<Sent>>[] =>
    field === null
      ? []
      : [
          {
            id: field,
            header: labelOf(field),
            width: 128,
            card: field === 'name' || field === 'slug' ? 'title' : 'fact',
            cell: (row) => {
              const reason = row.reasons.find(({ column }) => column === at);
              const text = row.cells[at] ?? '';
              return reason ? <InvalidCell text={text} reason={reason} /> : text;
            },
          },
        ],
  );
}

export function usePreviewColumns<Field extends string, Sent>(
  plan: ImportPlan<Field, Sent>,
  mapping: Mapping<Field>,
  headings: readonly string[],
) {
  const intl = useIntl();
  return useColumns<ClassifiedRow<Sent>>(
    `import-${plan.kind}`,
    useMemo(() => [...outcomeColumns(intl, headings), ...fileColumns(mapping, plan)], [mapping, plan, intl, headings]),
  );
}
