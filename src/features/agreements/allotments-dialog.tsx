/** A partner's allotments per tour: seats, and when unsold ones return to general sale. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { setAllotments, type Agreement } from '../../data/agreements.ts';
import {
  toAllotmentsFormValues,
  allotmentsFormSchema,
  type Allotment,
  type AllotmentsFormValues,
} from '../../domain/allotments.ts';
import type { Uuid } from '../../domain/ids.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { weight } from '../../ui/theme/sizes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  tour: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  title: { padding: 0, fontWeight: weight.bold, overflowWrap: 'anywhere' },
  pair: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    alignItems: 'end',
    gap: '12px',
  },
});

/** Shown for a tour without a title. */
const NAMELESS = '–';

export interface AllotmentsDialogProps {
  owner: Uuid;
  agreement: Agreement;
  onClose(): void;
}

export function AllotmentsDialog({ owner, agreement, onClose }: AllotmentsDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const formats = useFormats('UTC');
  const { id, allotments, tours, counterpart: name } = agreement;
  const form = useForm<AllotmentsFormValues, Allotment[]>({
    schema: allotmentsFormSchema,
    values: toAllotmentsFormValues(
      allotments,
      tours.map((tour) => tour.id),
    ),
  });
  const saving = useMutation({ send: setAllotments, invalidates: [[owner]], invalidateOnRefusal: true });
  const { refusal, failure } = splitResult(saving.result);

  async function send(values: Allotment[]): Promise<boolean> {
    // Allotments of tours that are not on sale have no fields and are kept.
    const others = allotments.filter(({ tour }) => !tours.some((candidate) => candidate.id === tour));
    const saved = await saving.save({ agreement: id, allotments: [...values, ...others], expected: allotments });
    if (saved.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'agreements.allotments.done' }, { name }) });
    return saved.ok;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="agreements.allotments.title" values={{ name }} />}
        confirm={<FormattedMessage id="agreements.allotments.confirm" />}
        disabled={tours.length === 0}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <SaveFailed result={failure} />
          {refusal && (
            <Message state="no" alert>
              <FormattedMessage
                id={refusal.status === 'stale' ? 'agreements.allotments.stale' : `agreements.${refusal.status}`}
              />
            </Message>
          )}
          <Message state="neutral">
            <FormattedMessage id={tours.length > 0 ? 'agreements.allotments.text' : 'agreements.allotments.noTours'} />
          </Message>
          {tours.map((tour, at) => (
            <TourAllotment key={tour.id} at={at} title={formats.text(tour.titles) || NAMELESS} />
          ))}
        </div>
      </FormDialog>
    </FormProvider>
  );
}

function TourAllotment({ at, title }: { at: number; title: string }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <fieldset className={styles.tour}>
      <legend className={styles.title}>{title}</legend>
      <div className={styles.pair}>
        <TextField<AllotmentsFormValues>
          name={`tours.${at}.seats`}
          label={intl.formatMessage({ id: 'agreements.allotments.seats' })}
          isNumeric
        />
        <TextField<AllotmentsFormValues>
          name={`tours.${at}.releaseHours`}
          label={intl.formatMessage({ id: 'agreements.allotments.release' })}
          isNumeric
        />
      </div>
    </fieldset>
  );
}
