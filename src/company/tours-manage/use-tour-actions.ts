import { useState } from 'react';
import { useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import type { Failure, Result } from '../../domain/result.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useTourAction, type TourActionRefusal, type TourAction } from './use-tour.ts';

export interface TourActions {
  isBusy: boolean;
  /**
   * The last action's refusal or failure; null after success and `dismissRefusal`. The publish check shows `incomplete`
   * itself.
   */
  refused: {
    action: TourAction;
    status: TourActionRefusal['status'] | 'failed';
    text: string;
    failure: Failure | null;
  } | null;
  /** Resolves with whether the action succeeded; `version` is the one that the user sees. */
  run(action: TourAction, version: number): Promise<boolean>;
  dismissRefusal(): void;
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
  const mutation = useTourAction(company, tour);
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
    isBusy: mutation.busy,
    refused,
    dismissRefusal: () => setRefused(null),
    async run(action, version) {
      const result = await mutation.save({ action, version });
      if (!result.ok) {
        const status = result.code === 'refused' ? result.refusal.status : 'failed';
        setRefused({ action, status, text: textOf(result), failure: result.code === 'refused' ? null : result });
        return false;
      }
      setRefused(null);
      onDone(result.data.version);
      void showToast({
        intent: 'success',
        text: intl.formatMessage({ id: `manage.done.${action}` }, { count: result.data.created }),
      });
      return true;
    },
  };
}
