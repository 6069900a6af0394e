/** The outcome of each row, with reasons; nothing is written before "Import". */
import { Button, Field, Input, ProgressBar, Radio, RadioGroup, Switch, makeStyles } from '@fluentui/react-components';
import { ArrowDownloadRegular } from '@fluentui/react-icons';
import { useDeferredValue, useMemo, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Mapping } from '../../domain/import/columns.ts';
import { ROW_OUTCOMES, type ClassifiedRow, type RowOutcome, type RowProblem } from '../../domain/import/rows.ts';
import { DataTable, TableFoot } from '../../ui/data-table/data-table.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { FilterChips } from '../../ui/choices/filter-chips.tsx';
import { Message } from '../../ui/states/message.tsx';
import { QuietOffice } from '../../ui/states/illustrations.tsx';
import { gutter } from '../../ui/theme/sizes.ts';
import type { ImportPlan, RowClassifier, LoadedFile } from './import-plan.ts';
import { rowReasonsFormatter } from './row-reason-texts.ts';
import { StepFoot } from './step-parts.tsx';
import { useImportRun, type ImportRunState } from './use-import-run.ts';
import { usePreviewColumns } from './use-preview-columns.tsx';
import { useRefusedRowsFile } from './use-refused-rows-file.ts';

const useStyles = makeStyles({
  tools: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', padding: `4px ${gutter} 12px` },
  choices: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 24px', flex: '1 1 320px' },
  progress: { flex: '1 1 240px' },
});
/** Rules that staff may override with a reason (ADR 026). */
const OVERRIDABLE: ReadonlySet<RowProblem> = new Set(['sold_out', 'closed', 'not_accompanied', 'party_too_small']);

type OutcomeCounts = Readonly<Record<RowOutcome, number>>;

/** Classifies the rows and counts them. `overridable`: accepted with an override; `withoutCells`: lose values. */
function useClassifiedRows<Sent>(classifier: RowClassifier<Sent>, allowsOverrides: boolean) {
  const strict = useMemo(() => classifier.classify(false), [classifier]);
  const rows = useMemo(
    () => (allowsOverrides ? classifier.classify(true) : strict),
    [classifier, allowsOverrides, strict],
  );
  const counts = useMemo((): OutcomeCounts => {
    const all: Record<RowOutcome, number> = { new: 0, changed: 0, same: 0, refused: 0 };
    for (const { outcome } of rows) all[outcome] += 1;
    return all;
  }, [rows]);
  const overridable = useMemo(
    () => strict.filter(({ reasons }) => reasons.some(({ code }) => OVERRIDABLE.has(code))).length,
    [strict],
  );
  const withoutCells = useMemo(
    () =>
      rows.filter(({ outcome, leftOut }) => (outcome === 'new' || outcome === 'changed') && leftOut !== undefined)
        .length,
    [rows],
  );
  return { rows, counts, overridable, withoutCells };
}

interface OutcomeFilterProps {
  counts: OutcomeCounts;
  selected: RowOutcome[];
  onChange(selected: RowOutcome[]): void;
}

function OutcomeFilter({ counts, selected, onChange }: OutcomeFilterProps) {
  const intl = useIntl();
  return (
    <FilterChips
      label={intl.formatMessage({ id: 'import.outcome' })}
      choose="any"
      selected={selected}
      onChange={onChange}
      chips={ROW_OUTCOMES.map((outcome) => ({
        value: outcome,
        label: intl.formatMessage({ id: `import.outcome.${outcome}` }, { count: counts[outcome] }),
        count: counts[outcome],
      }))}
    />
  );
}

interface Override {
  isAllowed: boolean;
  reason: string;
}

interface OverrideChoiceProps {
  override: Override;
  overridable: number;
  disabled: boolean;
  onChange(override: Override): void;
}

function OverrideChoice({ override, overridable, disabled, onChange }: OverrideChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.choices}>
      <Switch
        checked={override.isAllowed}
        disabled={disabled}
        label={intl.formatMessage({ id: 'import.pass' }, { count: overridable })}
        onChange={(_, { checked }) => onChange({ ...override, isAllowed: checked })}
      />
      {override.isAllowed && (
        <Field required label={intl.formatMessage({ id: 'import.pass.why' })} orientation="horizontal">
          <Input
            value={override.reason}
            disabled={disabled}
            maxLength={1000}
            onChange={(_, { value }) => onChange({ ...override, reason: value })}
          />
        </Field>
      )}
    </div>
  );
}

type RowScope = 'good' | 'all';

interface RefusedRowsChoiceProps {
  count: number;
  scope: RowScope;
  onChange(scope: RowScope): void;
  onDownload(): void;
}

