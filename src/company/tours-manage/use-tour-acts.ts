/** What is done to a tour as a whole, with what stands against it. */
import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../../ui/words/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useTourAct, type ActRefusal, type TourAct } from './use-tour.ts';

export interface TourActs {
  busy: boolean;
  /** Why the last one was not done, in the person's words; null where it was. `incomplete` is said by the check itself. */
  refused: { act: TourAct; status: ActRefusal['status'] | 'failed'; text: string } | null;
  /** Answers whether it was done; `version`: of the tour as it is known. */
  run(act: TourAct, version: number): Promise<boolean>;
  forget(): void;
}

export function useTourActs({
  company,
  tour,
  onDone,
}: {
  company: Uuid;
  tour: Uuid;
  onDone(version: number): void;
}): TourActs {
  const intl = useIntl();
  const acting = useTourAct(company, tour);
  const [refused, setRefused] = useState<TourActs['refused']>(null);

  function textOf(answer: Exclude<Result<unknown, ActRefusal>, { ok: true }>): string {
    if (answer.code !== 'refused') return intl.formatMessage({ id: FAILURE_TEXTS[answer.code] });
    const { refusal } = answer;
    return intl.formatMessage(
      { id: `manage.refused.${refusal.status}` },
      { count: refusal.status === 'booked' ? refusal.departures : 0 },
    );
  }

  return {
    busy: acting.busy,
    refused,
    forget: () => setRefused(null),
    async run(act, version) {
      const answer = await acting.save({ act, version });
      if (!answer.ok) {
        const status = answer.code === 'refused' ? answer.refusal.status : 'failed';
        setRefused({ act, status, text: textOf(answer) });
        return false;
      }
      setRefused(null);
      onDone(answer.data.version);
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: `manage.done.${act}` }, { count: answer.data.made }),
      });
      return true;
    },
  };
}
