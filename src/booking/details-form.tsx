import { useRef, useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import {
  confirmHold,
  extendHold,
  readPublicBooking,
  type HoldRefusal,
  type Offered,
  type PublicTour,
  type Shop,
} from '../data/public-booking.ts';
import { emailHint } from '../domain/email-hint.ts';
import { useFormats } from '../ui/use-formats.ts';
import { carried, goTo, pathHere, readQuery } from './address.ts';
import { usePartyWords } from './category-name.tsx';
import { Chosen } from './chosen.tsx';
import { guestName, problemsOf, type Checked } from './details-problems.ts';
import { tell } from './embedding.ts';
import { Field } from './field.tsx';
import { currentFlow, keepHeld, requestFor, type, useFlow, type Held } from './flow.ts';
import { HoldRefused } from './hold-refused.tsx';
import { HoldTimer, useSecondsLeft } from './hold-timer.tsx';
import { CodePanel } from './late-code.tsx';
import { MoreFields, useNewsWords } from './more-fields.tsx';
import { NamesFields } from './names-fields.tsx';
import { PhoneField, sentPhone } from './phone-field.tsx';
import { PriceLines } from './price-lines.tsx';
import { addressOfMoment } from './times.ts';
import { useTourTexts } from './tour-texts.ts';
import { FailureNotice, Notice } from './trouble.tsx';
import { useHold } from './use-hold.ts';
import { useSend } from './use-send.ts';

export function DetailsForm({
  shop: { operator, organisation },
  tour,
  held,
}: {
  shop: Shop;
  tour: PublicTour;
  held: Held;
}) {
  const intl = useIntl();
  const formats = useFormats(operator.timeZone);
  const { title } = useTourTexts()(tour.texts);
  const { typed } = useFlow();
  const summary = useRef<HTMLDivElement>(null);
  const [left, setLeft] = useState<ReadonlySet<Checked>>(new Set());
  const [asked, setAsked] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const { isBusy, failure, send } = useSend();
  const [refusal, setRefusal] = useState<HoldRefusal | null>(null);
  const seats = useHold();
  const partyWords = usePartyWords();
  const newsWords = useNewsWords();
  const secondsLeft = useSecondsLeft(held);
  const { booking } = held;
  const named = tour.asksNames ? booking.guests : [];
  const problems = problemsOf(typed, named.length);
  const shown = (name: Checked) => (asked || left.has(name) ? problems[name] : undefined);
  const guestLabel = (at: number) => intl.formatMessage({ id: 'booking.names.guest' }, { number: at + 1 });
  const names = {
    name: intl.formatMessage({ id: 'booking.field.name' }),
    email: intl.formatMessage({ id: 'booking.field.email' }),
    phone: intl.formatMessage({ id: 'booking.field.phone' }),
  };
  const wordsFor = (name: Checked) => {
    const problem = problems[name];
    const label = name in names ? names[name as keyof typeof names] : guestLabel(Number(name.slice('guest-'.length)));
    if (problem === 'required') return intl.formatMessage({ id: 'form.required' }, { name: label });
    if (problem === 'email') return intl.formatMessage({ id: 'form.email' });
    return problem && intl.formatMessage({ id: 'booking.field.phone.wrong' });
  };
  const tickets = booking.guests.flatMap(({ priceCategoryId }) => (priceCategoryId === null ? [] : [priceCategoryId]));
  const hint = emailHint(typed.email);

  async function again(departure = booking.departure.id, to = readQuery(window.location.search)): Promise<void> {
    if (await seats.hold({ departure, categories: tickets, organisation: organisation?.slug ?? null })) {
      setRefusal(null);
      goTo({ query: to }, { replace: true });
    }
  }
  const seeBooking = () =>
    goTo({ path: pathHere(`/booking/isolated/view/${currentFlow().token}`), query: carried() }, { replace: true });
  const extend = () =>
    send(async () => {
      const { token } = currentFlow();
      const answer = await extendHold({ request: requestFor(`extend ${booking.reference}`), token });
      const isExtended = !answer.ok && answer.code === 'refused' && answer.refusal.status === 'extended_before';
      // From another tab: the timer says that it was, and until when.
      const told = isExtended ? await readPublicBooking(token) : answer;
      if (told.ok) keepHeld(told.data.booking);
      else if (told.code !== 'refused') return told;
      else if (told.refusal.status === 'wrong_state') seeBooking();
      // Its time was over when it was asked, and its seats are gone.
      else if (told.refusal.status !== 'extended_before') setRefusal(told.refusal);
      return null;
    });
  async function book(event: FormEvent): Promise<void> {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problems).length > 0) {
      // After it is drawn.
      requestAnimationFrame(() => summary.current?.focus());
      return;
    }
    await send(async () => {
      const details = {
        ...typed,
        ...sentPhone(typed),
        locale: typed.language === '' ? formats.locale : typed.language,
        news: typed.news ? newsWords(operator.name) : null,
        names: named.map(({ id }, at) => ({ guestId: id, name: guestName(typed, at).trim() })),
      };
      const { token } = currentFlow();
      const answer = await confirmHold({
        request: requestFor(`book ${booking.reference} ${JSON.stringify(details)}`),
        token,
        details,
      });
      if (answer.ok && answer.data.booking.state === 'ON_HOLD') {
        keepHeld(answer.data.booking);
        goTo({ path: pathHere(`/booking/isolated/payment/${token}`), query: carried() });
      } else if (answer.ok) {
        seeBooking();
        keepHeld(answer.data.booking);
        tell({ type: 'booked', reference: booking.reference, operator: operator.slug });
      } else if (answer.code !== 'refused') return answer;
      // Its time ended while it was sent.
      else if (answer.refusal.status === 'wrong_state' && answer.refusal.state === 'EXPIRED')
        keepHeld({ ...booking, state: 'EXPIRED', secondsLeft: null });
      // Booked from another tab, or by a request whose answer was lost.
      else if (answer.refusal.status === 'wrong_state') seeBooking();
      // The tour has begun to ask for names since the page was read.
      else if (answer.refusal.status === 'no_names') window.location.reload();
      else if (answer.refusal.status !== 'no_contact') setRefusal(answer.refusal);
      return null;
    });
  }

  const leave = (name: Checked) => setLeft((known) => new Set([...known, name]));
  const field = (name: 'name' | 'email', more: object) => (
    <Field
      name={name}
      label={names[name]}
      value={typed[name]}
      problem={shown(name) && wordsFor(name)}
      onChange={(value) => type({ [name]: value })}
      onLeave={() => leave(name)}
      {...more}
    />
  );
  const count = asked ? Object.keys(problems) : [];
  const refused = refusal ?? (seats.outcome?.kind === 'refused' ? seats.outcome.refusal : null);
  const failed = failure ?? (seats.outcome?.kind === 'failed' ? seats.outcome.failure : null);

  return (
    <form className="bk-form" noValidate onSubmit={(event) => void book(event)}>
      <Chosen
        title={title}
        date={booking.departure.date}
        at={formats.time(booking.departure.startsAt)}
        language={booking.departure.language}
        party={partyWords(booking.guests)}
        formats={formats}
      />
      {!refused && (
        <HoldTimer
          held={held}
          isBusy={isBusy || seats.isBusy}
          onExtend={() => void extend()}
          onAgain={() => void again()}
        />
      )}
      {count.length > 0 && (
        <div ref={summary} tabIndex={-1} className="bk-notice bk-no" role="alert">
          <strong>
            <FormattedMessage id="booking.details.wrong" values={{ count: count.length }} />
          </strong>
          <ul>
            {count.map((name) => (
              <li key={name}>
                <a
                  href={`#field-${name}`}
                  onClick={(event) => {
                    event.preventDefault();
                    document.getElementById(`field-${name}`)?.focus();
                  }}
                >
                  {wordsFor(name as Checked)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      )}
      {field('name', { autoComplete: 'name', required: true })}
      {field('email', { type: 'email', autoComplete: 'email', required: true })}
      <div role="status">
        {hint && (
          <p className="bk-hint">
            <FormattedMessage
              id="booking.field.email.hint"
              values={{
                email: (
                  <button type="button" className="bk-link" onClick={() => type({ email: hint })}>
                    {hint}
                  </button>
                ),
              }}
            />
          </p>
        )}
      </div>
      <PhoneField label={names.phone} problem={shown('phone') && wordsFor('phone')} onLeave={() => leave('phone')} />
      {named.length > 0 && (
        <NamesFields
          guests={named}
          label={guestLabel}
          problemOf={(name) => shown(name) && wordsFor(name)}
          onLeave={leave}
        />
      )}
      <MoreFields operator={operator.name} />
      {refused && (
        <HoldRefused
          refusal={refused}
          timeZone={operator.timeZone}
          formats={formats}
          onTake={({ departureId, startsAt }: Offered) =>
            void again(departureId, {
              ...readQuery(window.location.search),
              ...addressOfMoment(startsAt, operator.timeZone),
            })
          }
          onOtherDate={() => {
            const { step: _, time: __, ...rest } = readQuery(window.location.search);
            goTo({ query: rest });
          }}
        />
      )}
      {failed && <FailureNotice failure={failed} phone={operator.phone} />}
      {isTyping ? (
        <CodePanel booking={booking} phone={operator.phone} />
      ) : (
        secondsLeft > 0 && (
          <p>
            <button type="button" className="bk-link" onClick={() => setTyping(true)}>
              <FormattedMessage id="booking.code.have" />
            </button>
          </p>
        )
      )}
      <div role="status">
        <PriceLines booking={booking} formats={formats} />
      </div>
      {operator.termsUrl && (
        <p className="bk-note">
          <FormattedMessage
            id="booking.terms"
            values={{
              operator: operator.name,
              a: (words) => (
                <a href={operator.termsUrl!} target="_blank" rel="noopener noreferrer">
                  {words}
                </a>
              ),
            }}
          />
        </p>
      )}
      {secondsLeft > 0 ? (
        <button type="submit" className="bk-first" aria-disabled={isBusy}>
          {isBusy
            ? intl.formatMessage({ id: 'booking.booking' })
            : booking.money.now > 0 && operator.paysOnline
              ? intl.formatMessage({ id: 'booking.pay.goOn' })
              : intl.formatMessage({ id: 'booking.book' }, { people: booking.guests.length })}
        </button>
      ) : (
        <Notice tone="neutral">
          <FormattedMessage id="booking.hold.first" />
        </Notice>
      )}
    </form>
  );
}
