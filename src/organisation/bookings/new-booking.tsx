/** A partner books for its own guests: company, tour, day, time, party, name. Whether it fits and what it costs is asked of the engine while one types. */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import {
  bookAsPartner,
  readPartnerMonth,
  type PartnerCompany,
  type PartnersBooking,
} from '../../data/partner-bookings.ts';
import { orNull } from '../../domain/booking-contact.ts';
import { optionalEmail, optionalPhone, optionalText, requiredText } from '../../domain/fields.ts';
import type { LocalDate, Uuid } from '../../domain/ids.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { LOCALES } from '../../lib/locales.ts';
import { useAnswer } from '../../online/use-answer.ts';
import { usePreview } from '../../online/use-preview.ts';
import { useSave } from '../../online/use-save.ts';
import { PartyFields, sizeOf, ticketsOf, type Counts } from '../../parts/party-fields.tsx';
import { CATEGORY_TEXTS } from '../../ui/words/category-texts.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { SelectField, SwitchField, TextField } from '../../ui/form/form-fields.tsx';
import { PhoneField } from '../../ui/form/phone-field.tsx';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { submitted } from '../../ui/form/submitted.ts';
import { useForm } from '../../ui/form/use-form.ts';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { refusalWords } from './refusal-words.ts';
import { PaysChoice } from './pays-choice.tsx';
import { TimeChoice } from './time-choice.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const SCHEMA = v.object({
  name: requiredText(200),
  phone: optionalPhone(),
  email: optionalEmail(),
  locale: v.picklist(LOCALES),
  voucher: optionalText(200),
  note: optionalText(5000),
  /** Of the others, by their place in the party. */
  names: v.record(v.string(), optionalText(200)),
  /** Whether the guest is sent the confirmation. */
  tells: v.boolean(),
});
type Typed = v.InferInput<typeof SCHEMA>;
type Read = v.InferOutput<typeof SCHEMA>;

export interface NewBookingProps {
  organisation: Uuid;
  /** Those that sell something; one at least. */
  companies: readonly PartnerCompany[];
  onMade(booking: Uuid): void;
  onClose(): void;
}

