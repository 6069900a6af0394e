/**
 * Edits contact, note, voucher number and guest names. After a concurrent edit, staff choose field by field which value
 * to keep.
 */
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, type Path } from 'react-hook-form';
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl';
import * as v from 'valibot';
import { runBookingAction } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Changes } from '../../../data/bookings/changes.ts';
import { bookingContact, emptyToNull } from '../../../domain/booking-contact.ts';
import { barePhone, optionalText } from '../../../domain/fields.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { LOCALES, isLocale } from '../../../lib/locales.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { useFormatPhone } from '../../../ui/format/phone-number.tsx';
import { CountryField } from '../../../ui/form/country-field.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { activeGuests } from '../detail/active-guests.ts';
import { guestNumber } from '../detail/guest-name.ts';
import type { BookingContext } from '../booking-context.ts';
import type { BookingDialogProps } from './dialog-props.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

/** Returns the schema; `phone` is the stored number, which stays valid in any format. */
const schemaOf = (phone: string) =>
  v.object({ ...bookingContact(phone).entries, names: v.record(v.string(), optionalText(200)) });
type FormInput = v.InferInput<ReturnType<typeof schemaOf>>;
type FormOutput = v.InferOutput<ReturnType<typeof schemaOf>>;

interface EditableFields {
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
  locale: string;
  note: string | null;
  voucherNumber: string | null;
  names: Readonly<Record<Uuid, string>>;
}

