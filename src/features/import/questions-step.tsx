import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { Mapping } from '../../domain/import/columns.ts';
import type { ImportFileReader } from './file-reader.ts';
import type { ImportPlan, RowClassifier, ImportQuestions } from './import-plan.ts';
import { StepFoot, WorkProgress } from './step-parts.tsx';
import { useCancellableTask } from './use-cancellable-task.ts';

export interface QuestionsStepProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  reading: ImportFileReader;
  mapping: Mapping<Field>;
  questions: ImportQuestions;
  onPrepared(classifier: RowClassifier<Sent>, answers: BookingAnswers): void;
}

export function QuestionsStep<Field extends string, Sent>({
  plan,
  reading,
  mapping,
  questions,
  onPrepared,
}: QuestionsStepProps<Field, Sent>) {
  const [answers, setAnswers] = useState(questions.answers);
  const work = useCancellableTask();
  const goOn = () =>
    work.run(
      (options) => plan.loadClassifier(reading, mapping, answers, options),
      (classifier) => onPrepared(classifier, answers),
    );
  return (
    <>
      {questions.show(answers, setAnswers)}
      <WorkProgress work={work}>
        <FormattedMessage id="import.reading" />
      </WorkProgress>
      <StepFoot>
        <Button
          appearance="primary"
          disabledFocusable={!questions.isAnswered(answers) || work.share !== null}
          onClick={() => void goOn()}
        >
          <FormattedMessage id="import.columns.on" />
        </Button>
      </StepFoot>
    </>
  );
}
