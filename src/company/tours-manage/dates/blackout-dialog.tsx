/** Days on which nothing runs: of this tour, or of all. */
import { Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { Controller, FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import type * as v from 'valibot';
import type { Uuid } from '../../../domain/ids.ts';
import { typedBlackout, type TypedBlackout } from '../../../domain/typed-dates.ts';
import { typeDate } from '../../../domain/typed-schedule.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { DateField } from '../../../ui/form/typed-fields.tsx';
import { submitted } from '../../../ui/form/submitted.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { Message } from '../../../ui/message.tsx';
import { AskedPlan } from './asked-plan.tsx';
import { useScheduleChange, type ReadBlackout } from './use-schedules.ts';
import { useTroubleText } from './use-trouble-text.ts';

type Read = v.InferOutput<typeof typedBlackout>;

const useStyles = makeStyles({ fields: { display: 'grid', gap: '16px' } });

export interface BlackoutDialogProps {
  company: Uuid;
  tour: Uuid;
  /** Null: new ones. */
  blackout: ReadBlackout | null;
  timeZone: string;
  onClose(): void;
}

export function BlackoutDialog({ company, tour, blackout, timeZone, onClose }: BlackoutDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const textOf = useTroubleText();
  const changing = useScheduleChange(company);
  const [trouble, setTrouble] = useState<string | null>(null);
  // Chosen once, so that the same sent again makes no second one.
  const [id] = useState(() => blackout?.id ?? crypto.randomUUID());
  const form = useForm<TypedBlackout, Read>({
    schema: typedBlackout,
    values: {
      of: blackout?.blackout.tourId === null ? 'company' : 'tour',
      fromDate: blackout ? typeDate(blackout.blackout.fromDate) : '',
      toDate: blackout ? typeDate(blackout.blackout.toDate) : '',
      name: blackout?.blackout.name ?? '',
    },
  });

  function confirm(): Promise<boolean> {
    // One day is said once.
    if (form.getValues('toDate').trim() === '') form.setValue('toDate', form.getValues('fromDate'));
    return submitted(form, async ({ of, fromDate, toDate, name }) => {
      setTrouble(null);
      const given = { tourId: of === 'tour' ? tour : null, fromDate, toDate, name };
      const answer = await changing.run({
        kind: 'save_blackout',
        company,
        blackout: id,
        version: blackout?.version ?? 0,
        given,
      });
      if (answer && !answer.ok) setTrouble(textOf(answer));
      return answer?.ok ?? false;
    });
  }

  return (
    <>
      <FormDialog
        title={<FormattedMessage id={blackout ? 'manage.blackout.edit' : 'manage.blackout.new'} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={changing.busy}
        onClose={onClose}
        onConfirm={confirm}
      >
        <FormProvider {...form}>
          <div className={styles.fields}>
            {trouble && (
              <Message state="no" alert>
                {trouble}
              </Message>
            )}
            <Controller
              control={form.control}
              name="of"
              render={({ field }) => (
                <RadioGroup
                  aria-label={intl.formatMessage({ id: 'manage.blackout.of' })}
                  value={field.value}
                  onChange={(_, { value }) => field.onChange(value)}
                >
                  <Radio value="tour" label={intl.formatMessage({ id: 'manage.blackout.tour' })} />
                  <Radio value="company" label={intl.formatMessage({ id: 'manage.blackout.company' })} />
                </RadioGroup>
              )}
            />
            <DateField<TypedBlackout>
              name="fromDate"
              label={intl.formatMessage({ id: 'manage.blackout.from' })}
              required
            />
            <DateField<TypedBlackout>
              name="toDate"
              label={intl.formatMessage({ id: 'manage.blackout.to' })}
              hint={<FormattedMessage id="manage.blackout.to.hint" />}
            />
            <TextField<TypedBlackout>
              name="name"
              label={intl.formatMessage({ id: 'manage.blackout.name' })}
              hint={<FormattedMessage id="manage.blackout.name.hint" />}
            />
          </div>
        </FormProvider>
      </FormDialog>
      <AskedPlan changing={changing} timeZone={timeZone} onDone={onClose} />
    </>
  );
}
