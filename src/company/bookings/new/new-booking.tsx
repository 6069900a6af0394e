/**
 * Form for a new booking, optimised for the keyboard: tour, day, time, party, name. Preselects the next departure with
 * room and previews price and availability while typing.
 */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useMemo, useRef, useState } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { holdBooking, type BookingActionRefusal } from '../../../data/bookings/actions.ts';
import type { NewBooking as NewBookingInput } from '../../../data/bookings/changes.ts';
import type { ListedBooking } from '../../../data/bookings/list.ts';
import { emptyToNull } from '../../../domain/booking-contact.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { isLocale } from '../../../lib/locales.ts';
import { localDateIn } from '../../../lib/local-date.ts';
import { uuidFromText } from '../../../lib/uuid-from-text.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { useFormDraft } from '../../../features/form-drafts/use-form-draft.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { showToast } from '../../../ui/toasts/toasts.ts';
import { OverrideField, parseOverrideReason } from '../actions/override-field.tsx';
import { OverrideWarning } from '../actions/override-warning.tsx';
import { canOverride, RefusalMessage } from '../actions/refusal-message.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { usePreview } from '../../../online/use-preview.ts';
import { previewKey } from '../actions/preview-key.ts';
import type { BookingContext } from '../booking-context.ts';
import { seatsLeft } from '../departures/departure-choice.ts';
import { DeparturePicker } from '../departures/departure-picker.tsx';
import { amountOf, PartyFields, seatsIn, sizeOf } from '../../../features/bookings/party-fields.tsx';
import { usePrices } from '../departures/use-prices.ts';
import { DetailFields } from './detail-fields.tsx';
import { GuestFields } from './guest-fields.tsx';
import { ContactFields } from './contact-fields.tsx';
import {
  ticketsWithAges,
  EMPTY_TICKET_VALUES,
  toNewBooking,
  countsOf,
  emptyBookingFormValues,
  bookingFormSchema,
  type BookingFormData,
  type BookingFormValues,
} from './booking-form.ts';
import { useNewDeparture } from './use-new-departure.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

/** Minutes that a hold made by staff lasts. */
const HOLD_MINUTES = 60;

export interface NewBookingProps {
  context: BookingContext;
  /** Undefined while loading. */
  calendar: Calendar | undefined;
  preset: { tour: Uuid | null; date: LocalDate | null };
  today: LocalDate;
  onCreated(booking: Uuid): void;
  onClose(): void;
}

