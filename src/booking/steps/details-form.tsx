import { useRef, useState, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { HoldRefusal, Offered, PublicTour, Shop } from '../../data/public-booking.ts';
import { emailHint } from '../../domain/email-hint.ts';
import { useFormats } from '../../ui/words/use-formats.ts';
import { goTo, readQuery } from '../address.ts';
import { usePartyWords } from '../parts/category-name.tsx';
import { Chosen } from '../parts/chosen.tsx';
import { problemsOf, type Checked } from './details-problems.ts';
import { DetailsSummary } from './details-summary.tsx';
import { Field } from '../parts/field.tsx';
import { type, useFlow, type Held } from './flow.ts';
import { HoldRefused } from './hold-refused.tsx';
import { HoldTimer, useSecondsLeft } from './hold-timer.tsx';
import { CodePanel } from './late-code.tsx';
import { MoreFields } from './more-fields.tsx';
import { NamesFields } from './names-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import { PriceLines } from './price-lines.tsx';
import { addressOfMoment } from '../parts/times.ts';
import { useTourTexts } from '../parts/tour-texts.ts';
import { FailureNotice, Notice } from '../parts/trouble.tsx';
import { useBook } from './use-book.ts';
import { useHold } from './use-hold.ts';
import { useSend } from '../parts/use-send.ts';

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
  const { extend, book } = useBook({ held, operator, names: named, send, onRefused: setRefusal });
  function submit(event: MouseEvent): void {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(problems).length === 0) void book();
    // After it is drawn.
    else requestAnimationFrame(() => summary.current?.focus());
  }

  function takeHint(): void {
    type({ email: hint! });
    // The hint goes with its button.
    document.getElementById('field-email')?.focus();
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
  const refused = refusal ?? (seats.outcome?.kind === 'refused' ? seats.outcome.refusal : null);
  const failed = failure ?? (seats.outcome?.kind === 'failed' ? seats.outcome.failure : null);

  return (
    <form className="bk-form" noValidate>
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
      <DetailsSummary ref={summary} wrong={asked ? (Object.keys(problems) as Checked[]) : []} wordsFor={wordsFor} />
      {field('name', { autoComplete: 'name', required: true })}
      {field('email', { type: 'email', autoComplete: 'email', required: true })}
      <div role="status">
        {hint && (
          <p className="bk-hint">
            <FormattedMessage
              id="booking.field.email.hint"
              values={{
                email: (
                  <button type="button" className="bk-link" onClick={takeHint}>
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
        // Its place stays when the time is over.
        <p style={{ visibility: secondsLeft > 0 ? 'visible' : 'hidden' }}>
          <button type="button" className="bk-link" onClick={() => setTyping(true)}>
            <FormattedMessage id="booking.code.have" />
          </button>
        </p>
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
        // By its click, which Enter in a field is, too: in a frame that its host allows no forms nothing is ever submitted.
        <button type="submit" className="bk-first" aria-disabled={isBusy} onClick={submit}>
          {isBusy
            ? intl.formatMessage({ id: 'booking.booking' })
            : booking.money.now > 0 && operator.paysOnline
              ? intl.formatMessage({ id: 'booking.pay.goOn' })
              : intl.formatMessage({ id: 'booking.book' }, { people: booking.guests.length })}
        </button>
      ) : (
        <Notice tone="neutral" live>
          <FormattedMessage id="booking.hold.over.text" />
        </Notice>
      )}
    </form>
  );
}
