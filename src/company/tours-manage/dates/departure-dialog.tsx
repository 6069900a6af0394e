/** Adds a single departure without a schedule. */
import { now } from '../../../lib/clock.ts';
import { makeStyles } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import { FormProvider, type Path } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { assignGuide } from '../../../data/guides.ts';
import { addDeparture } from '../../../data/departures.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { NewDeparture } from '../../../domain/schedules.ts';
import {
  toDepartureOverrides,
  departureFormSchema,
  type DepartureFormData,
  type DepartureFormValues,
} from '../../../domain/date-forms.ts';
import type { Problem } from '../../../domain/tours.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { queryClient } from '../../../online/query-client.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/parsed-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import type { EditedTour } from '../use-tour.ts';
import { DepartureOptions, pricesOf, useGuides } from './departure-options.tsx';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

const FIELDS: Record<string, keyof DepartureFormValues> = {
  local_date: 'localDate',
  local_time: 'localTime',
  meeting_note: 'meetingNote',
};
type Refusal = { status: 'invalid'; problems: Problem[] } | { status: 'archived' };

export interface DepartureDialogProps {
  company: Uuid;
  tour: Uuid;
  edited: EditedTour;
  onClose(): void;
}

export function DepartureDialog({ company, tour, edited, onClose }: DepartureDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats(edited.timeZone);
  const [failure, setFailure] = useState<Failure | string | null>(null);
  const { currency } = edited;
  const { locale } = formats;
  const [today] = useState(() => localDateIn(edited.timeZone, now()));
  const guides = useGuides(company, today);
  const newDepartureId = useRef<Uuid>('');
  const saving = useMutation<NewDeparture, { version: number }, Refusal>({
    send: (newDeparture, departure) => {
      newDepartureId.current = departure;
      return addDeparture({ departure, tour, input: newDeparture });
    },
    invalidates: [[company]],
  });
  const schema = useMemo(() => departureFormSchema(currency, locale), [currency, locale]);
  const prices = pricesOf(edited).map(({ id }) => ({ id, amount: '' }));
  const form = useForm<DepartureFormValues, DepartureFormData>({
    schema,
    values: { localDate: '', localTime: '', capacity: '', language: '', meetingNote: '', guide: '', prices },
  });

  function fieldOf(field: string): Path<DepartureFormValues> {
    const [list, id] = field.split('.');
    return list === 'prices'
      ? `prices.${Math.max(
          0,
          prices.findIndex((price) => price.id === id),
        )}.amount`
      : (FIELDS[field] ?? (field as keyof DepartureFormValues));
  }

  const draft = useFormDraft(form, { owner: company, key: `departure-of-${tour}` });

  /**
   * Assigns the guide after the departure was created; if that is refused, another guide can be chosen in the calendar.
   */
  async function assign(userId: Uuid, version: number): Promise<boolean> {
    const result = await assignGuide(company, { departure: { id: newDepartureId.current, version }, userId });
    if (result.ok) void queryClient.invalidateQueries({ queryKey: [company] });
    return result.ok;
  }

  function confirm(): Promise<boolean> {
    return submitForm(form, async ({ localDate, localTime, guide, ...overrides }) => {
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
      else for (const { field, code } of result.refusal.problems) form.setError(fieldOf(field), { message: code });
      return false;
    });
  }

  return (
    <FormDialog
      title={<FormattedMessage id="manage.departure.new" />}
      confirm={<FormattedMessage id="manage.departure.add" />}
      onClose={onClose}
      onConfirm={confirm}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <RestoreDraftNotice draft={draft} />
          {failure && <ActionFailed failure={failure} />}
          <DateField<DepartureFormValues> name="localDate" label={intl.formatMessage({ id: 'manage.date' })} required />
          <TimeField<DepartureFormValues>
            name="localTime"
            label={intl.formatMessage({ id: 'manage.schedule.time' })}
            zone={edited.timeZone}
            required
          />
          <TextField<DepartureFormValues>
            name="capacity"
            label={intl.formatMessage({ id: 'manage.capacity' })}
            input="whole"
            hint={<FormattedMessage id="manage.schedule.capacity.hint" values={{ count: edited.tour.capacity }} />}
          />
          <SelectField<DepartureFormValues>
            name="language"
            label={intl.formatMessage({ id: 'manage.language' })}
            options={[
              {
                value: '',
                label: intl.formatMessage(
                  { id: 'manage.schedule.tourLanguage' },
                  { language: formats.language(edited.tour.guideLanguages[0] ?? 'en') },
                ),
              },
              ...edited.tour.guideLanguages.map((value) => ({ value, label: formats.language(value) })),
            ]}
          />
          <DepartureOptions edited={edited} formats={formats} guides={guides} />
        </div>
      </FormProvider>
    </FormDialog>
  );
}
