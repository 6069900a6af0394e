/**
 * Form for a new booking, optimised for the keyboard: tour, day, time, party, name. Preselects the next departure with
 * room and previews price and availability while typing.
 */
import { makeStyles } from '@fluentui/react-components';
import { useMemo, useState } from 'react';
import { FormProvider, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage } from 'react-intl';
import type { NewBooking as NewBookingInput } from '../../../data/bookings/changes.ts';
import type { Calendar } from '../../../domain/calendar.ts';
import type { LocalDate, Uuid } from '../../../domain/ids.ts';
import { RestoreDraftNotice } from '../../../features/form-drafts/restore-draft-notice.tsx';
import { useFormDraft, type FormDraftState } from '../../../features/form-drafts/use-form-draft.ts';
import { amountOf, PartyFields, seatsIn, sizeOf } from '../../../features/bookings/party-fields.tsx';
import { localDateIn } from '../../../lib/local-date.ts';
import { SaveFailed } from '../../../ui/form/save-failed.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { useForm } from '../../../ui/form/use-form.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../ui/states/message.tsx';
import { OverrideField, parseOverrideReason } from '../actions/override-field.tsx';
import { OverrideWarning } from '../actions/override-warning.tsx';
import { canOverride, RefusalMessage } from '../actions/refusal-message.tsx';
import { useLatch } from '../actions/use-latch.ts';
import type { BookingContext } from '../booking-context.ts';
import { seatsLeft } from '../departures/departure-choice.ts';
import { usePrices } from '../departures/use-prices.ts';
import {
  bookingFormSchema,
  countsOf,
  emptyBookingFormValues,
  knownContactValues,
  setBookingValues,
  ticketsWithAges,
  toBookingInput,
  type BookingFormData,
  type BookingFormValues,
} from './booking-form.ts';
import { ContactFields } from './contact-fields.tsx';
import { DepartureFields } from './departure-fields.tsx';
import { DetailFields } from './detail-fields.tsx';
import { GuestFields } from './guest-fields.tsx';
import { useCreateBooking, type NewBookingOutcome } from './use-create-booking.ts';
import { useNewDeparture, type NewDeparture } from './use-new-departure.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface NewBookingProps {
  context: BookingContext;
  /** Undefined while loading. */
  calendar: Calendar | undefined;
  preset: { tour: Uuid | null; date: LocalDate | null };
  today: LocalDate;
  onCreated(booking: Uuid): void;
  onClose(): void;
}

export function NewBooking({ preset, ...props }: NewBookingProps) {
  const { formats } = props.context;
  const form = useForm<BookingFormValues, BookingFormData>({
    schema: bookingFormSchema,
    values: emptyBookingFormValues(formats.locale, { tour: preset.tour ?? '', day: preset.date ?? '' }),
  });
  const draft = useFormDraft(form, { owner: props.context.company, key: 'booking/new' });
  return (
    <FormProvider {...form}>
      <NewBookingDialog {...props} draft={draft} />
    </FormProvider>
  );
}

interface NewBookingDialogProps extends Omit<NewBookingProps, 'preset'> {
  draft: FormDraftState;
}

