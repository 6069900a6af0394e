/** Creates or edits days off, for one tour or the company. */
import { Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider, useFormContext } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { BlackoutForm } from '../../../domain/schedules.ts';
import {
  toBlackoutFormValues,
  blackoutFormSchema,
  type DaysOff,
  type BlackoutFormValues,
} from '../../../domain/date-forms.ts';
import { useVersionedForm } from '../../../features/settings/use-versioned-form.ts';
import { VersionedNotice } from '../../../features/settings/versioned-notice.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { DateField } from '../../../ui/form/parsed-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { PendingChangePlan } from './pending-change-plan.tsx';
import { useBlackoutLabels } from './use-schedule-labels.ts';
import { useScheduleChange, type LoadedBlackout } from './use-schedules.ts';
import { useChangeErrorText } from './use-change-error-text.ts';
import { ActionFailed } from '../../../ui/form/save-failed.tsx';
import type { Failure } from '../../../domain/result.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

const NONE: DaysOff = { of: 'tour', fromDate: '', toDate: '', name: '' };
const daysOffOf = ({ tourId, ...days }: BlackoutForm): DaysOff => ({
  of: tourId === null ? 'company' : 'tour',
  ...days,
});

export interface BlackoutDialogProps {
  company: Uuid;
  tour: Uuid;
  /** Null for new days off. */
  blackout: LoadedBlackout | null;
  timeZone: string;
  onClose(): void;
}

export function BlackoutDialog(props: BlackoutDialogProps) {
  const { blackout, timeZone, onClose } = props;
  const styles = useStyles();
  const intl = useIntl();
  const labels = useBlackoutLabels();
  const { versioned, changing, failure, confirm } = useBlackoutForm(props);
  return (
    <>
      <FormDialog
        title={<FormattedMessage id={blackout ? 'manage.blackout.edit' : 'manage.blackout.new'} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={changing.busy || versioned.theirs !== null}
        onClose={onClose}
        onConfirm={confirm}
      >
        <FormProvider {...versioned.form}>
          <div className={styles.fields}>
            <ActionFailed failure={failure} />
            <VersionedNotice
              of={versioned}
              labels={labels}
              show={(name, value) =>
                name === 'of' ? intl.formatMessage({ id: `manage.blackout.${value as DaysOff['of']}` }) : undefined
              }
            />
            <BlackoutFields />
          </div>
        </FormProvider>
      </FormDialog>
      <PendingChangePlan
        changing={changing}
        timeZone={timeZone}
        onDone={() => {
          versioned.draft.discard();
          onClose();
        }}
      />
    </>
  );
}

function useBlackoutForm({ company, tour, blackout }: BlackoutDialogProps) {
  const textOf = useChangeErrorText();
  const changing = useScheduleChange(company);
  const [failure, setFailure] = useState<Failure | string | null>(null);
  // Stable id, so that a retry does not create a duplicate.
  const [id] = useState(() => blackout?.id ?? crypto.randomUUID());
  const versioned = useVersionedForm<BlackoutFormValues, DaysOff>({
    schema: blackoutFormSchema,
    loaded: { version: blackout?.version ?? 0, settings: blackout ? daysOffOf(blackout.blackout) : NONE },
    toValues: toBlackoutFormValues,
    draft: { owner: company, key: blackout ? `blackout-${id}` : `blackout-of-${tour}` },
  });
  const { form } = versioned;

  async function save({ of, fromDate, toDate, name }: DaysOff): Promise<boolean> {
    setFailure(null);
    const result = await changing.run({
      kind: 'save_blackout',
      company,
      blackout: id,
      version: versioned.version,
      input: { tourId: of === 'tour' ? tour : null, fromDate, toDate, name },
    });
    if (result === null) return false;
    if (result.ok) versioned.draft.discard();
    else if (result.code === 'refused' && result.refusal.status === 'stale' && !('exceptions' in result.refusal)) {
      const { version, current } = result.refusal;
      versioned.refuse({ version, settings: daysOffOf(current) });
    } else setFailure(result.code === 'refused' ? textOf(result) : result);
    return result.ok;
  }

  function confirm(): Promise<boolean> {
    // An empty end date means a single day.
    if (form.getValues('toDate').trim() === '') form.setValue('toDate', form.getValues('fromDate'));
    return submitForm(form, save);
  }
  return { versioned, changing, failure, confirm };
}

function BlackoutFields() {
  const intl = useIntl();
  const labels = useBlackoutLabels();
  const { control } = useFormContext<BlackoutFormValues>();
  return (
    <>
      <Controller
        control={control}
        name="of"
        render={({ field }) => (
          <RadioGroup aria-label={labels.of} value={field.value} onChange={(_, { value }) => field.onChange(value)}>
            <Radio value="tour" label={intl.formatMessage({ id: 'manage.blackout.tour' })} />
            <Radio value="company" label={intl.formatMessage({ id: 'manage.blackout.company' })} />
          </RadioGroup>
        )}
      />
      <DateField<BlackoutFormValues> name="fromDate" label={labels.fromDate} required />
      <DateField<BlackoutFormValues>
        name="toDate"
        label={labels.toDate}
        hint={<FormattedMessage id="manage.blackout.to.hint" />}
      />
      <TextField<BlackoutFormValues>
        name="name"
        label={labels.name}
        hint={<FormattedMessage id="manage.blackout.name.hint" />}
      />
    </>
  );
}
