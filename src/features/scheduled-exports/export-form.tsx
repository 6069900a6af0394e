/** Creates or edits a scheduled export. The person who saves it becomes responsible for it. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type * as v from 'valibot';
import {
  saveScheduledExport,
  type SaveExportRefusal,
  type ScheduledExportInput,
  type ScheduledExport,
  type ScheduledExports,
} from '../../data/scheduled-exports.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EXPORT_FREQUENCIES, EXPORT_SELECTIONS } from '../../domain/scheduled-exports.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES } from '../../lib/locales.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { useCurrentUser } from '../../session/use-session.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ChipsField } from '../../ui/form/chips-field.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { TimeField } from '../../ui/form/parsed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import {
  exportFormSchema,
  toScheduledExport,
  toExportFormValues,
  type ExportFormData,
  type ExportFormValues,
} from './export-form-schema.ts';
import { weekdayName } from './use-format-export.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

interface ExportFormProps {
  company: Uuid;
  /** Null for a new one. */
  export: ScheduledExport | null;
  response: ScheduledExports;
  onClose(): void;
}

export function ExportForm({ company, export: existing, response, onClose }: ExportFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  const me = useCurrentUser()?.userId ?? '';
  const [id] = useState(() => existing?.id ?? crypto.randomUUID());
  const form = useForm<ExportFormValues, ExportFormData>({
    schema: exportFormSchema as unknown as v.GenericSchema<ExportFormValues, ExportFormData>,
    values: toExportFormValues(existing, { ...response, locale, me }),
  });
  const saving = useMutation<ScheduledExportInput, ScheduledExports, { status: SaveExportRefusal }>({
    send: saveScheduledExport,
    invalidates: [[company, 'scheduled-exports']],
  });
  const { refusal, failure } = splitResult(saving.result);
  const values = form.watch();

  async function send(data: ExportFormData): Promise<boolean> {
    const saved = await saving.save({ company, id, version: existing?.version ?? 0, ...toScheduledExport(data) });
    if (saved.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return saved.ok;
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={existing ? 'exports.change.title' : 'exports.add'} />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.fields} data-first>
          <ContentFields response={response} values={values} />
          <ScheduleFields response={response} values={values} />
          <RecipientFields response={response} values={values} />
          {refusal && (
            <Message state="no" alert>
              <FormattedMessage id={`exports.problem.${refusal.status}`} />
            </Message>
          )}
          <SaveFailed result={failure} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

interface ExportFieldsProps {
  response: ScheduledExports;
  values: ExportFormValues;
}

const isOfBookings = ({ what }: ExportFormValues) => what !== 'tours' && what !== 'everything';

function ContentFields({ response, values }: ExportFieldsProps) {
  const intl = useIntl();
  return (
    <>
      <SelectField<ExportFormValues>
        name="what"
        label={intl.formatMessage({ id: 'exports.what' })}
        {...(response.views.length === 0 ? { hint: <FormattedMessage id="exports.noViews" /> } : {})}
        options={[
          ...(values.what === '' ? [{ value: '', label: intl.formatMessage({ id: 'exports.noView' }) }] : []),
          ...response.views.map(({ id: value, name }) => ({
            value,
            label: intl.formatMessage({ id: 'exports.view' }, { name }),
          })),
          ...response.makes
            .filter((kind) => kind !== 'bookings')
            .map((value) => ({ value, label: intl.formatMessage({ id: `exports.kind.${value}` }) })),
        ]}
      />
      {isOfBookings(values) && (
        <SelectField<ExportFormValues>
          name="selection"
          label={intl.formatMessage({ id: 'exports.selection' })}
          options={EXPORT_SELECTIONS.map((value) => ({
            value,
            label: intl.formatMessage({ id: `exports.selection.${value}` }),
          }))}
        />
      )}
    </>
  );
}

function ScheduleFields({ response, values }: ExportFieldsProps) {
  const intl = useIntl();
  return (
    <>
      <SelectField<ExportFormValues>
        name="frequency"
        label={intl.formatMessage({ id: 'exports.frequency' })}
        options={EXPORT_FREQUENCIES.map((value) => ({
          value,
          label: intl.formatMessage({ id: `exports.frequency.${value}` }),
        }))}
      />
      {values.frequency === 'weekly' && (
        <SelectField<ExportFormValues>
          name="weekday"
          label={intl.formatMessage({ id: 'exports.weekday' })}
          options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayName(intl, day) }))}
        />
      )}
      {values.frequency === 'monthly' && (
        <SelectField<ExportFormValues>
          name="monthday"
          label={intl.formatMessage({ id: 'exports.monthday' })}
          hint={<FormattedMessage id="exports.monthday.hint" />}
          options={Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
        />
      )}
      <TimeField<ExportFormValues>
        name="time"
        label={intl.formatMessage({ id: 'exports.time' })}
        zone={response.timeZone}
        required
      />
    </>
  );
}

function RecipientFields({ response, values }: ExportFieldsProps) {
  const intl = useIntl();
  const isOutside = isOfBookings(values) && response.mayGoOutside;
  return (
    <>
      {values.what === 'everything' ? (
        <Message state="neutral">
          <FormattedMessage id="exports.everything" />
        </Message>
      ) : (
        <ChipsField<ExportFormValues>
          name="members"
          label={intl.formatMessage({ id: 'exports.members' })}
          hint={<FormattedMessage id="exports.members.hint" />}
          chips={response.people
            .filter(({ getsTours }) => values.what !== 'tours' || getsTours)
            .map(({ id: value, name }) => ({ value, label: name }))}
        />
      )}
      {isOfBookings(values) && (
        <SelectField<ExportFormValues>
          name="format"
          label={intl.formatMessage({ id: 'exports.format' })}
          options={(['xlsx', 'csv'] as const).map((value) => ({
            value,
            label: intl.formatMessage({ id: `exports.format.${value}` }),
          }))}
        />
      )}
      {isOutside && (
        <TextField<ExportFormValues>
          name="outside"
          label={intl.formatMessage({ id: 'exports.external' })}
          hint={<FormattedMessage id="exports.external.hint" />}
        />
      )}
      {isOutside && values.outside.trim() !== '' && (
        <SelectField<ExportFormValues>
          name="locale"
          label={intl.formatMessage({ id: 'exports.external.language' })}
          options={LOCALES.map((value) => ({ value, label: NATIVE_LANGUAGE_NAMES[value] }))}
        />
      )}
    </>
  );
}
