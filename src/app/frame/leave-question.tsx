import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { answerLeaving, isWorkUnderWay } from '../../ui/form/dirty-forms.ts';
import { LossQuestion } from '../../ui/overlays/loss-question.tsx';

/** Asked before a way out that closes a form with unsaved input, or ends what runs. */
export function LeaveQuestion() {
  // It may end while it is asked about.
  const [isWork] = useState(isWorkUnderWay);
  return (
    <LossQuestion
      title={<FormattedMessage id={isWork ? 'leave.work.title' : 'leave.title'} />}
      keep={<FormattedMessage id="leave.stay" />}
      lose={<FormattedMessage id={isWork ? 'leave.work.leave' : 'leave.leave'} />}
      onAnswer={answerLeaving}
    >
      <FormattedMessage id={isWork ? 'leave.work.text' : 'leave.text'} />
    </LossQuestion>
  );
}