function NewBookingDialog({ context, calendar, today, draft, onCreated, onClose }: NewBookingDialogProps) {
  const styles = useStyles();
  const form = useFormContext<BookingFormValues, unknown, BookingFormData>();
  const selection = useNewDeparture({ context, calendar, today });
  const [overrideReason, setOverrideReason] = useState('');
  const { prices, counts, booking } = useBookingInput({ context, selection, overrideReason });
  const { outcome, createdId, book } = useCreateBooking({
    context,
    departure: selection.departure,
    booking,
    draft,
  });
  const { data: preview, refusal, failure } = outcome;
  const total = preview?.money.total ?? amountOf(prices ?? [], counts);
  return (
    <FormDialog
      title={<FormattedMessage id="bookings.new" />}
      confirm={<ConfirmLabel count={sizeOf(counts)} amount={context.formats.money(total, context.currency)} />}
      disabled={booking === null || refusal !== null}
      // Only one navigation: of two in a row, one would be lost.
      onClose={() => (createdId.current === null ? onClose() : onCreated(createdId.current))}
      onConfirm={() => submitForm(form, book)}
    >
      <div className={styles.form}>
        <RestoreDraftNotice draft={draft} />
        <DepartureFields
          context={context}
          selection={selection}
          isLoaded={calendar !== undefined}
          today={today}
          seats={seatsIn(prices ?? [], counts)}
        />
        {prices && (
          <PartyFields
            context={context}
            prices={prices}
            counts={counts}
            legend={<FormattedMessage id="bookings.guests.title" />}
            onChange={(party) =>
              setBookingValues(form, { tour: selection.tour ?? '', party: Object.fromEntries(party) })
            }
          />
        )}
        <OutcomeNotices
          outcome={outcome}
          context={context}
          selection={selection}
          overrideReason={overrideReason}
          onOverrideChange={setOverrideReason}
        />
        <ContactFields context={context} onSelect={(known) => setBookingValues(form, knownContactValues(known))} />
        {prices && <GuestFields prices={prices} counts={counts} />}
        <DetailFields context={context} />
        <SaveFailed result={failure} />
      </div>
    </FormDialog>
  );
}

interface BookingInputOptions {
  context: BookingContext;
  selection: NewDeparture;
  overrideReason: string;
}

/** Returns the prices of the tour, the party, and the booking, which is null while required input is missing. */
function useBookingInput({ context, selection: { tour, departure }, overrideReason }: BookingInputOptions) {
  const [party, ages, partner, state] = useWatch<BookingFormValues, ['party', 'ages', 'partner', 'state']>({
    name: ['party', 'ages', 'partner', 'state'],
  });
  const prices = usePrices(context.company, tour).data;
  const counts = useMemo(() => countsOf(party, prices), [party, prices]);
  const booking: NewBookingInput | null =
    departure && prices && sizeOf(counts) > 0
      ? {
          ...toBookingInput(ticketsWithAges(prices, counts, ages), { state, partner }),
          ...parseOverrideReason(overrideReason),
        }
      : null;
  return { prices, counts, booking };
}

function ConfirmLabel({ count, amount }: { count: number; amount: string }) {
  const state = useWatch<BookingFormValues, 'state'>({ name: 'state' });
  return <FormattedMessage id="bookings.new.confirm" values={{ state, count, amount }} />;
}

interface OutcomeNoticesProps {
  outcome: NewBookingOutcome;
  context: BookingContext;
  selection: NewDeparture;
  overrideReason: string;
  onOverrideChange(reason: string): void;
}

/** The refusal of the booking with its override, or notes on its departure. */
function OutcomeNotices({ outcome, context, selection, overrideReason, onOverrideChange }: OutcomeNoticesProps) {
  const form = useFormContext<BookingFormValues>();
  const { data: preview, refusal } = outcome;
  const { departure, now } = selection;
  const showsOverride = useLatch(refusal !== null && canOverride(refusal));
  const hasBegun = departure !== null && departure.startsAt < now;
  return (
    <>
      {refusal && (
        <RefusalMessage
          refusal={refusal}
          context={context}
          currency={context.currency}
          onSelectDeparture={({ departureId, startsAt }) => {
            const date = localDateIn(context.zone, Date.parse(startsAt));
            selection.setMonth(date.slice(0, 7));
            setBookingValues(form, { day: date, departure: departureId });
          }}
        />
      )}
      {showsOverride && <OverrideField value={overrideReason} onChange={onOverrideChange} />}
      {!refusal && hasBegun && (
        <Message state="attention">
          <FormattedMessage id="bookings.new.begun" values={{ left: seatsLeft(departure) }} />
        </Message>
      )}
      {preview && !hasBegun && <OverrideWarning overriddenRules={preview.overriddenRules} />}
    </>
  );
}
