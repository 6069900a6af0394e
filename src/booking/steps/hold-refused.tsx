/** Why the seats could not be held, with alternatives. Input is kept. */
import { FormattedMessage } from 'react-intl';
import type { Catalog } from '../../data/public-booking-shapes.ts';
import type { HoldRefusal } from '../../data/public-booking.ts';
import type { OfferedTour } from '../../data/public-booking-shapes.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { persistentParams } from '../page-url.ts';
import { startNewBooking, getFlow } from './booking-flow.ts';
import { InnerLink } from '../ui/inner-link.tsx';
import { OtherDepartures } from './other-departures.tsx';
import { FailureNotice, Notice } from '../ui/error-states.tsx';
import type { HoldOutcome } from './use-hold-seats.ts';

export interface HoldRefusedProps {
  refusal: HoldRefusal;
  timeZone: string;
  formats: Formats;
  onTake(offered: OfferedTour): void;
  onOtherDate(): void;
  /** Holds the seats as another booking, if this page has already made one. */
  onAnother?: () => void;
}

export function HoldRefused({ refusal, timeZone, formats, onTake, onOtherDate, onAnother }: HoldRefusedProps) {
  const other = (
    <button type="button" className="bk-secondary" onClick={onOtherDate}>
      <FormattedMessage id="booking.otherDate" />
    </button>
  );
  const others = (next: readonly OfferedTour[]) => (
    <OtherDepartures others={next} timeZone={timeZone} formats={formats} onTake={onTake} />
  );
  if (refusal.status === 'sold_out')
    return (
      <Notice
        tone="attention"
        live
        title={<FormattedMessage id="booking.soldOut.title" values={{ left: refusal.left }} />}
      >
        <p>
          <FormattedMessage id="booking.soldOut.text" />
        </p>
        {others(refusal.next)}
        {other}
      </Notice>
    );
  const id = {
    closed: 'booking.refused.closed',
    departure_cancelled: 'booking.refused.cancelled',
    too_late: 'booking.refused.tooLate',
    party_too_small: 'booking.refused.changed',
    wrong_category: 'booking.refused.changed',
    wrong_age: 'booking.refused.changed',
    not_accompanied: 'booking.refused.changed',
    wrong_state: 'booking.refused.booked',
    code_used_up: 'booking.code.code_used_up',
    id_reused: 'booking.refused.changed',
  } as const;
  return (
    <Notice tone="attention" live>
      <p>
        <FormattedMessage id={id[refusal.status]} />
      </p>
      {'next' in refusal && others(refusal.next)}
      {refusal.status === 'wrong_state' ? onAnother && <BookedBefore onAnother={onAnother} /> : other}
    </Notice>
  );
}

function BookedBefore({ onAnother }: { onAnother(): void }) {
  return (
    <p className="bk-actions">
      <InnerLink
        className="bk-secondary"
        to={{ path: `/booking/isolated/view/${getFlow().token}`, query: persistentParams() }}
      >
        <FormattedMessage id="booking.see" />
      </InnerLink>
      <button
        type="button"
        className="bk-secondary"
        onClick={() => {
          startNewBooking();
          onAnother();
        }}
      >
        <FormattedMessage id="booking.another" />
      </button>
    </p>
  );
}

export interface HoldOutcomeNoticeProps extends Pick<HoldRefusedProps, 'onTake' | 'onOtherDate' | 'onAnother'> {
  outcome: HoldOutcome;
  operator: Catalog['operator'];
}

/** Says why the seats could not be held, or that the request failed. */
export function HoldOutcomeNotice({ outcome, operator, ...actions }: HoldOutcomeNoticeProps) {
  const formats = useFormats(operator.timeZone);
  return outcome.kind === 'refused' ? (
    <HoldRefused refusal={outcome.refusal} timeZone={operator.timeZone} formats={formats} {...actions} />
  ) : (
    <FailureNotice failure={outcome.failure} phone={operator.phone} />
  );
}