const editableFields = (booking: BookingDetail): EditableFields => ({
  name: booking.contactName,
  email: booking.contactEmail,
  phone: booking.contactPhone,
  country: booking.country,
  locale: booking.locale,
  note: booking.note,
  voucherNumber: booking.voucherNumber,
  names: Object.fromEntries(booking.guests.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
});

const toFormInput = (fields: EditableFields, guests: readonly { id: Uuid }[]): FormInput => ({
  name: fields.name,
  email: fields.email ?? '',
  phone: barePhone(fields.phone ?? ''),
  country: fields.country ?? '',
  locale: isLocale(fields.locale) ? fields.locale : 'en',
  note: fields.note ?? '',
  voucherNumber: fields.voucherNumber ?? '',
  names: Object.fromEntries(guests.map(({ id }) => [id, fields.names[id] ?? ''])),
});

const toChange = ({
  note,
  voucherNumber,
  names,
  ...contact
}: FormOutput): Omit<Changes['edit_booking'], 'version'> => ({
  contact: {
    name: contact.name,
    email: emptyToNull(contact.email),
    phone: emptyToNull(contact.phone),
    country: emptyToNull(contact.country),
    locale: contact.locale,
  },
  note: emptyToNull(note),
  voucherNumber: emptyToNull(voucherNumber),
  names: Object.entries(names).map(([guestId, enteredName]) => ({ guestId, name: emptyToNull(enteredName) })),
});

const fieldLabels = (intl: IntlShape) =>
  ({
    name: intl.formatMessage({ id: 'bookings.field.name' }),
    email: intl.formatMessage({ id: 'bookings.field.email' }),
    phone: intl.formatMessage({ id: 'bookings.field.phone' }),
    country: intl.formatMessage({ id: 'bookings.fact.country' }),
    locale: intl.formatMessage({ id: 'bookings.field.locale' }),
    note: intl.formatMessage({ id: 'bookings.field.note' }),
    voucherNumber: intl.formatMessage({ id: 'bookings.field.external' }),
    names: intl.formatMessage({ id: 'bookings.guests.title' }),
  }) satisfies Partial<Record<Path<FormInput>, string>>;

/** Returns a field's value as text; undefined where the value itself is readable. */
function formatValue(
  name: string,
  value: unknown,
  { context, intl, formatPhone }: { context: BookingContext; intl: IntlShape; formatPhone(phone: string): string },
): string | undefined {
  if (name === 'phone') return value === '' ? undefined : formatPhone(String(value));
  if (name === 'locale') return context.formats.languageName(String(value));
  if (name === 'country') return intl.formatDisplayName(String(value), { type: 'region' });
  if (name !== 'names') return undefined;
  return (
    Object.values(value as Record<string, string>)
      .filter(Boolean)
      .join(', ') || undefined
  );
}

export function EditDialog({ booking, context, onClose }: BookingDialogProps) {
  const styles = useStyles();
  const formatPhone = useFormatPhone();
  const intl = useIntl();
  // The pane may refetch while the dialog is open; an edit is based on the version that was on screen.
  const [initialBooking] = useState(booking);
  const guests = activeGuests(initialBooking);
  const initialValues = toFormInput(editableFields(initialBooking), guests);
  const [version, setVersion] = useState(initialBooking.version);
  const [theirs, setTheirs] = useState<{ version: number; current: EditableFields } | null>(null);
  const form = useForm<FormInput, FormOutput>({ schema: schemaOf(initialValues.phone), values: initialValues });
  const draft = useFormDraft(form, { owner: context.company, key: `booking/${initialBooking.id}` });
  const saving = useMutation({
    send: (change: Changes['edit_booking'], request) =>
      runBookingAction('edit_booking', { booking: initialBooking.id, change }, { request }),
    invalidates: [[context.company]],
  });

  async function send(values: FormOutput): Promise<boolean> {
    const result = await saving.save({ version, ...toChange(values) });
    if (result.ok) {
      form.reset(values as FormInput);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      return true;
    }
    if (result.code === 'refused' && result.refusal.status === 'stale') setTheirs(result.refusal);
    return false;
  }

  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="bookings.edit.title" values={{ name: initialBooking.contactName }} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={!form.formState.isDirty || theirs !== null}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.form}>
          <RestoreDraftNotice draft={draft} />
          <SaveFailed result={saving.result} />
          {theirs && (
            <ConflictChoice
              key={theirs.version}
              form={form}
              theirs={toFormInput(theirs.current, guests)}
              labels={fieldLabels(intl)}
              show={(name, value) => formatValue(name, value, { context, intl, formatPhone })}
              onResolved={() => {
                setVersion(theirs.version);
                setTheirs(null);
              }}
            />
          )}
          <BookingFields booking={initialBooking} currentEmail={booking.contactEmail} context={context} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

interface BookingFieldsProps {
  booking: BookingDetail;
  /**
   * Shown to partners, who may not change it, as the guest's link is mailed to it. So it follows the booking instead of
   * the form.
   */
  currentEmail: string | null;
  context: BookingContext;
}

function BookingFields({ booking, currentEmail, context }: BookingFieldsProps) {
  const intl = useIntl();
  const labels = fieldLabels(intl);
  return (
    <>
      <div data-first>
        <TextField<FormInput> name="name" label={labels.name} required />
      </div>
      {context.isPartner ? (
        <Field label={labels.email} hint={<FormattedMessage id="bookings.field.email.own" />}>
          <Input value={currentEmail ?? ''} readOnly />
        </Field>
      ) : (
        <TextField<FormInput> name="email" label={labels.email} type="email" />
      )}
      <PhoneField<FormInput> name="phone" label={labels.phone} />
      <CountryField<FormInput> name="country" label={labels.country} />
      <SelectField<FormInput>
        name="locale"
        label={labels.locale}
        options={LOCALES.map((locale) => ({ value: locale, label: context.formats.languageName(locale) }))}
      />
      <TextField<FormInput> name="note" label={labels.note} lines={3} />
      <TextField<FormInput> name="voucherNumber" label={labels.voucherNumber} />
      {activeGuests(booking).map(({ id, categoryType }) => (
        <TextField<FormInput>
          key={id}
          name={`names.${id}` as Path<FormInput>}
          label={intl.formatMessage(
            { id: 'bookings.new.guest.name' },
            { number: guestNumber(booking, id), category: intl.formatMessage({ id: CATEGORY_TEXTS[categoryType] }) },
          )}
        />
      ))}
    </>
  );
}
