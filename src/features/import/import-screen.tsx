/** Import wizard: file, columns, questions, preview. Nothing is written before the preview is confirmed. */
import { useEffect, useState } from 'react';
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
import { openFileReader, type ImportFileReader } from './file-reader.ts';

/** Leaving the import discards its input. */
const CLOSING_PARAMS = ['import'];

type Step<Sent> =
  | { kind: 'file' }
  | { kind: 'columns' }
  | { kind: 'questions'; questions: ImportQuestions }
  | { kind: 'preview'; classifier: RowClassifier<Sent> }
  | { kind: 'over'; rows: readonly ClassifiedRow<Sent>[] };

/** A file whose columns are mapped. */
interface MappedFile<Field extends string> {
  file: LoadedFile;
  mapping: Mapping<Field>;
  /** Tours chosen for the names in an earlier file with the same columns. */
  previousTourAnswers: Readonly<Record<string, string>>;
}

/** Maps the columns as in the last file with the same headings, else by their headings. */
function mapFile<Field extends string, Sent>(
  { company, kind, fields, names }: ImportPlan<Field, Sent>,
  file: LoadedFile,
): MappedFile<Field> {
  const { headings } = file.contents;
  const stored = rememberedColumns({ company, kind, headings }, fields);
  return {
    file,
    mapping: stored?.mapping ?? matchColumns(headings, names),
    previousTourAnswers: stored?.tours ?? {},
  };
}

interface ImportWizard<Field extends string, Sent> {
  reading: ImportFileReader;
  step: Step<Sent>;
  setStep(step: Step<Sent>): void;
  mapped: MappedFile<Field> | null;
  showColumns(file: LoadedFile): void;
  setMapping(mapping: Mapping<Field>): void;
  restart(): void;
}

function useImportWizard<Field extends string, Sent>(plan: ImportPlan<Field, Sent>): ImportWizard<Field, Sent> {
  const [reading] = useState(openFileReader);
  useEffect(() => () => reading.close(), [reading]);
  const [step, setStep] = useState<Step<Sent>>({ kind: 'file' });
  const [mapped, setMapped] = useState<MappedFile<Field> | null>(null);
  useDirtyForm(step.kind !== 'file' && step.kind !== 'over', CLOSING_PARAMS);
  return {
    reading,
    step,
    setStep,
    mapped,
    showColumns: (file) => {
      setMapped(mapFile(plan, file));
      setStep({ kind: 'columns' });
    },
    setMapping: (mapping) => setMapped((before) => before && { ...before, mapping }),
    restart: () => {
      reading.close();
      setMapped(null);
      setStep({ kind: 'file' });
    },
  };
}

export interface ImportScreenProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  /** Called when rows were written, so that other screens refetch. */
  onImported(): void;
  onClose(): void;
}

interface ImportStepProps<Field extends string, Sent> extends ImportScreenProps<Field, Sent> {
  wizard: ImportWizard<Field, Sent>;
}

function ImportStep<Field extends string, Sent>({ plan, wizard, onImported, onClose }: ImportStepProps<Field, Sent>) {
  const { reading, step, setStep, mapped } = wizard;
  if (step.kind === 'file' || mapped === null)
    return <FileStep kind={plan.kind} reading={reading} onOpened={wizard.showColumns} />;
  const { file, mapping } = mapped;

  function showPreview(classifier: RowClassifier<Sent>, { tours }: BookingAnswers): void {
    const { headings } = file.contents;
    rememberColumns({ company: plan.company, kind: plan.kind, headings }, { mapping, tours });
    setStep({ kind: 'preview', classifier });
  }

  switch (step.kind) {
    case 'columns':
      return (
        <ColumnsStep
          plan={plan}
          reading={reading}
          contents={file.contents}
          mapping={mapping}
          previousTourAnswers={mapped.previousTourAnswers}
          onChange={wizard.setMapping}
          onReopened={(contents) => wizard.showColumns({ ...file, contents })}
          onQuestions={(questions) => setStep({ kind: 'questions', questions })}
          onPrepared={showPreview}
        />
      );
    case 'questions':
      return (
        <QuestionsStep
          plan={plan}
          reading={reading}
          mapping={mapping}
          questions={step.questions}
          onPrepared={showPreview}
        />
      );
    case 'preview':
      return (
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
      );
    case 'over':
      return <SummaryStep kind={plan.kind} file={file} rows={step.rows} onRestart={wizard.restart} onClose={onClose} />;
  }
}

export function ImportScreen<Field extends string, Sent>(props: ImportScreenProps<Field, Sent>) {
  const { plan, onClose } = props;
  const intl = useIntl();
  const wizard = useImportWizard(plan);
  const { step, setStep } = wizard;
  const file = wizard.mapped?.file;
  const back = () => {
    if (step.kind === 'file' || step.kind === 'over') onClose();
    else if (step.kind === 'columns') wizard.restart();
    // The mapping is kept, so only a running import asks first.
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
      <ImportStep {...props} wizard={wizard} />
    </Screen>
  );
}
