/** Issues an invoice to a named buyer; it replaces the booking's receipts. */
import { makeStyles } from '@fluentui/react-components';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { optionalText, requiredText } from '../../../domain/fields.ts';
import { splitResult } from '../../../online/use-mutation.ts';
import { TextField } from '../../../ui/form/form-fields.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { isInvoicedBeforePayment } from '../detail/booking-actions.ts';
import type { BookingDialogProps } from './dialog-props.ts';
import { RefusalMessage } from './refusal-message.tsx';
import { useBookingAction } from './use-booking-action.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const schema = v.object({ name: requiredText(200), address: requiredText(500), vatNumber: optionalText(40) });
type FormInput = v.InferInput<typeof schema>;
type FormOutput = v.InferOutput<typeof schema>;

export function InvoiceDialog({ booking, context, onDone, onClose }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<FormInput, FormOutput>({
    schema,
    values: { name: booking.contactName, address: '', vatNumber: '' },
  });
  const saving = useBookingAction(booking, context);

  async function send({ name, address, vatNumber }: FormOutput): Promise<boolean> {
    const change = { name, address, ...(vatNumber === '' ? {} : { vatNumber }) };
    const result = await saving.save({ name: 'issue_invoice', change });
    if (!result.ok) return false;
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'bookings.invoice.done' }) });
    onDone?.(result.data);
    return true;
  }

  const { refusal, failure } = splitResult(saving.result);
  const due = isInvoicedBeforePayment(booking) ? booking.money.due : 0;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="bookings.invoice.title" values={{ name: booking.contactName }} />}
        confirm={<FormattedMessage id="bookings.action.invoice" />}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.form} data-first>
          <TextField<FormInput> name="name" label={intl.formatMessage({ id: 'bookings.invoice.name' })} required />
          <TextField<FormInput>
            name="address"
            label={intl.formatMessage({ id: 'bookings.invoice.address' })}
            lines={3}
            required
          />
          <TextField<FormInput> name="vatNumber" label={intl.formatMessage({ id: 'bookings.invoice.vatNumber' })} />
          {booking.documents.length > 0 && (
            <Message state="neutral">
              <FormattedMessage id="bookings.invoice.about" />
            </Message>
          )}
          {due > 0 && (
            <Message state="neutral">
              <FormattedMessage
                id="bookings.invoice.ahead"
                values={{ due: context.formats.money(due, booking.money.currency) }}
              />
            </Message>
          )}
          {refusal && <RefusalMessage refusal={refusal} context={context} currency={booking.money.currency} />}
          <SaveFailed result={failure} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}
