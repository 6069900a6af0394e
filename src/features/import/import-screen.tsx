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
import type { ImportPlan, ClassifiedRows, LoadedFile, ImportQuestions } from './import-plan.ts';
import { SummaryStep } from './summary-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { rememberColumns, rememberedColumns } from './remembered-columns.ts';
import { openFileReader } from './file-reader.ts';

/** Leaving the import discards its input. */
const HOLDS = ['import'];

type Step<Sent> =
  | { kind: 'file' }
  | { kind: 'columns' }
  | { kind: 'questions'; questions: ImportQuestions }
  | { kind: 'preview'; judged: ClassifiedRows<Sent> }
  | { kind: 'over'; rows: readonly ClassifiedRow<Sent>[] };

export interface ImportScreenProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  /** Called when rows were written, so that other screens refetch. */
  onWritten(): void;
  onClose(): void;
}

export function ImportScreen<Field extends string, Sent>({ plan, onWritten, onClose }: ImportScreenProps<Field, Sent>) {
  const intl = useIntl();
  const [reading] = useState(openFileReader);
  useEffect(() => () => reading.close(), [reading]);
  const [step, setStep] = useState<Step<Sent>>({ kind: 'file' });
  const [file, setFile] = useState<LoadedFile | null>(null);
  const [mapping, setMapping] = useState<Mapping<Field>>([]);
  const answers = useRef<BookingAnswers | null>(null);
  const remembered = useRef<Record<string, string>>({});
  useDirtyForm(step.kind !== 'file' && step.kind !== 'over', HOLDS);
  const headings = file?.opened.headings ?? [];

  function opened(next: LoadedFile): void {
    const known = rememberedColumns(
      { company: plan.company, kind: plan.kind, headings: next.opened.headings },
      plan.fields,
    );
    remembered.current = known?.tours ?? {};
    setMapping(known?.mapping ?? matchColumns(next.opened.headings, plan.names));
    setFile(next);
    setStep({ kind: 'columns' });
  }

  function judged(found: ClassifiedRows<Sent>, response: BookingAnswers): void {
    answers.current = response;
    rememberColumns({ company: plan.company, kind: plan.kind, headings }, { mapping, tours: response.tours });
    setStep({ kind: 'preview', judged: found });
  }

  const again = () => {
    reading.close();
    setFile(null);
    setStep({ kind: 'file' });
  };
  const back = () => {
    if (step.kind === 'file' || step.kind === 'over') onClose();
    else if (step.kind === 'columns') again();
    else endWorkAfterAsking(() => setStep({ kind: 'columns' }));
  };

  return (
    <Screen
      fill={step.kind === 'preview'}
      header={
        <PageHeader
          title={<FormattedMessage id={`import.title.${plan.kind}`} />}
          wide={step.kind === 'preview'}
          meta={file && intl.formatMessage({ id: 'import.file.meta' }, { name: file.name, count: file.opened.rows })}
          leave={{ kind: 'back', onSelect: back }}
        />
      }
    >
      {step.kind === 'file' && <FileStep kind={plan.kind} reading={reading} onOpened={opened} />}
      {step.kind === 'columns' && file && (
        <ColumnsStep
          plan={plan}
          reading={reading}
          opened={file.opened}
          mapping={mapping}
          remembered={remembered.current}
          onChange={setMapping}
          onReopened={(again) => opened({ ...file, opened: again })}
          onQuestions={(questions) => setStep({ kind: 'questions', questions })}
          onClassified={judged}
        />
      )}
      {step.kind === 'questions' && (
        <QuestionsStep plan={plan} reading={reading} mapping={mapping} questions={step.questions} onJudged={judged} />
      )}
      {step.kind === 'preview' && file && (
        <PreviewStep
          plan={plan}
          file={file}
          mapping={mapping}
          classified={step.judged}
          onFinished={(rows) => {
            reading.close();
            setStep({ kind: 'over', rows });
            onWritten();
          }}
        />
      )}
      {step.kind === 'over' && file && (
        <SummaryStep kind={plan.kind} file={file} rows={step.rows} onAgain={again} onClose={onClose} />
      )}
    </Screen>
  );
}
