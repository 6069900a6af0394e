/**
 * Edits contact, note, reference and guest names. After a concurrent edit, staff choose field by field which value to
 * keep.
 */
import { Field, Input, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormProvider, type Path } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { actOnBooking } from '../../../data/bookings/actions.ts';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Changes } from '../../../data/bookings/changes.ts';
import { bookingContact, emptyToNull } from '../../../domain/booking-contact.ts';
import { optionalText } from '../../../domain/fields.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { LOCALES, isLocale } from '../../../lib/locales.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { RestoreDraftNotice } from '../../../features/restore-draft-notice.tsx';
import { useFormDraft } from '../../../features/use-form-draft.ts';
import { CountryField } from '../../../ui/form/country-field.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { PhoneField } from '../../../ui/form/phone-field.tsx';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { ConflictChoice } from '../../../ui/form/conflict-choice.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { guestName } from '../detail/guest-name.ts';
import type { BookingDialogProps } from './dialog-props.ts';
import { liveGuests } from './guest-choice.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const schemaOf = (phone: string) =>
  v.object({ ...bookingContact(phone).entries, names: v.record(v.string(), optionalText(200)) });
type Typed = v.InferInput<ReturnType<typeof schemaOf>>;
type Read = v.InferOutput<ReturnType<typeof schemaOf>>;

/** Older bookings store numbers with spaces, brackets, dots and hyphens. */
const barePhone = (phone: string | null) => (phone ?? '').replace(/[\s().-]/g, '');

interface Kept {
  name: string;
  email: string | null;
  phone: string | null;
  country: string | null;
  locale: string;
  note: string | null;
  externalReference: string | null;
  names: Readonly<Record<Uuid, string>>;
}

const keptOf = (booking: BookingDetail): Kept => ({
  name: booking.contactName,
  email: booking.contactEmail,
  phone: booking.contactPhone,
  country: booking.country,
  locale: booking.locale,
  note: booking.note,
  externalReference: booking.externalReference,
  names: Object.fromEntries(booking.guests.flatMap(({ id, name }) => (name === null ? [] : [[id, name]]))),
});

const typedOf = (kept: Kept, guests: readonly { id: Uuid }[]): Typed => ({
  name: kept.name,
  email: kept.email ?? '',
  phone: barePhone(kept.phone),
  country: kept.country ?? '',
  locale: isLocale(kept.locale) ? kept.locale : 'en',
  note: kept.note ?? '',
  externalReference: kept.externalReference ?? '',
  names: Object.fromEntries(guests.map(({ id }) => [id, kept.names[id] ?? ''])),
});

export function EditDialog({ booking, scope, onClose }: BookingDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  // The pane may refetch while the dialog is open; an edit is based on the version that was on screen.
  const [began] = useState(booking);
  const guests = liveGuests(began);
  const begins = typedOf(keptOf(began), guests);
  const [version, setVersion] = useState(began.version);
  const [theirs, setTheirs] = useState<{ version: number; current: Kept } | null>(null);
  const form = useForm<Typed, Read>({ schema: schemaOf(begins.phone), values: begins });
  const draft = useFormDraft(form, { owner: scope.company, key: `booking/${began.id}` });
  const saving = useMutation({
    send: (change: Changes['edit_booking'], request) =>
      actOnBooking('edit_booking', { booking: began.id, change }, { request }),
    invalidates: [[scope.company]],
  });

  const labels: Partial<Record<Path<Typed>, string>> = {
    name: intl.formatMessage({ id: 'bookings.field.name' }),
    email: intl.formatMessage({ id: 'bookings.field.email' }),
    phone: intl.formatMessage({ id: 'bookings.field.phone' }),
    country: intl.formatMessage({ id: 'bookings.fact.country' }),
    locale: intl.formatMessage({ id: 'bookings.field.locale' }),
    note: intl.formatMessage({ id: 'bookings.field.note' }),
    externalReference: intl.formatMessage({ id: 'bookings.field.external' }),
    names: intl.formatMessage({ id: 'bookings.guests.title' }),
  };

  async function send(values: Read): Promise<boolean> {
    const { name, email, phone, country, locale, note, externalReference, names } = values;
    const answer = await saving.save({
      version,
      contact: { name, email: emptyToNull(email), phone: emptyToNull(phone), country: emptyToNull(country), locale },
      note: emptyToNull(note),
      externalReference: emptyToNull(externalReference),
      names: Object.entries(names).map(([guestId, given]) => ({ guestId, name: emptyToNull(given) })),
    });
    if (answer.ok) {
      form.reset(values as Typed);
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'form.saved' }) });
      return true;
    }
    if (answer.code === 'refused' && answer.refusal.status === 'stale') setTheirs(answer.refusal);
    return false;
  }

  const failure = saving.result && !saving.result.ok && saving.result.code !== 'refused' ? saving.result : null;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="bookings.edit.title" values={{ name: began.contactName }} />}
        confirm={<FormattedMessage id="form.save" />}
        disabled={!form.formState.isDirty || theirs !== null}
        onClose={onClose}
        onConfirm={() => submitForm(form, send)}
      >
        <div className={styles.form}>
          <RestoreDraftNotice draft={draft} />
          {failure && <SaveFailed failure={failure} />}
          {theirs && (
            <ConflictChoice
              key={theirs.version}
              form={form}
              theirs={typedOf(theirs.current, guests)}
              labels={labels}
              show={(name, value) => {
                if (name === 'locale') return scope.formats.language(String(value));
                if (name === 'country') return intl.formatDisplayName(String(value), { type: 'region' });
                if (name !== 'names') return undefined;
                return (
                  Object.values(value as Record<string, string>)
                    .filter(Boolean)
                    .join(', ') || undefined
                );
              }}
              onResolved={() => {
                setVersion(theirs.version);
                setTheirs(null);
              }}
            />
          )}
          <div data-first>
            <TextField<Typed> name="name" label={labels.name!} required />
          </div>
          {scope.isPartner ? (
            <Field label={labels.email!} hint={<FormattedMessage id="bookings.field.email.own" />}>
              <Input value={booking.contactEmail ?? ''} readOnly />
            </Field>
          ) : (
            <TextField<Typed> name="email" label={labels.email!} type="email" />
          )}
          <PhoneField<Typed> name="phone" label={labels.phone!} />
          <CountryField<Typed> name="country" label={labels.country!} />
          <SelectField<Typed>
            name="locale"
            label={labels.locale!}
            options={LOCALES.map((locale) => ({ value: locale, label: scope.formats.language(locale) }))}
          />
          <TextField<Typed> name="note" label={labels.note!} lines={3} />
          <TextField<Typed> name="externalReference" label={labels.externalReference!} />
          {guests.map(({ id }) => (
            <TextField<Typed>
              key={id}
              name={`names.${id}` as Path<Typed>}
              label={intl.formatMessage({ id: 'bookings.field.guest' }, { name: guestName(began, id, intl) })}
            />
          ))}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
