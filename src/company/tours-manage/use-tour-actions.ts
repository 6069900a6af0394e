import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure, Result } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useTourAction, type TourActionRefusal, type TourAction } from './use-tour.ts';

export interface TourActions {
  busy: boolean;
  /** The last action's refusal or failure; null after success and `forget`. The publish check shows `incomplete`. */
  refused: {
    act: TourAction;
    status: TourActionRefusal['status'] | 'failed';
    text: string;
    failure: Failure | null;
  } | null;
  /** Resolves with whether the action succeeded; `version` is the one that the user sees. */
  run(act: TourAction, version: number): Promise<boolean>;
  forget(): void;
}

export function useTourActions({
  company,
  tour,
  onDone,
}: {
  company: Uuid;
  tour: Uuid;
  onDone(version: number): void;
}): TourActions {
  const intl = useIntl();
  const acting = useTourAction(company, tour);
  const [refused, setRefused] = useState<TourActions['refused']>(null);

  function textOf(result: Exclude<Result<unknown, TourActionRefusal>, { ok: true }>): string {
    if (result.code !== 'refused') return intl.formatMessage({ id: FAILURE_TEXTS[result.code] });
    const { refusal } = result;
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
      const result = await acting.save({ act, version });
      if (!result.ok) {
        const status = result.code === 'refused' ? result.refusal.status : 'failed';
        setRefused({ act, status, text: textOf(result), failure: result.code === 'refused' ? null : result });
        return false;
      }
      setRefused(null);
      onDone(result.data.version);
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: `manage.done.${act}` }, { count: result.data.created }),
      });
      return true;
    },
  };
}
