/**
 * "Change this departure…": what one departure has of its own beside its tour, and who guides it. What is left empty is as the tour
 * or its schedule says. Prices are the owner's to change; the others see them.
 */
import { Spinner } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { readLanes } from '../../data/guides.ts';
import { readDeparture, type OneDeparture } from '../../data/departures.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { Coming } from '../../ui/loading/coming.tsx';
import { AnswerView } from '../../ui/loading/answer-view.tsx';
import { Overlay } from '../../ui/overlays/overlay.tsx';
import { nameOf } from '../departure-changes/departure-lines.tsx';
import { OwnForm, type OwnDepartureProps } from './own-form.tsx';

export function OwnDeparture(props: OwnDepartureProps) {
  const { departure, scope, onClose } = props;
  const answer = useAnswer({
    key: [scope.company, 'departure', departure.id],
    ask: (signal) => readDeparture(departure.id, { signal }),
  });
  // The same question as of the lanes of that day.
  const guides = useAnswer({
    key: [scope.company, 'lanes', departure.localDate, departure.localDate],
    ask: (signal) => readLanes(scope.company, { from: departure.localDate, to: departure.localDate, signal }),
  });
  // What is typed begins with what stands now, and is not begun anew when a colleague changes it.
  const [read, setRead] = useState<OneDeparture | null>(null);
  if (read === null && answer.state === 'full' && !answer.asking) setRead(answer.data);
  if (read) return <OwnForm {...props} read={read} guides={guides.data?.guides ?? []} />;
  return (
    <Overlay kind="form" title={<FormattedMessage id="own.title" />} onClose={onClose}>
      <p style={{ margin: '0 0 16px' }}>{nameOf(departure, scope)}</p>
      <AnswerView answer={answer} skeleton={<Spinner size="tiny" />} failed={<FormattedMessage id="own.failed" />}>
        {() => (
          <Coming>
            <Spinner size="tiny" />
          </Coming>
        )}
      </AnswerView>
    </Overlay>
  );
}
