/**
 * A booking by a partner: company, tour, day, time, party, contact. Availability and price are previewed while typing.
 */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  bookAsPartner,
  readPartnerMonth,
  type PartnerCompany,
  type PartnersBooking,
} from '../../data/partner-bookings.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useServerQuery } from '../../online/use-server-query.ts';
import { usePreview } from '../../online/use-preview.ts';
import { useMutation } from '../../online/use-mutation.ts';
import { amountOf, PartyFields, sizeOf, ticketsOf, type Counts } from '../../features/bookings/party-fields.tsx';
import { useNow } from '../../ui/dates/clock.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitForm } from '../../ui/form/submit-form.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { refusalText } from './refusal-text.ts';
import { PartnerGuestFields } from './partner-guest-fields.tsx';
import { PayerChoice } from './payer-choice.tsx';
import { TimeChoice } from './time-choice.tsx';
import {
  toPartnerBooking,
  emptyBookingFormValues,
  bookingFormSchema,
  type BookingFormData,
  type BookingFormValues,
} from './booking-form.ts';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface NewBookingProps {
  organisation: Uuid;
  /** At least one company with tours on sale. */
  companies: readonly PartnerCompany[];
  onMade(booking: Uuid): void;
  onClose(): void;
}

export function NewBooking({ organisation, companies, onMade, onClose }: NewBookingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [companyId, setCompany] = useState(companies[0]!.id);
  const company = companies.find(({ id }) => id === companyId) ?? companies[0]!;
  const [selectedTour, setTour] = useState<Uuid | null>(null);
  const tour = company.tours.find(({ id }) => id === selectedTour) ?? company.tours[0]!;
  const formats = useFormats(company.timeZone);
  const today = localDateIn(company.timeZone, useNow());
  const [month, setMonth] = useState(today.slice(0, 7));
  const [day, setDay] = useState<LocalDate | null>(null);
  const [selectedDeparture, setSelectedDeparture] = useState<Uuid | null>(null);
  const [party, setParty] = useState<Counts>(new Map());
  // On account by default if the partner has one.
  const [guestPays, setGuestPays] = useState(false);
  const { account } = company;
  const onAccount = account !== null && !guestPays;
  const newBookingId = useRef<Uuid | null>(null);
  const form = useForm<BookingFormValues, BookingFormData>({
    schema: bookingFormSchema,
    values: emptyBookingFormValues(formats.locale),
  });
  const query = useServerQuery({
    key: [organisation, 'partner-month', tour.id, month],
    fetch: (signal) => readPartnerMonth({ organisation, tour: tour.id, month }, { signal }),
  });
  const days = query.data?.days ?? [];
  const prices = query.data?.prices ?? [];
  // The next available day until the person chooses one.
  const on =
    days.find(({ date }) => date === day) ??
    (day === null ? days.find(({ times }) => times.some(({ left }) => left > 0)) : undefined);
  const departure =
    on?.times.find(({ id }) => id === selectedDeparture) ?? on?.times.find(({ left }) => left > 0) ?? on?.times[0];
  const first = prices.find(({ type }) => type === 'ADULT') ?? prices[0];
  const counts: Counts = party.size > 0 ? party : new Map(first ? [[first.id, 1]] : []);
  const size = sizeOf(counts);
  const guests = ticketsOf(prices, counts);
  const booking: PartnersBooking | null =
    departure && size > 0 ? { guests, ...(onAccount ? { onAccount } : {}) } : null;

  const { result: response, setResult } = usePreview(booking && JSON.stringify([departure?.id, booking]), () =>
    bookAsPartner({
      request: crypto.randomUUID(),
      organisation,
      departure: departure!.id,
      booking: { ...booking!, preview: true },
    }),
  );
  const saving = useMutation({
    send: (args: { departure: Uuid; booking: PartnersBooking }, request) =>
      bookAsPartner({ ...args, organisation, request }),
    invalidates: [[organisation]],
  });
  const refusal = response && !response.ok && response.code === 'refused' ? response.refusal : null;
  const failure = response && !response.ok && response.code !== 'refused' ? response : null;

  const pick = (change: () => void) => {
    setDay(null);
    setSelectedDeparture(null);
    setParty(new Map());
    change();
  };

  async function book(read: BookingFormData): Promise<boolean> {
    if (!booking || !departure || !on) return false;
    const result = await saving.save({
      departure: departure.id,
      booking: toPartnerBooking({ ...booking, guests }, read),
    });
    if (!result.ok) {
      setResult(result);
      return false;
    }
    form.reset();
    const when = `${formats.day(on.date)} ${departure.at}`;
    void showToast({
      intent: 'success',
      text: intl.formatMessage({ id: 'bookings.new.done' }, { name: read.name, when }),
    });
    newBookingId.current = result.data.bookingId;
    return true;
  }

  const total = response?.ok ? response.data.money.total : amountOf(prices, counts);
  return (
    <FormProvider {...form}>
      <FormDialog
        title={<FormattedMessage id="bookings.new" />}
        confirm={
          <FormattedMessage
            id="bookings.new.confirm"
            values={{ state: 'CONFIRMED', count: size, amount: formats.money(total, company.currency) }}
          />
        }
        disabled={booking === null || refusal !== null}
        onClose={() => (newBookingId.current === null ? onClose() : onMade(newBookingId.current))}
        onConfirm={() => submitForm(form, book)}
      >
        <div className={styles.form} data-first>
          {companies.length > 1 && (
            <Field label={intl.formatMessage({ id: 'partnerBookings.company' })}>
              <Select value={company.id} onChange={(_, data) => pick(() => setCompany(data.value))}>
                {companies.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
          )}
          <Field label={intl.formatMessage({ id: 'bookings.tour' })}>
            <Select value={tour.id} onChange={(_, data) => pick(() => setTour(data.value))}>
              {company.tours.map(({ id, title }) => (
                <option key={id} value={id}>
                  {formats.text(title) || intl.formatMessage({ id: 'bookings.untitled' })}
                </option>
              ))}
            </Select>
          </Field>
          <TimeChoice
            query={query}
            timeZone={company.timeZone}
            today={today}
            month={month}
            date={on?.date ?? day}
            departure={departure?.id ?? null}
            onMonthChange={setMonth}
            onDate={(date) => {
              setDay(date);
              setSelectedDeparture(null);
            }}
            onDeparture={(id) => {
              setDay(on?.date ?? null);
              setSelectedDeparture(id);
            }}
          />
          {query.data && days.length === 0 && (
            <Message state="neutral">
              <FormattedMessage id="partnerBookings.noDepartures" />
            </Message>
          )}
          {prices.length > 0 && (
            <PartyFields
              context={{ formats, currency: company.currency }}
              prices={prices}
              counts={counts}
              legend={<FormattedMessage id="bookings.guests.title" />}
              onChange={setParty}
            />
          )}
          {account && (
            <PayerChoice
              left={formats.money(account.left, company.currency)}
              company={company.name}
              guestPays={guestPays}
              onChange={setGuestPays}
            />
          )}
          {refusal && (
            <Message state="attention" alert>
              {refusalText(refusal, intl, formats.money)}
            </Message>
          )}
          <PartnerGuestFields
            prices={prices}
            guests={guests}
            asksNames={query.data?.asksNames ?? false}
            formats={formats}
          />
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
