/** A single departure, without a schedule. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type * as v from 'valibot';
import { addDeparture } from '../../../data/schedules.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { NewDeparture } from '../../../domain/schedules.ts';
import { typedDeparture, type TypedDeparture } from '../../../domain/typed-dates.ts';
import type { Problem } from '../../../domain/tours.ts';
import { DraftOffer } from '../../../parts/draft-offer.tsx';
import { useFormDraft } from '../../../parts/use-form-draft.ts';
import { useSave } from '../../../online/use-save.ts';
import { FAILURE_TEXTS } from '../../../ui/failure-texts.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/typed-fields.tsx';
import { submitted } from '../../../ui/form/submitted.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Message } from '../../../ui/message.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { useFormats } from '../../../ui/use-formats.ts';
import type { EditedTour } from '../use-tour.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

const FIELDS: Record<string, keyof TypedDeparture> = { local_date: 'localDate', local_time: 'localTime' };
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
  const [trouble, setTrouble] = useState<string | null>(null);
  const saving = useSave<NewDeparture, { version: number }, Refusal>({
    send: (given, departure) => addDeparture({ departure, tour, given }),
    touches: [[company]],
  });
  const form = useForm<TypedDeparture, v.InferOutput<typeof typedDeparture>>({
    schema: typedDeparture,
    values: { localDate: '', localTime: '', capacity: '', language: '' },
  });

  const draft = useFormDraft(form, { owner: company, key: `departure-of-${tour}` });

  function confirm(): Promise<boolean> {
    return submitted(form, async ({ language, ...typed }) => {
      setTrouble(null);
      const answer = await saving.save({ ...typed, language: language || null, meetingNote: null, prices: {} });
      if (answer.ok) {
        draft.drop();
        void showToast({ intent: 'success', text: intl.formatMessage({ id: 'manage.departure.added' }) });
        return true;
      }
      if (answer.code !== 'refused') setTrouble(intl.formatMessage({ id: FAILURE_TEXTS[answer.code] }));
      else if (answer.refusal.status === 'archived') setTrouble(intl.formatMessage({ id: 'manage.refused.archived' }));
      else
        for (const { field, code } of answer.refusal.problems)
          form.setError(FIELDS[field] ?? (field as keyof TypedDeparture), { message: code });
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
          <DraftOffer draft={draft} />
          {trouble && (
            <Message state="no" alert>
              {trouble}
            </Message>
          )}
          <DateField<TypedDeparture> name="localDate" label={intl.formatMessage({ id: 'manage.date' })} required />
          <TimeField<TypedDeparture>
            name="localTime"
            label={intl.formatMessage({ id: 'manage.schedule.time' })}
            zone={edited.timeZone}
            required
          />
          <TextField<TypedDeparture>
            name="capacity"
            label={intl.formatMessage({ id: 'manage.capacity' })}
            input="whole"
            hint={<FormattedMessage id="manage.schedule.capacity.hint" values={{ count: edited.tour.capacity }} />}
          />
          <SelectField<TypedDeparture>
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
        </div>
      </FormProvider>
    </FormDialog>
  );
}
