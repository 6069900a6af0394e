import { useRef, useState, type MouseEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { HoldRefusal } from '../../data/public-booking.ts';
import type { PublicBooking, PublicTour, Catalog } from '../../data/public-booking-shapes.ts';
import { useFormats } from '../../ui/format/use-formats.ts';
import { goTo, parseBookingQuery } from '../page-url.ts';
import { useFormatParty } from '../ui/category-name.tsx';
import { SelectionSummary } from '../ui/selection-summary.tsx';
import { DetailsSummary } from './details-summary.tsx';
import type { CurrentHold } from './booking-flow.ts';
import { ContactFields } from './contact-fields.tsx';
import { HoldRefused } from './hold-refused.tsx';
import { HoldTimer, useSecondsLeft } from './hold-timer.tsx';
import { CodePanel } from './lazy-code-panel.tsx';
import { OptionalFields } from './optional-fields.tsx';
import { PriceLines } from './price-lines.tsx';
import { departureParams } from '../ui/times.ts';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
import { useConfirmHold } from './use-confirm-hold.ts';
import { useDetailsFields } from './use-details-fields.ts';
import { useHoldSeats } from './use-hold-seats.ts';
import { useSend } from '../ui/use-send.ts';

interface DetailsFormProps {
  catalog: Catalog;
  tour: PublicTour;
  hold: CurrentHold;
}

/** Books the held seats, extends the hold, or replaces it. */
function useHold(
  { catalog: { operator, organisation }, hold }: DetailsFormProps,
  namedGuests: PublicBooking['guests'],
) {
  const { isBusy, failure, send } = useSend();
  const [refusal, setRefusal] = useState<HoldRefusal | null>(null);
  const seats = useHoldSeats();
  const { booking } = hold;
  const tickets = booking.guests.flatMap(({ priceCategoryId }) => (priceCategoryId === null ? [] : [priceCategoryId]));

  async function holdAgain(
    departure = booking.departure.id,
    to = parseBookingQuery(window.location.search),
  ): Promise<void> {
    if (await seats.hold({ departure, categories: tickets, organisation: organisation?.slug ?? null })) {
      setRefusal(null);
      goTo({ query: to }, { replace: true });
    }
  }

  return {
    ...useConfirmHold({ hold, operator, namedGuests, send, onRefused: setRefusal }),
    isBusy,
    isHolding: seats.isBusy,
    refused: refusal ?? (seats.outcome?.kind === 'refused' ? seats.outcome.refusal : null),
    failed: failure ?? (seats.outcome?.kind === 'failed' ? seats.outcome.failure : null),
    holdAgain,
  };
}

export function DetailsForm(props: DetailsFormProps) {
  const { catalog, tour, hold } = props;
  const { operator } = catalog;
  const { booking } = hold;
  const formats = useFormats(operator.timeZone);
  const { title } = useTourTexts()(tour.texts);
  const summary = useRef<HTMLDivElement>(null);
  const formatParty = useFormatParty();
  const secondsLeft = useSecondsLeft(hold);
  const namedGuests = tour.asksNames ? booking.guests : [];
  const fields = useDetailsFields(namedGuests.length);
  const { isBusy, isHolding, refused, failed, extend, book, holdAgain } = useHold(props, namedGuests);

  function submit(event: MouseEvent): void {
    event.preventDefault();
    if (fields.submit()) void book();
    // After the summary has rendered.
    else requestAnimationFrame(() => summary.current?.focus());
  }

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
          isBusy={isBusy || isHolding}
          onExtend={() => void extend()}
          onHoldAgain={() => void holdAgain()}
        />
      )}
      <DetailsSummary ref={summary} wrong={fields.submittedProblems} wordsFor={fields.problemText} />
      <ContactFields fields={fields} guests={namedGuests} />
      <OptionalFields operator={operator.name} />
      {refused && (
        <OtherSeats refusal={refused} timeZone={operator.timeZone} onTake={(...seats) => void holdAgain(...seats)} />
      )}
      {failed && <FailureNotice failure={failed} phone={operator.phone} />}
      <CodeEntry booking={booking} phone={operator.phone} isHidden={secondsLeft <= 0} />
      <div role="status">
        <PriceLines booking={booking} formats={formats} />
      </div>
      {operator.termsUrl && <Terms operator={operator.name} url={operator.termsUrl} />}
      {secondsLeft > 0 ? (
        <BookButton booking={booking} paysOnline={operator.paysOnline} isBusy={isBusy} onClick={submit} />
      ) : (
        <Notice tone="neutral" live>
          <FormattedMessage id="booking.hold.over.text" />
        </Notice>
      )}
    </form>
  );
}

interface OtherSeatsProps {
  refusal: HoldRefusal;
  timeZone: string;
  onTake(departure: string, to: ReturnType<typeof parseBookingQuery>): void;
}

/** Offers other departures in place of one that is no longer available. */
function OtherSeats({ refusal, timeZone, onTake }: OtherSeatsProps) {
  return (
    <HoldRefused
      refusal={refusal}
      timeZone={timeZone}
      formats={useFormats(timeZone)}
      onTake={(offered) =>
        onTake(offered.departureId, {
          ...parseBookingQuery(window.location.search),
          ...departureParams(offered, timeZone),
        })
      }
      onOtherDate={() => {
        const { step: _, time: __, ...rest } = parseBookingQuery(window.location.search);
        goTo({ query: rest });
      }}
    />
  );
}

function CodeEntry({ booking, phone, isHidden }: { booking: PublicBooking; phone: string | null; isHidden: boolean }) {
  const [isTyping, setTyping] = useState(false);
  if (isTyping) return <CodePanel booking={booking} phone={phone} />;
  return (
    // Hidden without collapsing when the hold expires, so that nothing shifts.
    <p style={{ visibility: isHidden ? 'hidden' : 'visible' }}>
      <button type="button" className="bk-link" onClick={() => setTyping(true)}>
        <FormattedMessage id="booking.code.have" />
      </button>
    </p>
  );
}

function Terms({ operator, url }: { operator: string; url: string }) {
  return (
    <p className="bk-note">
      <FormattedMessage
        id="booking.terms"
        values={{
          operator,
          a: (children) => (
            <a href={url} target="_blank" rel="noopener noreferrer">
              {children}
            </a>
          ),
        }}
      />
    </p>
  );
}

interface BookButtonProps {
  booking: PublicBooking;
  paysOnline: boolean;
  isBusy: boolean;
  onClick(event: MouseEvent): void;
}

function BookButton({ booking, paysOnline, isBusy, onClick }: BookButtonProps) {
  const intl = useIntl();
  return (
    // Handles the click, which Enter in a field also triggers: a sandboxed frame without allow-forms never fires
    // submit.
    <button type="submit" className="bk-primary" aria-disabled={isBusy} onClick={onClick}>
      {isBusy
        ? intl.formatMessage({ id: 'booking.booking' })
        : booking.money.dueNow > 0 && paysOnline
          ? intl.formatMessage({ id: 'booking.pay.goOn' })
          : intl.formatMessage({ id: 'booking.book' }, { people: booking.guests.length })}
    </button>
  );
}
