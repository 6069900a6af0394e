/** An export that goes by mail, made or changed. Who saves it answers for it. */
import { makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type * as v from 'valibot';
import {
  saveScheduledExport,
  type SaveExportProblem,
  type SaveScheduledExport,
  type ScheduledExport,
  type ScheduledExports,
} from '../../data/scheduled-exports.ts';
import type { Uuid } from '../../domain/ids.ts';
import { EXPORT_RHYTHMS, EXPORT_SPANS } from '../../domain/scheduled-exports.ts';
import { LOCALES, OWN_NAMES } from '../../lib/locales.ts';
import { useSave } from '../../online/use-save.ts';
import { useActing } from '../../session/use-session.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { ChipsField } from '../../ui/form/chips-field.tsx';
import { SelectField, TextField } from '../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitted } from '../../ui/form/submitted.ts';
import { TimeField } from '../../ui/form/typed-fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { EXPORT_SCHEMA, readExport, typedExport, type ReadExport, type TypedExport } from './export-schema.ts';
import { weekdayOf } from './export-words.ts';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

interface ExportFormProps {
  company: Uuid;
  /** Null: a new one. */
  export: ScheduledExport | null;
  read: ScheduledExports;
  onClose(): void;
}

export function ExportForm({ company, export: known, read, onClose }: ExportFormProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { locale } = useFormats('UTC');
  const me = useActing()?.userId ?? '';
  const [id] = useState(() => known?.id ?? crypto.randomUUID());
  const form = useForm<TypedExport, ReadExport>({
    schema: EXPORT_SCHEMA as unknown as v.GenericSchema<TypedExport, ReadExport>,
    values: typedExport(known, { ...read, locale, me }),
  });
  const saving = useSave<SaveScheduledExport, ScheduledExports, { status: SaveExportProblem }>({
    send: saveScheduledExport,
    touches: [[company, 'scheduled-exports']],
  });
  const { result } = saving;
  const { what, rhythm, outside } = form.watch();
  const isOfBookings = what !== 'tours' && what !== 'everything';
  const isOutside = isOfBookings && read.mayGoOutside;

  async function send(given: ReadExport): Promise<boolean> {
    const answer = await saving.save({ company, id, version: known?.version ?? 0, ...readExport(given) });
    if (answer.ok) void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
    return answer.ok;
  }
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id={known ? 'exports.change.title' : 'exports.add'} />}
        confirm={<FormattedMessage id="form.save" />}
        onClose={onClose}
        onConfirm={() => submitted(form, send)}
      >
        <div className={styles.fields} data-first>
          <SelectField<TypedExport>
            name="what"
            label={intl.formatMessage({ id: 'exports.what' })}
            {...(read.views.length === 0 ? { hint: <FormattedMessage id="exports.noViews" /> } : {})}
            options={[
              ...(what === '' ? [{ value: '', label: intl.formatMessage({ id: 'exports.noView' }) }] : []),
              ...read.views.map(({ id: value, name }) => ({
                value,
                label: intl.formatMessage({ id: 'exports.view' }, { name }),
              })),
              ...read.makes
                .filter((kind) => kind !== 'bookings')
                .map((value) => ({ value, label: intl.formatMessage({ id: `exports.kind.${value}` }) })),
            ]}
          />
          {isOfBookings && (
            <SelectField<TypedExport>
              name="span"
              label={intl.formatMessage({ id: 'exports.span' })}
              options={EXPORT_SPANS.map((value) => ({
                value,
                label: intl.formatMessage({ id: `exports.span.${value}` }),
              }))}
            />
          )}
          <SelectField<TypedExport>
            name="rhythm"
            label={intl.formatMessage({ id: 'exports.rhythm' })}
            options={EXPORT_RHYTHMS.map((value) => ({
              value,
              label: intl.formatMessage({ id: `exports.rhythm.${value}` }),
            }))}
          />
          {rhythm === 'weekly' && (
            <SelectField<TypedExport>
              name="weekday"
              label={intl.formatMessage({ id: 'exports.weekday' })}
              options={[1, 2, 3, 4, 5, 6, 7].map((day) => ({ value: String(day), label: weekdayOf(intl, day) }))}
            />
          )}
          {rhythm === 'monthly' && (
            <SelectField<TypedExport>
              name="monthday"
              label={intl.formatMessage({ id: 'exports.monthday' })}
              hint={<FormattedMessage id="exports.monthday.hint" />}
              options={Array.from({ length: 31 }, (_, at) => ({ value: String(at + 1), label: String(at + 1) }))}
            />
          )}
          <TimeField<TypedExport>
            name="time"
            label={intl.formatMessage({ id: 'exports.time' })}
            zone={read.timeZone}
            required
          />
          {what === 'everything' ? (
            <Message state="neutral">
              <FormattedMessage id="exports.everything" />
            </Message>
          ) : (
            <ChipsField<TypedExport>
              name="members"
              label={intl.formatMessage({ id: 'exports.members' })}
              hint={<FormattedMessage id="exports.members.hint" />}
              chips={read.people
                .filter(({ getsTours }) => what !== 'tours' || getsTours)
                .map(({ id: value, name }) => ({ value, label: name }))}
            />
          )}
          {isOfBookings && (
            <SelectField<TypedExport>
              name="format"
              label={intl.formatMessage({ id: 'exports.format' })}
              options={(['xlsx', 'csv'] as const).map((value) => ({
                value,
                label: intl.formatMessage({ id: `exports.format.${value}` }),
              }))}
            />
          )}
          {isOutside && (
            <TextField<TypedExport>
              name="outside"
              label={intl.formatMessage({ id: 'exports.outside' })}
              hint={<FormattedMessage id="exports.outside.hint" />}
            />
          )}
          {isOutside && outside.trim() !== '' && (
            <SelectField<TypedExport>
              name="locale"
              label={intl.formatMessage({ id: 'exports.outside.language' })}
              options={LOCALES.map((value) => ({ value, label: OWN_NAMES[value] }))}
            />
          )}
          {result && !result.ok && result.code === 'refused' && (
            <Message state="no" alert>
              <FormattedMessage id={`exports.trouble.${result.refusal.status}`} />
            </Message>
          )}
          {result && !result.ok && result.code !== 'refused' && <SaveFailed failure={result} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
