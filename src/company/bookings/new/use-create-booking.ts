import { useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { useIntl } from 'react-intl';
import { holdBooking } from '../../../data/bookings/actions.ts';
import type { NewBooking } from '../../../data/bookings/changes.ts';
import type { CalendarDeparture } from '../../../domain/calendar.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { FormDraftState } from '../../../features/form-drafts/use-form-draft.ts';
import { uuidFromText } from '../../../lib/uuid-from-text.ts';
import { splitResult, useMutation } from '../../../online/use-mutation.ts';
import { usePreview } from '../../../online/use-preview.ts';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { previewKey } from '../actions/preview-key.ts';
import type { BookingContext } from '../booking-context.ts';
import { toNewBooking, type BookingFormData, type BookingFormValues } from './booking-form.ts';

export interface CreateBookingOptions {
  context: BookingContext;
  departure: CalendarDeparture | null;
  /** Null while required input is missing. */
  booking: NewBooking | null;
  draft: FormDraftState;
}

/** Previews the booking, and books it. */
export function useCreateBooking({ context, departure, booking, draft }: CreateBookingOptions) {
  const intl = useIntl();
  const form = useFormContext<BookingFormValues>();
  const createdId = useRef<Uuid | null>(null);
  const preview = usePreview(previewKey(booking && { departure: departure?.id, newBooking: booking }), () =>
    holdBooking(departure!.id, { ...booking!, preview: true }, { request: crypto.randomUUID() }),
  );
  const saving = useMutation({
    // The idempotency key derives from the draft, so resending a restored draft creates no second booking.
    send: async (args: { departure: Uuid; booking: NewBooking }) =>
      holdBooking(args.departure, args.booking, {
        request: await uuidFromText(`${draft.idempotencyKey()} ${JSON.stringify(args)}`),
      }),
    invalidates: [[context.company]],
  });

  /** Returns whether the booking was made. */
  async function book(values: BookingFormData): Promise<boolean> {
    if (!booking || !departure) return false;
    const result = await saving.save({ departure: departure.id, booking: toNewBooking(booking, values) });
    if (!result.ok) {
      preview.setResult(result);
      return false;
    }
    form.reset();
    void showToast({
      intent: 'success',
      text: intl.formatMessage(
        { id: 'bookings.new.done' },
        { name: values.name, when: context.when(departure.startsAt) },
      ),
    });
    createdId.current = result.data.bookingId;
    return true;
  }
  return { outcome: splitResult(preview.result), createdId, book };
}
export type NewBookingOutcome = ReturnType<typeof useCreateBooking>['outcome'];
