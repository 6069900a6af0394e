/** Maps each column of the file to a field: recognised by its heading, or chosen. */
import { Button, Select, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import { assignColumn, type Mapping } from '../../domain/import/columns.ts';
import type { StateColumn } from '../../domain/import/state-columns.ts';
import { ok, type Result } from '../../domain/result.ts';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { Message } from '../../ui/states/message.tsx';
import { density, type, weight } from '../../ui/theme/sizes.ts';
import type { AskOptions, ImportFileReader } from './file-reader.ts';
import type { ImportPlan, RowClassifier, ImportQuestions } from './import-plan.ts';
import { EncodingChoice } from './encoding-choice.tsx';
import type { OpenedFile } from './import-worker.ts';
import { StepFoot, WorkProgress } from './step-parts.tsx';
import { useCancellableTask } from './use-cancellable-task.ts';

const useStyles = makeStyles({
  columns: { display: 'grid', gap: '4px', margin: 0, padding: 0, listStyleType: 'none' },
  column: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(240px, 100%), 1fr))',
    gap: '4px 16px',
    alignItems: 'center',
    padding: '8px 0',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  heading: { ...type.body, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  samples: {
    ...type.note,
    color: tokens.colorNeutralForeground2,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  select: { minHeight: density.target },
});

/** Value of a column that the person still has to decide on. */
const UNDECIDED = '?';

interface ColumnRowProps<Field extends string> {
  at: number;
  heading: string;
  samples: string;
  /** A field, '' for none, or UNDECIDED. */
  value: string;
  fields: readonly { field: Field; label: string }[];
  onChange(field: Field | null): void;
}

function ColumnRow<Field extends string>({ at, heading, samples, value, fields, onChange }: ColumnRowProps<Field>) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <li className={styles.column}>
      <div>
        <div className={styles.heading}>
          {heading || <FormattedMessage id="import.columns.unnamed" values={{ number: at + 1 }} />}
        </div>
        <div className={styles.samples}>{samples}</div>
      </div>
      <Select
        className={styles.select}
        aria-label={intl.formatMessage({ id: 'import.columns.is' }, { heading: heading || String(at + 1) })}
        value={value}
        onChange={(_, selected) => onChange(fields.find(({ field }) => field === selected.value)?.field ?? null)}
      >
        {value === UNDECIDED && (
          <option value={UNDECIDED} disabled>
            {intl.formatMessage({ id: 'import.columns.choose' })}
          </option>
        )}
        <option value="">{intl.formatMessage({ id: 'import.columns.none' })}</option>
        {fields.map(({ field, label }) => (
          <option key={field} value={field}>
            {label}
          </option>
        ))}
      </Select>
    </li>
  );
}

function UndecidedColumns({ columns, headings }: { columns: readonly StateColumn[]; headings: readonly string[] }) {
  const intl = useIntl();
  const names = columns.map(({ at, values }) =>
    intl.formatMessage(
      { id: 'import.columns.state.column' },
      { heading: headings[at] || String(at + 1), values: values.join(', ') },
    ),
  );
  return (
    <Message state="attention">
      <FormattedMessage id="import.columns.state" values={{ count: columns.length, columns: intl.formatList(names) }} />
    </Message>
  );
}

const samplesOf = (contents: OpenedFile, at: number) =>
  joinWithDots(...[...new Set(contents.samples.map((row) => row[at]?.trim()).filter(Boolean))].slice(0, 3));

interface Prepared<Sent> {
  questions: ImportQuestions;
  /** Null while there are questions to answer. */
  classifier: RowClassifier<Sent> | null;
}

async function prepareRows<Field extends string, Sent>(
  { plan, reading, mapping, previousTourAnswers }: ColumnsStepProps<Field, Sent>,
  options: AskOptions,
): Promise<Result<Prepared<Sent>>> {
  const loaded = await plan.loadQuestions(reading, mapping, previousTourAnswers, options);
  if (!loaded.ok) return loaded;
  const questions = loaded.data;
  if (!questions.isEmpty) return ok({ questions, classifier: null });
  const loadedClassifier = await plan.loadClassifier(reading, mapping, questions.answers, options);
  return loadedClassifier.ok ? ok({ questions, classifier: loadedClassifier.data }) : loadedClassifier;
}

export interface ColumnsStepProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  reading: ImportFileReader;
  contents: OpenedFile;
  mapping: Mapping<Field>;
  previousTourAnswers: Readonly<Record<string, string>>;
  onChange(mapping: Mapping<Field>): void;
  onReopened(contents: OpenedFile): void;
  onQuestions(questions: ImportQuestions): void;
  onPrepared(classifier: RowClassifier<Sent>, answers: BookingAnswers): void;
}

export function ColumnsStep<Field extends string, Sent>(props: ColumnsStepProps<Field, Sent>) {
  const { plan, reading, contents, mapping, onChange, onReopened, onQuestions, onPrepared } = props;
  const styles = useStyles();
  const intl = useIntl();
  const work = useCancellableTask();
  const missing = plan.missing(mapping);
  const missingLabels = intl.formatList(missing.map((field) => plan.labelOf(field)));
  const [decided, setDecided] = useState<ReadonlySet<number>>(new Set());
  const undecided = plan.undecided?.(contents, mapping, decided) ?? [];
  const isUndecided = (at: number) => undecided.some((column) => column.at === at);
  // Fixed for this file, even if it has been decoded differently since.
  const [choosesEncoding] = useState(contents.doubt !== null);
  const fields = plan.fields.map((field) => ({ field, label: plan.labelOf(field) }));
  // Headings may repeat, so keys include the position, which is stable.
  const columns = contents.headings.map((heading, at) => ({ key: `${at} ${heading}`, heading, at }));

  const goOn = () =>
    work.run(
      (options) => prepareRows(props, options),
      ({ questions, classifier }) => (classifier ? onPrepared(classifier, questions.answers) : onQuestions(questions)),
    );

  return (
    <>
      {choosesEncoding && <EncodingChoice reading={reading} contents={contents} onReopened={onReopened} />}
      <FormattedMessage id="import.columns.what" />
      <ul className={styles.columns}>
        {columns.map(({ key, heading, at }) => (
          <ColumnRow
            key={key}
            at={at}
            heading={heading}
            samples={samplesOf(contents, at)}
            value={isUndecided(at) ? UNDECIDED : (mapping[at] ?? '')}
            fields={fields}
            onChange={(field) => {
              setDecided(new Set([...decided, at]));
              onChange(assignColumn(mapping, at, field));
            }}
          />
        ))}
      </ul>
      {undecided.length > 0 && <UndecidedColumns columns={undecided} headings={contents.headings} />}
      {missing.length > 0 && (
        <Message state="attention">
          <FormattedMessage id="import.columns.missing" values={{ fields: missingLabels }} />
        </Message>
      )}
      <WorkProgress work={work}>
        <FormattedMessage id="import.reading" />
      </WorkProgress>
      <StepFoot>
        <Button
          appearance="primary"
          disabledFocusable={missing.length > 0 || undecided.length > 0 || work.share !== null}
          onClick={() => void goOn()}
        >
          <FormattedMessage id="import.columns.on" />
        </Button>
      </StepFoot>
    </>
  );
}
