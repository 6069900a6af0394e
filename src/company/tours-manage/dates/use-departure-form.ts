/** Form of a new departure. Its guide is assigned once the departure was created. */
import { useMemo, useRef, useState } from 'react';
import type { Path } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { assignGuide } from '../../../data/guides.ts';
import { addDeparture } from '../../../data/departures.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { Failure } from '../../../domain/result.ts';
import type { NewDeparture } from '../../../domain/schedules.ts';
import {
  toDepartureOverrides,
  departureFormSchema,
  type DepartureFormData,
  type DepartureFormValues,
} from '../../../domain/date-forms.ts';
import type { Problem } from '../../../domain/tours.ts';
import { queryClient } from '../../../online/query-client.ts';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import type { EditedTour } from '../use-tour.ts';
import { pricesOf, type Guide } from './departure-options.tsx';

const FIELDS: Record<string, keyof DepartureFormValues> = {
  local_date: 'localDate',
  local_time: 'localTime',
  meeting_note: 'meetingNote',
};
type Refusal = { status: 'invalid'; problems: Problem[] } | { status: 'archived' };

/** Returns the form field of a validation problem from the server. */
function fieldOf(field: string, prices: readonly { id: Uuid }[]): Path<DepartureFormValues> {
  const [list, id] = field.split('.');
  if (list !== 'prices') return FIELDS[field] ?? (field as keyof DepartureFormValues);
  const at = prices.findIndex((price) => price.id === id);
  return `prices.${Math.max(0, at)}.amount`;
}

export interface DepartureFormOptions {
  company: Uuid;
  tour: Uuid;
  loadedTour: EditedTour;
}

export function useDepartureForm({ company, tour, loadedTour }: DepartureFormOptions, guides: readonly Guide[]) {
  const intl = useIntl();
  const { locale } = useFormats(loadedTour.timeZone);
  const { currency } = loadedTour;
  const [failure, setFailure] = useState<Failure | string | null>(null);
  const newDepartureId = useRef<Uuid>('');
  const saving = useMutation<NewDeparture, { version: number }, Refusal>({
    send: (newDeparture, departure) => {
      newDepartureId.current = departure;
      return addDeparture({ departure, tour, input: newDeparture });
    },
    invalidates: [[company]],
  });
  const schema = useMemo(() => departureFormSchema(currency, locale), [currency, locale]);
  const prices = pricesOf(loadedTour).map(({ id }) => ({ id, amount: '' }));
  const form = useForm<DepartureFormValues, DepartureFormData>({
    schema,
    values: { localDate: '', localTime: '', capacity: '', language: '', meetingNote: '', guide: '', prices },
  });
  const draft = useFormDraft(form, { owner: company, key: `departure-of-${tour}` });

  /** Assigns the guide; if that is refused, another guide can be chosen in the calendar. */
  async function assign(userId: Uuid, version: number): Promise<boolean> {
    const result = await assignGuide(company, { departure: { id: newDepartureId.current, version }, userId });
    if (result.ok) void queryClient.invalidateQueries({ queryKey: [company] });
    return result.ok;
  }

  /** Returns whether the departure was created. */
  async function save({ localDate, localTime, guide, ...overrides }: DepartureFormData): Promise<boolean> {
    setFailure(null);
    const result = await saving.save({ localDate, localTime, ...toDepartureOverrides(overrides) });
    if (result.ok) {
      draft.discard();
      const isAssigned = guide === '' || (await assign(guide, result.data.version));
      const name = guides.find(({ id }) => id === guide)?.name ?? '';
      void showToast(
        isAssigned
          ? { intent: 'success', text: intl.formatMessage({ id: 'manage.departure.added' }) }
          : { intent: 'error', text: intl.formatMessage({ id: 'manage.departure.unguided' }, { name }) },
      );
      return true;
    }
    if (result.code !== 'refused') setFailure(result);
    else if (result.refusal.status === 'archived') setFailure(intl.formatMessage({ id: 'manage.refused.archived' }));
    else
      for (const { field, code } of result.refusal.problems) form.setError(fieldOf(field, prices), { message: code });
    return false;
  }
  return { form, draft, failure, save };
}