export function NewBooking({ context, calendar, preset, today, onCreated, onClose }: NewBookingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [overrideReason, setOverrideReason] = useState('');
  const [showsOverride, setShowsOverride] = useState(false);
  const createdId = useRef<Uuid | null>(null);
  const form = useForm<BookingFormValues, BookingFormData>({
    schema: bookingFormSchema,
    values: emptyBookingFormValues(context.formats.locale, { tour: preset.tour ?? '', day: preset.date ?? '' }),
  });
  const draft = useFormDraft(form, { owner: context.company, key: 'booking/new' });
  const [tour, day, departureId, party, ages, partner, state] = useWatch({
    control: form.control,
    name: ['tour', 'day', 'departure', 'party', 'ages', 'partner', 'state'],
  });
  const setValues = (change: Partial<BookingFormValues>) => {
    for (const [name, value] of Object.entries(change))
      form.setValue(name as keyof BookingFormValues, value, { shouldDirty: true });
  };
  const selection = useNewDeparture({
    context,
    calendar,
    selected: { tour: emptyToNull(tour), day: emptyToNull(day), departure: emptyToNull(departureId) },
    today,
    allotmentPartner: partner || null,
  });
  const prices = usePrices(context.company, selection.tour).data;

  const counts = useMemo(() => countsOf(party, prices), [party, prices]);
  const size = sizeOf(counts);
  const { departure } = selection;
  const newBooking: NewBookingInput | null =
    departure && prices && size > 0
      ? {
          guests: ticketsWithAges(prices, counts, ages),
          state,
          ...(state === 'ON_HOLD' ? { minutes: HOLD_MINUTES } : {}),
          ...(partner === '' ? {} : { organisationId: partner }),
          ...parseOverrideReason(overrideReason),
        }
      : null;

  const { result: outcome, setResult } = usePreview(
    previewKey(newBooking && { departure: departure?.id, newBooking }),
    () => holdBooking(departure!.id, { ...newBooking!, preview: true }, { request: crypto.randomUUID() }),
  );
  const saving = useMutation({
    // The idempotency key derives from the draft, so resending a restored draft creates no second booking.
    send: async (args: { departure: Uuid; booking: NewBookingInput }) =>
      holdBooking(args.departure, args.booking, {
        request: await uuidFromText(`${draft.idempotencyKey()} ${JSON.stringify(args)}`),
      }),
    invalidates: [[context.company]],
  });
  const refusal: BookingActionRefusal | null =
    outcome && !outcome.ok && outcome.code === 'refused' ? outcome.refusal : null;
  const failure = outcome && !outcome.ok && outcome.code !== 'refused' ? outcome : null;
  if (refusal && canOverride(refusal) && !showsOverride) setShowsOverride(true);

  async function book(values: BookingFormData): Promise<boolean> {
    if (!newBooking || !departure) return false;
    const result = await saving.save({
      departure: departure.id,
      booking: toNewBooking(newBooking, values),
    });
    if (!result.ok) {
      setResult(result);
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

  function fillContact({ contact }: ListedBooking): void {
    setValues({
      name: contact.name,
      // Overwrites every field, so that nothing of another person remains.
      email: contact.email ?? '',
      phone: (contact.phone ?? '').replace(/[\s().-]/g, ''),
      country: contact.country ?? '',
      ...(isLocale(contact.locale) ? { locale: contact.locale } : {}),
    });
  }

  const total = outcome?.ok ? outcome.data.money.total : amountOf(prices ?? [], counts);
  const hasBegun = departure !== null && departure.startsAt < selection.now;
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="bookings.new" />}
        confirm={
          <FormattedMessage
            id="bookings.new.confirm"
            values={{ state, count: size, amount: context.formats.money(total, context.currency) }}
          />
        }
        disabled={newBooking === null || refusal !== null}
        // Only one navigation: of two in a row, one would be lost.
        onClose={() => (createdId.current === null ? onClose() : onCreated(createdId.current))}
        onConfirm={() => submitForm(form, book)}
      >
        <div className={styles.form}>
          <RestoreDraftNotice draft={draft} />
          <div data-first>
            <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
              <Select
                value={selection.tour ?? ''}
                // Prices differ per tour, so the party is reset.
                onChange={(_, data) =>
                  setValues({ tour: data.value, departure: '', party: {}, ages: EMPTY_TICKET_VALUES })
                }
              >
                {selection.tours.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {calendar && selection.tours.length === 0 && (
            <Message state="attention">
              <FormattedMessage id="bookings.new.noTours" />
            </Message>
          )}
          {selection.tour !== null && (
            <DeparturePicker
              context={context}
              query={selection.query}
              days={selection.days}
              today={today}
              month={selection.month}
              date={selection.date}
              departure={departure?.id ?? null}
              seats={seatsIn(prices ?? [], counts)}
              onMonthChange={selection.setMonth}
              onDate={(date) => setValues({ day: date, departure: '' })}
              onDeparture={(id) => setValues({ departure: id })}
            />
          )}
          {prices && (
            <PartyFields
              context={context}
              prices={prices}
              counts={counts}
              legend={<FormattedMessage id="bookings.guests.title" />}
              onChange={(partyCounts) =>
                setValues({ tour: selection.tour ?? '', party: Object.fromEntries(partyCounts) })
              }
            />
          )}
          {refusal && (
            <RefusalMessage
              refusal={refusal}
              context={context}
              currency={context.currency}
              onSelectDeparture={({ departureId, startsAt }) => {
                const date = localDateIn(context.zone, Date.parse(startsAt));
                selection.setMonth(date.slice(0, 7));
                setValues({ day: date, departure: departureId });
              }}
            />
          )}
          {showsOverride && <OverrideField value={overrideReason} onChange={setOverrideReason} />}
          {!refusal && hasBegun && (
            <Message state="attention">
              <FormattedMessage id="bookings.new.begun" values={{ left: seatsLeft(departure) }} />
            </Message>
          )}
          {outcome?.ok && !hasBegun && <OverrideWarning overriddenRules={outcome.data.overriddenRules} />}
          <ContactFields context={context} onSelect={fillContact} />
          {prices && <GuestFields prices={prices} counts={counts} />}
          <DetailFields context={context} />
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
