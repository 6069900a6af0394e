import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { bookAsPartner, type PartnersBooking } from '../../data/partner-bookings.ts';
import type { Uuid } from '../../domain/ids.ts';
import { splitResult, useMutation } from '../../online/use-mutation.ts';
import { usePreview } from '../../online/use-preview.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { toPartnerBooking, type BookingFormData, type BookingFormValues } from './booking-form.ts';

export interface CreatePartnerBookingOptions {
  organisation: Uuid;
  departure: Uuid | null;
  /** Day and time of the departure as text. */
  when: string;
  /** Null while required input is missing. */
  booking: PartnersBooking | null;
}

/** Previews the booking, and books it. */
export function useCreatePartnerBooking(options: CreatePartnerBookingOptions) {
  const { organisation, departure, when, booking } = options;
  const intl = useIntl();
  const form = useFormContext<BookingFormValues>();
  const createdId = useRef<Uuid | null>(null);
  const preview = usePreview(booking && JSON.stringify([departure, booking]), () =>
    bookAsPartner({
      request: crypto.randomUUID(),
      organisation,
      departure: departure!,
      booking: { ...booking!, preview: true },
    }),
  );
  const saving = useMutation({
    send: (args: { departure: Uuid; booking: PartnersBooking }, request) =>
      bookAsPartner({ ...args, organisation, request }),
    invalidates: [[organisation]],
  });

  /** Returns whether the booking was made. */
  async function book(values: BookingFormData): Promise<boolean> {
    if (!booking || departure === null) return false;
    const result = await saving.save({ departure, booking: toPartnerBooking(booking, values) });
    if (!result.ok) {
      preview.setResult(result);
      return false;
    }
    form.reset();
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'bookings.new.done' }, { name: values.name, when }),
    });
    createdId.current = result.data.bookingId;
    return true;
  }
  return { outcome: splitResult(preview.result), createdId, book };
}
