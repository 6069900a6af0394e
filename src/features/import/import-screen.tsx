/** Import wizard: file, columns, questions, preview. Nothing is written before the preview is confirmed. */
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { matchColumns, type Mapping } from '../../domain/import/columns.ts';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { ClassifiedRow } from '../../domain/import/rows.ts';
import { endWorkAfterAsking, useDirtyForm } from '../../ui/form/dirty-forms.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { Screen } from '../../ui/layout/screen.tsx';
import { ColumnsStep } from './columns-step.tsx';
import { FileStep } from './file-step.tsx';
import type { ImportPlan, RowClassifier, LoadedFile, ImportQuestions } from './import-plan.ts';
import { SummaryStep } from './summary-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import { openFileReader } from './file-reader.ts';

/** Leaving the import discards its input. */
const CLOSING_PARAMS = ['import'];

type Step<Sent> =
  | { kind: 'file' }
  | { kind: 'columns' }
  | { kind: 'questions'; questions: ImportQuestions }
  | { kind: 'preview'; classifier: RowClassifier<Sent> }
  | { kind: 'over'; rows: readonly ClassifiedRow<Sent>[] };

export interface ImportScreenProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  /** Called when rows were written, so that other screens refetch. */
  onImported(): void;
  onClose(): void;
}

export function ImportScreen<Field extends string, Sent>({
  plan,
  onImported,
  onClose,
}: ImportScreenProps<Field, Sent>) {
  const intl = useIntl();
  const [reading] = useState(openFileReader);
  useEffect(() => () => reading.close(), [reading]);
  const [step, setStep] = useState<Step<Sent>>({ kind: 'file' });
  const [file, setFile] = useState<LoadedFile | null>(null);
  const [mapping, setMapping] = useState<Mapping<Field>>([]);
  const answers = useRef<BookingAnswers | null>(null);
  const remembered = useRef<Record<string, string>>({});
  useDirtyForm(step.kind !== 'file' && step.kind !== 'over', CLOSING_PARAMS);
  const headings = file?.contents.headings ?? [];

  function showColumns(next: LoadedFile): void {
    const stored = rememberedColumns(
      { company: plan.company, kind: plan.kind, headings: next.contents.headings },
      plan.fields,
    );
    remembered.current = stored?.tours ?? {};
    setMapping(stored?.mapping ?? matchColumns(next.contents.headings, plan.names));
    setFile(next);
    setStep({ kind: 'columns' });
  }

  function showPreview(classifier: RowClassifier<Sent>, userAnswers: BookingAnswers): void {
    answers.current = userAnswers;
    rememberColumns({ company: plan.company, kind: plan.kind, headings }, { mapping, tours: userAnswers.tours });
    setStep({ kind: 'preview', classifier });
  }

  const restart = () => {
    reading.close();
    setFile(null);
    setStep({ kind: 'file' });
  };
  const back = () => {
    if (step.kind === 'file' || step.kind === 'over') onClose();
    else if (step.kind === 'columns') restart();
    else endWorkAfterAsking(() => setStep({ kind: 'columns' }));
  };

  return (
    <Screen
      fill={step.kind === 'preview'}
      header={
        <PageHeader
          title={<FormattedMessage id={`import.title.${plan.kind}`} />}
          wide={step.kind === 'preview'}
          meta={file && intl.formatMessage({ id: 'import.file.meta' }, { name: file.name, count: file.contents.rows })}
          leave={{ kind: 'back', onSelect: back }}
        />
      }
    >
      {step.kind === 'file' && <FileStep kind={plan.kind} reading={reading} onOpened={showColumns} />}
      {step.kind === 'columns' && file && (
        <ColumnsStep
          plan={plan}
          reading={reading}
          contents={file.contents}
          mapping={mapping}
          remembered={remembered.current}
          onChange={setMapping}
          onReopened={(reopened) => showColumns({ ...file, contents: reopened })}
          onQuestions={(questions) => setStep({ kind: 'questions', questions })}
          onPrepared={showPreview}
        />
      )}
      {step.kind === 'questions' && (
        <QuestionsStep
          plan={plan}
          reading={reading}
          mapping={mapping}
          questions={step.questions}
          onPrepared={showPreview}
        />
      )}
      {step.kind === 'preview' && file && (
        <PreviewStep
          plan={plan}
          file={file}
          mapping={mapping}
          classifier={step.classifier}
          onFinished={(rows) => {
            reading.close();
            setStep({ kind: 'over', rows });
            onImported();
          }}
        />
      )}
      {step.kind === 'over' && file && (
        <SummaryStep kind={plan.kind} file={file} rows={step.rows} onRestart={restart} onClose={onClose} />
      )}
    </Screen>
  );
}
