import { useRef, useState, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { HoldRefusal, OfferedTour } from '../../data/public-booking.ts';
import type { PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { suggestEmailAddress } from '../../domain/email-suggestion.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { goTo, parseBookingQuery } from '../page-url.ts';
import { useFormatParty } from '../ui/category-name.tsx';
import { SelectionSummary } from '../ui/selection-summary.tsx';
import { validateDetails, type CheckedField } from './details-errors.ts';
import { DetailsSummary } from './details-summary.tsx';
import { Field } from '../ui/field.tsx';
import { updateFlowInput, useBookingFlow, type CurrentHold } from './booking-flow.ts';
import { HoldRefused } from './hold-refused.tsx';
import { HoldTimer, useSecondsLeft } from './hold-timer.tsx';
import { CodePanel } from './lazy-code-panel.tsx';
import { OptionalFields } from './optional-fields.tsx';
import { NamesFields } from './names-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import { PriceLines } from './price-lines.tsx';
import { dateTimeParams } from '../ui/times.ts';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
import { useConfirmHold } from './use-confirm-hold.ts';
import { useHoldSeats } from './use-hold-seats.ts';
import { useSend } from '../ui/use-send.ts';

export function DetailsForm({
  catalog: { operator, organisation },
  tour,
  hold,
}: {
  catalog: Catalog;
  tour: PublicTour;
  hold: CurrentHold;
}) {
  const intl = useIntl();
  const formats = useFormats(operator.timeZone);
  const { title } = useTourTexts()(tour.texts);
  const { typed: input } = useBookingFlow();
  const summary = useRef<HTMLDivElement>(null);
  const [visitedFields, setVisitedFields] = useState<ReadonlySet<CheckedField>>(new Set());
  const [hasSubmitted, setHasSubmitted] = useState(false);
  const [isTyping, setTyping] = useState(false);
  const { isBusy, failure, send } = useSend();
  const [refusal, setRefusal] = useState<HoldRefusal | null>(null);
  const seats = useHoldSeats();
  const formatParty = useFormatParty();
  const secondsLeft = useSecondsLeft(hold);
  const { booking } = hold;
  const namedGuests = tour.asksNames ? booking.guests : [];
  const problems = validateDetails(input, namedGuests.length);
  const visibleProblem = (name: CheckedField) => (hasSubmitted || visitedFields.has(name) ? problems[name] : undefined);
  const guestLabel = (at: number) => intl.formatMessage({ id: 'booking.names.guest' }, { number: at + 1 });
  const names = {
    name: intl.formatMessage({ id: 'booking.field.name' }),
    email: intl.formatMessage({ id: 'booking.field.email' }),
    phone: intl.formatMessage({ id: 'booking.field.phone' }),
  };
  const problemText = (name: CheckedField) => {
    const problem = problems[name];
    const label = name in names ? names[name as keyof typeof names] : guestLabel(Number(name.slice('guest-'.length)));
    if (problem === 'required') return intl.formatMessage({ id: 'form.required' }, { name: label });
    if (problem === 'email') return intl.formatMessage({ id: 'form.email' });
    return problem && intl.formatMessage({ id: 'booking.field.phone.wrong' });
  };
  const tickets = booking.guests.flatMap(({ priceCategoryId }) => (priceCategoryId === null ? [] : [priceCategoryId]));
  const hint = suggestEmailAddress(input.email);

  async function holdAgain(
    departure = booking.departure.id,
    to = parseBookingQuery(window.location.search),
  ): Promise<void> {
    if (await seats.hold({ departure, categories: tickets, organisation: organisation?.slug ?? null })) {
      setRefusal(null);
      goTo({ query: to }, { replace: true });
    }
  }
  const { extend, book } = useConfirmHold({ hold, operator, names: namedGuests, send, onRefused: setRefusal });
  function submit(event: MouseEvent): void {
    event.preventDefault();
    setHasSubmitted(true);
    if (Object.keys(problems).length === 0) void book();
    // After the summary has rendered.
    else requestAnimationFrame(() => summary.current?.focus());
  }

  function takeHint(): void {
    updateFlowInput({ email: hint! });
    // The focused button disappears with the hint.
    document.getElementById('field-email')?.focus();
  }
  const leave = (name: CheckedField) => setVisitedFields((visited) => new Set([...visited, name]));
  const field = (name: 'name' | 'email', more: object) => (
    <Field
      name={name}
      label={names[name]}
      value={input[name]}
      problem={visibleProblem(name) && problemText(name)}
      onChange={(value) => updateFlowInput({ [name]: value })}
      onLeave={() => leave(name)}
      {...more}
    />
  );
  const refused = refusal ?? (seats.outcome?.kind === 'refused' ? seats.outcome.refusal : null);
  const failed = failure ?? (seats.outcome?.kind === 'failed' ? seats.outcome.failure : null);

  return (
    <form className="bk-form" noValidate>
      <SelectionSummary
        title={title}
        date={booking.departure.date}
        at={formats.time(booking.departure.startsAt)}
        language={booking.departure.language}
        party={formatParty(booking.guests)}
        formats={formats}
      />
      {!refused && (
        <HoldTimer
          hold={hold}
          isBusy={isBusy || seats.isBusy}
          onExtend={() => void extend()}
          onHoldAgain={() => void holdAgain()}
        />
      )}
      <DetailsSummary
        ref={summary}
        wrong={hasSubmitted ? (Object.keys(problems) as CheckedField[]) : []}
        wordsFor={problemText}
      />
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
      <PhoneField
        label={names.phone}
        problem={visibleProblem('phone') && problemText('phone')}
        onLeave={() => leave('phone')}
      />
      {namedGuests.length > 0 && (
        <NamesFields
          guests={namedGuests}
          label={guestLabel}
          problemOf={(name) => visibleProblem(name) && problemText(name)}
          onLeave={leave}
        />
      )}
      <OptionalFields operator={operator.name} />
      {refused && (
        <HoldRefused
          refusal={refused}
          timeZone={operator.timeZone}
          formats={formats}
          onTake={({ departureId, startsAt }: OfferedTour) =>
            void holdAgain(departureId, {
              ...parseBookingQuery(window.location.search),
              ...dateTimeParams(startsAt, operator.timeZone),
            })
          }
          onOtherDate={() => {
            const { step: _, time: __, ...rest } = parseBookingQuery(window.location.search);
            goTo({ query: rest });
          }}
        />
      )}
      {failed && <FailureNotice failure={failed} phone={operator.phone} />}
      {isTyping ? (
        <CodePanel booking={booking} phone={operator.phone} />
      ) : (
        // Hidden without collapsing when the hold expires, so that nothing shifts.
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
              a: (children) => (
                <a href={operator.termsUrl!} target="_blank" rel="noopener noreferrer">
                  {children}
                </a>
              ),
            }}
          />
        </p>
      )}
      {secondsLeft > 0 ? (
        // Handles the click, which Enter in a field also triggers: a sandboxed frame without allow-forms never fires
        // submit.
        <button type="submit" className="bk-first" aria-disabled={isBusy} onClick={submit}>
          {isBusy
            ? intl.formatMessage({ id: 'booking.booking' })
            : booking.money.dueNow > 0 && operator.paysOnline
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
