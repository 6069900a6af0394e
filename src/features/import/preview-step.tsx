/** The outcome of each row, with reasons; nothing is written before "Import". */
import {
  Button,
  Field,
  Input,
  ProgressBar,
  Radio,
  RadioGroup,
  Switch,
  makeStyles,
  tokens,
} from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Mapping } from '../../domain/import/columns.ts';
import { ROW_OUTCOMES, type ClassifiedRow, type RowOutcome, type RowProblem } from '../../domain/import/rows.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import type { TableColumn } from '../../ui/data-table/table-column.ts';
import { useColumns } from '../../ui/data-table/use-columns.ts';
import { useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { Message } from '../../ui/states/message.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import { RowOutcomeBadge } from './row-outcome-badge.tsx';
import type { ImportPlan, RowClassifier, LoadedFile } from './import-plan.ts';
import { leftOutFormatter, rowReasonsFormatter, formatRowReason } from './row-reason-texts.ts';
import { runImport } from './run-import.ts';
import { StepFoot } from './step-parts.tsx';
import { useRefusedRowsFile } from './use-refused-rows-file.ts';

const useStyles = makeStyles({
  tools: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', padding: `4px ${gutter} 12px` },
  bad: { color: tokens.colorStatusDangerForeground1 },
  choices: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 24px', flex: '1 1 320px' },
  progress: { flex: '1 1 240px' },
});
/** Rules that staff may override with a reason (ADR 026). */
const PASSABLE: ReadonlySet<RowProblem> = new Set(['sold_out', 'closed', 'not_accompanied', 'party_too_small']);

export interface PreviewStepProps<FieldName extends string, Sent> {
  plan: ImportPlan<FieldName, Sent>;
  file: LoadedFile;
  mapping: Mapping<FieldName>;
  classifier: RowClassifier<Sent>;
  onFinished(rows: readonly ClassifiedRow<Sent>[]): void;
}

export function PreviewStep<FieldName extends string, Sent>(props: PreviewStepProps<FieldName, Sent>) {
  const { plan, file, mapping, classifier, onFinished } = props;
  const styles = useStyles();
  const intl = useIntl();
  const { headings } = file.contents;
  const [outcomeFilter, setOutcomeFilter] = useState<RowOutcome[]>([]);
  const [allowsOverrides, setAllowsOverrides] = useState(false);
  const [why, setWhy] = useState('');
  const [rowScope, setRowScope] = useState<'good' | 'all'>('good');
  const [running, setRunning] = useState<number | null>(null);
  const control = useRef<AbortController | null>(null);
  useEffect(() => () => control.current?.abort(), []);
  // Leaving stops the import.
  useDirtyForm(running !== null, [], { isWork: true });
  const strict = useMemo(() => classifier.classify(false), [classifier]);
  const rows = useMemo(
    () => (allowsOverrides ? classifier.classify(true) : strict),
    [classifier, allowsOverrides, strict],
  );
  const counts = useMemo(() => {
    const all: Record<RowOutcome, number> = { new: 0, changed: 0, same: 0, refused: 0 };
    for (const { outcome } of rows) all[outcome] += 1;
    return all;
  }, [rows]);
  const passable = useMemo(
    () => strict.filter(({ reasons }) => reasons.some(({ code }) => PASSABLE.has(code))).length,
    [strict],
  );
  const withoutCells = useMemo(
    () =>
      rows.filter(({ outcome, leftOut }) => (outcome === 'new' || outcome === 'changed') && leftOut !== undefined)
        .length,
    [rows],
  );
  const report = useRefusedRowsFile(plan.kind, file);
  const deferredFilter = useDeferredValue(outcomeFilter);
  const listed = useMemo(
    () => (deferredFilter.length === 0 ? rows : rows.filter(({ outcome }) => deferredFilter.includes(outcome))),
    [rows, deferredFilter],
  );
  const writes = counts.new + counts.changed;
  const formatReasons = rowReasonsFormatter(intl, headings);

  const columns = useColumns(
    `import-${plan.kind}`,
    useMemo((): TableColumn<ClassifiedRow<Sent>>[] => {
      const cells = mapping.flatMap((field, at): TableColumn<ClassifiedRow<Sent>>[] =>
        field === null
          ? []
          : [
              {
                id: field,
                header: plan.labelOf(field),
                width: 128,
                card: field === 'name' || field === 'slug' ? 'title' : 'fact',
                cell: (row) => {
                  const bad = row.reasons.find(({ column }) => column === at);
                  const text = row.cells[at] ?? '';
                  if (!bad) return text;
                  return (
                    <span className={styles.bad} title={formatRowReason(intl, bad)}>
                      {text}
                    </span>
                  );
                },
              },
            ],
      );
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
          wraps: true,
          cell: (row) =>
            row.outcome === 'refused'
              ? rowReasonsFormatter(intl, headings)(row)
              : joinWithDots(
                  row.outcome === 'changed' &&
                    intl.formatList(
                      row.changedFields.map((part) =>
                        intl.formatMessage({ id: `import.part.${part}` as 'import.part.when' }),
                      ),
                    ),
                  row.outcome !== 'same' && leftOutFormatter(intl, headings)(row),
                ),
        },
        ...cells,
      ];
    }, [mapping, plan, intl, headings, styles.bad]),
  );

  async function run(): Promise<void> {
    const controller = new AbortController();
    control.current = controller;
    setRunning(0);
    const after = await runImport({
      rows,
      write: plan.write(mapping, allowsOverrides ? why.trim() : null),
      signal: controller.signal,
      onProgress: setRunning,
      ...(plan.chunk ? { chunk: plan.chunk } : {}),
    });
    onFinished(after);
  }

  const canImportRows = rowScope === 'good' || counts.refused === 0;
  const busy = running !== null;
  return (
    <>
      <div className={styles.tools}>
        <FilterChips
          label={intl.formatMessage({ id: 'import.outcome' })}
          choose="any"
          selected={outcomeFilter}
          onChange={setOutcomeFilter}
          chips={ROW_OUTCOMES.map((outcome) => ({
            value: outcome,
            label: intl.formatMessage({ id: `import.outcome.${outcome}` }),
            count: counts[outcome],
          }))}
        />
        {withoutCells > 0 && (
          <Message state="attention">
            <FormattedMessage id="import.leftOut.count" values={{ count: withoutCells }} />
          </Message>
        )}
        {passable > 0 && plan.kind === 'bookings' && (
          <div className={styles.choices}>
            <Switch
              checked={allowsOverrides}
              disabled={busy}
              label={intl.formatMessage({ id: 'import.pass' }, { count: passable })}
              onChange={(_, { checked }) => setAllowsOverrides(checked)}
            />
            {allowsOverrides && (
              <Field required label={intl.formatMessage({ id: 'import.pass.why' })} orientation="horizontal">
                <Input value={why} disabled={busy} maxLength={1000} onChange={(_, { value }) => setWhy(value)} />
              </Field>
            )}
          </div>
        )}
      </div>
      <DataTable<ClassifiedRow<Sent>>
        label={intl.formatMessage({ id: 'import.rows' })}
        columns={columns}
        rows={listed}
        idOf={({ line }) => String(line)}
        nameOf={(row) => intl.formatMessage({ id: 'import.row' }, { line: row.line, reasons: formatReasons(row) })}
        of={`${outcomeFilter.join()} ${allowsOverrides}`}
        footer={<TableFoot loading={false} count={listed.length} />}
        empty={<EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="import.none" />} />}
      />
      <StepFoot bar>
        {busy ? (
          <div role="status" className={styles.progress}>
            <FormattedMessage id="import.running" values={{ done: running, total: writes }} />
            <ProgressBar value={running} max={Math.max(1, writes)} aria-hidden />
          </div>
        ) : (
          counts.refused > 0 && (
            <div className={styles.choices}>
              <RadioGroup
                layout="horizontal"
                aria-label={intl.formatMessage({ id: 'import.which' })}
                value={rowScope}
                onChange={(_, { value }) => setRowScope(value === 'all' ? 'all' : 'good')}
              >
                <Radio value="good" label={intl.formatMessage({ id: 'import.which.good' })} />
                <Radio value="all" label={intl.formatMessage({ id: 'import.which.all' })} />
              </RadioGroup>
              <Button icon={<ArrowDownloadRegular />} onClick={() => report(rows)}>
                <FormattedMessage id="import.report" values={{ count: counts.refused }} />
              </Button>
            </div>
          )
        )}
        {busy ? (
          <Button onClick={() => control.current?.abort()}>
            <FormattedMessage id="import.stop" />
          </Button>
        ) : (
          <Button
            appearance="primary"
            disabledFocusable={writes === 0 || !canImportRows || (allowsOverrides && why.trim() === '')}
            onClick={() => void run()}
          >
            <FormattedMessage id={`import.confirm.${plan.kind}`} values={{ count: writes }} />
          </Button>
        )}
      </StepFoot>
    </>
  );
}
