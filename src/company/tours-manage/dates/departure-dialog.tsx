/** Adds a single departure without a schedule. */
import { now } from '../../../lib/clock.ts';
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { DepartureFormValues } from '../../../domain/date-forms.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { DateField, TimeField } from '../../../ui/form/parsed-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import type { EditedTour } from '../use-tour.ts';
import { DepartureOptions, useGuides, type Guide } from './departure-options.tsx';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import { useDepartureForm } from './use-departure-form.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

export interface DepartureDialogProps {
  company: Uuid;
  tour: Uuid;
  loadedTour: EditedTour;
  onClose(): void;
}

export function DepartureDialog(props: DepartureDialogProps) {
  const { company, loadedTour, onClose } = props;
  const styles = useStyles();
  const [today] = useState(() => localDateIn(loadedTour.timeZone, now()));
  const guides = useGuides(company, today);
  const { form, draft, failure, save } = useDepartureForm(props, guides);
  return (
    <FormDialog
      title={<FormattedMessage id="manage.departure.new" />}
      confirm={<FormattedMessage id="manage.departure.add" />}
      onClose={onClose}
      onConfirm={() => submitForm(form, save)}
    >
      <FormProvider {...form}>
        <div className={styles.fields}>
          <RestoreDraftNotice draft={draft} />
          <ActionFailed failure={failure} />
          <DepartureFields loadedTour={loadedTour} guides={guides} />
        </div>
      </FormProvider>
    </FormDialog>
  );
}

function DepartureFields({ loadedTour, guides }: { loadedTour: EditedTour; guides: readonly Guide[] }) {
  const intl = useIntl();
  const formats = useFormats(loadedTour.timeZone);
  return (
    <>
      <DateField<DepartureFormValues> name="localDate" label={intl.formatMessage({ id: 'manage.date' })} required />
      <TimeField<DepartureFormValues>
        name="localTime"
        label={intl.formatMessage({ id: 'manage.schedule.time' })}
        zone={loadedTour.timeZone}
        required
      />
      <TextField<DepartureFormValues>
        name="capacity"
        label={intl.formatMessage({ id: 'manage.capacity' })}
        isNumeric
        hint={<FormattedMessage id="manage.schedule.capacity.hint" values={{ count: loadedTour.tour.capacity }} />}
      />
      <SelectField<DepartureFormValues>
        name="language"
        label={intl.formatMessage({ id: 'manage.language' })}
        options={[
          {
            value: '',
            label: intl.formatMessage(
              { id: 'manage.schedule.tourLanguage' },
              { language: formats.language(loadedTour.tour.guideLanguages[0] ?? 'en') },
            ),
          },
          ...loadedTour.tour.guideLanguages.map((value) => ({ value, label: formats.languageName(value) })),
        ]}
      />
      <DepartureOptions loadedTour={loadedTour} formats={formats} guides={guides} />
    </>
  );
}