function RefusedRowsChoice({ count, scope, onChange, onDownload }: RefusedRowsChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <div className={styles.choices}>
      <RadioGroup
        layout="horizontal"
        aria-label={intl.formatMessage({ id: 'import.which' })}
        value={scope}
        onChange={(_, { value }) => onChange(value === 'all' ? 'all' : 'good')}
      >
        <Radio value="good" label={intl.formatMessage({ id: 'import.which.good' })} />
        <Radio value="all" label={intl.formatMessage({ id: 'import.which.all' })} />
      </RadioGroup>
      <Button icon={<ArrowDownloadRegular />} onClick={onDownload}>
        <FormattedMessage id="import.report" values={{ count }} />
      </Button>
    </div>
  );
}

interface PreviewFootProps {
  kind: ImportPlan['kind'];
  counts: OutcomeCounts;
  run: Pick<ImportRunState<never>, 'processed' | 'stop'>;
  lacksReason: boolean;
  onImport(): void;
  onDownloadRefused(): void;
}

function PreviewFoot({ kind, counts, run, lacksReason, onImport, onDownloadRefused }: PreviewFootProps) {
  const styles = useStyles();
  const [scope, setScope] = useState<RowScope>('good');
  const writes = counts.new + counts.changed;
  const canImportRows = scope === 'good' || counts.refused === 0;
  return (
    <StepFoot bar>
      {run.processed !== null ? (
        <div role="status" className={styles.progress}>
          <FormattedMessage id="import.running" values={{ done: run.processed, total: writes }} />
          <ProgressBar value={run.processed} max={Math.max(1, writes)} aria-hidden />
        </div>
      ) : (
        counts.refused > 0 && (
          <RefusedRowsChoice count={counts.refused} scope={scope} onChange={setScope} onDownload={onDownloadRefused} />
        )
      )}
      {run.processed !== null ? (
        <Button onClick={run.stop}>
          <FormattedMessage id="import.stop" />
        </Button>
      ) : (
        <Button
          appearance="primary"
          disabledFocusable={writes === 0 || !canImportRows || lacksReason}
          onClick={onImport}
        >
          <FormattedMessage id={`import.confirm.${kind}`} values={{ count: writes }} />
        </Button>
      )}
    </StepFoot>
  );
}

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
  const [outcomeFilter, setOutcomeFilter] = useState<RowOutcome[]>([]);
  const [override, setOverride] = useState<Override>({ isAllowed: false, reason: '' });
  const { rows, counts, overridable, withoutCells } = useClassifiedRows(classifier, override.isAllowed);
  const run = useImportRun(plan, onFinished);
  const downloadRefused = useRefusedRowsFile(plan.kind, file);
  const deferredFilter = useDeferredValue(outcomeFilter);
  const listed = useMemo(
    () => (deferredFilter.length === 0 ? rows : rows.filter(({ outcome }) => deferredFilter.includes(outcome))),
    [rows, deferredFilter],
  );
  const { headings } = file.contents;
  const formatReasons = rowReasonsFormatter(intl, headings);
  const columns = usePreviewColumns(plan, mapping, headings);
  const reason = override.reason.trim();
  return (
    <>
      <div className={styles.tools}>
        <OutcomeFilter counts={counts} selected={outcomeFilter} onChange={setOutcomeFilter} />
        {withoutCells > 0 && (
          <Message state="attention">
            <FormattedMessage id="import.leftOut.count" values={{ count: withoutCells }} />
          </Message>
        )}
        {overridable > 0 && plan.kind === 'bookings' && (
          <OverrideChoice
            override={override}
            overridable={overridable}
            disabled={run.processed !== null}
            onChange={setOverride}
          />
        )}
      </div>
      <DataTable<ClassifiedRow<Sent>>
        label={intl.formatMessage({ id: 'import.rows' })}
        columns={columns}
        rows={listed}
        idOf={({ line }) => String(line)}
        nameOf={(row) => intl.formatMessage({ id: 'import.row' }, { line: row.line, reasons: formatReasons(row) })}
        of={`${outcomeFilter.join()} ${override.isAllowed}`}
        footer={<TableFoot loading={false} count={listed.length} />}
        empty={<EmptyState drawing={<QuietOffice />} title={<FormattedMessage id="import.none" />} />}
      />
      <PreviewFoot
        kind={plan.kind}
        counts={counts}
        run={run}
        lacksReason={override.isAllowed && reason === ''}
        onImport={() => void run.start(rows, plan.write(mapping, override.isAllowed ? reason : null))}
        onDownloadRefused={() => downloadRefused(rows)}
      />
    </>
  );
}