export function NewBooking({ organisation, companies, onMade, onClose }: NewBookingProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [companyId, setCompany] = useState(companies[0]!.id);
  const company = companies.find(({ id }) => id === companyId) ?? companies[0]!;
  const [chosenTour, setTour] = useState<Uuid | null>(null);
  const tour = company.tours.find(({ id }) => id === chosenTour) ?? company.tours[0]!;
  const formats = useFormats(company.timeZone);
  const today = localDateIn(company.timeZone, useNow());
  const [month, setMonth] = useState(today.slice(0, 7));
  const [day, setDay] = useState<LocalDate | null>(null);
  const [chosen, setChosen] = useState<Uuid | null>(null);
  const [party, setParty] = useState<Counts>(new Map());
  // On account where there is one, until somebody says otherwise.
  const [guestPays, setGuestPays] = useState(false);
  const { account } = company;
  const onAccount = account !== null && !guestPays;
  const made = useRef<Uuid | null>(null);
  const form = useForm<Typed, Read>({
    schema: SCHEMA,
    values: { name: '', phone: '', email: '', locale: formats.locale, voucher: '', note: '', names: {}, tells: true },
  });
  const answer = useAnswer({
    key: [organisation, 'partner-month', tour.id, month],
    ask: (signal) => readPartnerMonth({ organisation, tour: tour.id, month }, { signal }),
  });
  const days = answer.data?.days ?? [];
  const prices = answer.data?.prices ?? [];
  // The next one with room, until somebody chooses another.
  const on =
    days.find(({ date }) => date === day) ??
    (day === null ? days.find(({ times }) => times.some(({ left }) => left > 0)) : undefined);
  const departure = on?.times.find(({ id }) => id === chosen) ?? on?.times.find(({ left }) => left > 0) ?? on?.times[0];
  const first = prices.find(({ type }) => type === 'ADULT') ?? prices[0];
  const counts: Counts = party.size > 0 ? party : new Map(first ? [[first.id, 1]] : []);
  const size = sizeOf(counts);
  const guests = ticketsOf(prices, counts);
  const wanted: PartnersBooking | null = departure && size > 0 ? { guests, ...(onAccount ? { onAccount } : {}) } : null;

  const { answer: told, answered } = usePreview(wanted && JSON.stringify([departure?.id, wanted]), () =>
    bookAsPartner({
      request: crypto.randomUUID(),
      organisation,
      departure: departure!.id,
      booking: { ...wanted!, preview: true },
    }),
  );
  const saving = useSave({
    send: (given: { departure: Uuid; booking: PartnersBooking }, request) =>
      bookAsPartner({ ...given, organisation, request }),
    touches: [[organisation]],
  });
  const refusal = told && !told.ok && told.code === 'refused' ? told.refusal : null;
  const failure = told && !told.ok && told.code !== 'refused' ? told : null;

  const pick = (change: () => void) => {
    setDay(null);
    setChosen(null);
    setParty(new Map());
    change();
  };

  async function book({ name, phone, email, locale, voucher, note, names, tells }: Read): Promise<boolean> {
    if (!wanted || !departure || !on) return false;
    const result = await saving.save({
      departure: departure.id,
      booking: {
        ...wanted,
        guests: guests.map((ticket, at) => {
          const own = at === 0 ? name : (names[`g${at}`] ?? '');
          return own === '' ? ticket : { ...ticket, name: own };
        }),
        contact: { name, phone: orNull(phone), email: orNull(email), locale },
        ...(voucher === '' ? {} : { voucher }),
        ...(note === '' ? {} : { note }),
        ...(tells ? {} : { mail: false }),
      },
    });
    if (!result.ok) {
      answered(result);
      return false;
    }
    form.reset();
    const when = `${formats.day(on.date)} ${departure.at}`;
    void showToast({ intent: 'success', text: intl.formatMessage({ id: 'bookings.new.done' }, { name, when }) });
    made.current = result.data.bookingId;
    return true;
  }

  const total = told?.ok
    ? told.data.money.total
    : prices.reduce((sum, { id, amount }) => sum + amount * (counts.get(id) ?? 0), 0);
  const field = (id: 'name' | 'phone' | 'email' | 'locale' | 'note') =>
    intl.formatMessage({ id: `bookings.field.${id}` });
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
        disabled={wanted === null || refusal !== null}
        onClose={() => (made.current === null ? onClose() : onMade(made.current))}
        onConfirm={() => submitted(form, book)}
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
            answer={answer}
            timeZone={company.timeZone}
            today={today}
            month={month}
            date={on?.date ?? day}
            departure={departure?.id ?? null}
            onMonth={setMonth}
            onDate={(date) => {
              setDay(date);
              setChosen(null);
            }}
            onDeparture={(id) => {
              setDay(on?.date ?? null);
              setChosen(id);
            }}
          />
          {answer.data && days.length === 0 && (
            <Message state="neutral">
              <FormattedMessage id="partnerBookings.noDepartures" />
            </Message>
          )}
          {prices.length > 0 && (
            <PartyFields
              scope={{ formats, currency: company.currency }}
              prices={prices}
              counts={counts}
              legend={<FormattedMessage id="bookings.new.party" />}
              onChange={setParty}
            />
          )}
          {account && (
            <PaysChoice
              left={formats.money(account.left, company.currency)}
              company={company.name}
              guestPays={guestPays}
              onChange={setGuestPays}
            />
          )}
          {refusal && (
            <Message state="attention" alert>
              {refusalWords(refusal, intl, formats.money)}
            </Message>
          )}
          <TextField<Typed> name="name" label={field('name')} required />
          {answer.data?.asksNames &&
            guests.slice(1).map(({ priceCategoryId }, before) => {
              const kind = prices.find(({ id }) => id === priceCategoryId)!.type;
              const name = `names.g${before + 1}` as const;
              return (
                <TextField<Typed>
                  key={name}
                  name={name}
                  label={intl.formatMessage(
                    { id: 'bookings.new.guest.name' },
                    { number: before + 2, category: intl.formatMessage({ id: CATEGORY_TEXTS[kind] }) },
                  )}
                />
              );
            })}
          <TextField<Typed>
            name="voucher"
            label={intl.formatMessage({ id: 'partnerBookings.voucher' })}
            hint={<FormattedMessage id="partnerBookings.voucher.hint" />}
          />
          <PhoneField<Typed> name="phone" label={field('phone')} />
          <TextField<Typed> name="email" label={field('email')} type="email" />
          <SelectField<Typed>
            name="locale"
            label={field('locale')}
            options={LOCALES.map((locale) => ({ value: locale, label: formats.language(locale) }))}
          />
          <TextField<Typed> name="note" label={field('note')} lines={2} />
          {form.watch('email').trim() !== '' && (
            <SwitchField<Typed> name="tells" label={intl.formatMessage({ id: 'bookings.new.tells' })} />
          )}
          {failure && <SaveFailed failure={failure} />}
        </div>
      </FormDialog>
    </FormProvider>
  );
}
