/** What the file does not say is asked. */
import { Button } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { BookingAnswers } from '../../domain/import/imported-booking.ts';
import type { Mapping } from '../../domain/import/columns.ts';
import type { FileReading } from './file-reader.ts';
import type { ImportPlan, Judged, Questions } from './import-plan.ts';
import { StepFoot, WorkProgress } from './step-parts.tsx';
import { useWork } from './use-work.ts';

export interface QuestionsStepProps<Field extends string, Sent> {
  plan: ImportPlan<Field, Sent>;
  reading: FileReading;
  mapping: Mapping<Field>;
  questions: Questions;
  onJudged(judged: Judged<Sent>, answers: BookingAnswers): void;
}

export function QuestionsStep<Field extends string, Sent>({
  plan,
  reading,
  mapping,
  questions,
  onJudged,
}: QuestionsStepProps<Field, Sent>) {
  const [answers, setAnswers] = useState(questions.answers);
  const work = useWork();
  const goOn = () =>
    work.run(
      (options) => plan.judge(reading, mapping, answers, options),
      (judged) => onJudged(judged, answers),
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
