import { useIntl } from 'react-intl';
import { duplicateTour } from '../../data/tours.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { FAILURE_TEXTS } from '../../ui/format/failure-texts.ts';
import { showToast } from '../../ui/toasts/toasts.ts';

/** Returns a function that duplicates a tour as a draft and opens the copy. */
export function useDuplicateTour(company: Uuid, onDuplicated: (copy: Uuid) => void): (tour: Uuid) => Promise<void> {
  const intl = useIntl();
  // The copy's id is also the idempotency key.
  const saving = useMutation<Uuid, { copy: Uuid }>({
    send: async (tour, copy) => {
      const result = await duplicateTour({ tour, copy });
      return result.ok ? { ok: true, data: { copy } } : result;
    },
    invalidates: [[company, 'tours']],
  });
  return async (tour) => {
    const result = await saving.save(tour);
    if (!result.ok) {
      void showToast({ intent: 'error', text: intl.formatMessage({ id: FAILURE_TEXTS[result.code] }) });
      return;
    }
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'manage.duplicated' }) });
    onDuplicated(result.data.copy);
  };
}
