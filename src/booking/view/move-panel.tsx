/** Moves a booking to another departure of the tour: day, time, price difference, confirmation. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicTime } from '../../data/public-booking-shapes.ts';
import { moveAsGuest, readMonth } from '../../data/public-booking.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { monthOf } from '../../lib/month-grid.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { DateGrid } from '../../ui/dates/date-grid.tsx';
import type { Formats } from '../../ui/format/use-formats.ts';
import type { PanelProps } from './cancel-panel.tsx';
import { useDayDetails } from '../steps/date-step.tsx';
import { idempotencyKeyFor } from '../steps/booking-flow.ts';
import { TimesList } from '../ui/times-list.tsx';
import { lastDateToChoose } from '../ui/last-date.ts';
import { findDepartureAt } from '../ui/times.ts';
import { FailureNotice, Notice, Waiting } from '../ui/error-states.tsx';
import { usePublicQuery } from '../ui/use-public-query.ts';
import { useSend } from '../ui/use-send.ts';

interface Preview {
  kind: 'preview';
  to: PublicTime;
  date: string;
  difference: number;
}
type MoveNotice = Preview | { kind: 'refused'; id: MessageId };

type Refusal = Extract<Awaited<ReturnType<typeof moveAsGuest>>, { code: 'refused' }>['refusal'];
/** The others mean that the chosen departure cannot be booked. */
const REFUSALS: Partial<Record<Refusal['status'], MessageId>> = {
  sold_out: 'booking.move.full',
  deadline_passed: 'booking.move.deadline',
  moving_not_allowed: 'booking.move.notAllowed',
  checked_in: 'booking.move.checkedIn',
  wrong_state: 'booking.move.changed',
  id_reused: 'booking.move.changed',
};

function useMove({ booking, token, onChanged }: Omit<PanelProps, 'formats'>, date: string | null) {
  const { isBusy, failure, send } = useSend();
  const [notice, setNotice] = useState<MoveNotice | null>(null);

  async function requestMove(to: PublicTime, preview: boolean): Promise<void> {
    if (date === null) return;
    await send(async () => {
      const request = idempotencyKeyFor(`move ${booking.reference} ${booking.version} ${to.id}`);
      const moved = await moveAsGuest({ request, token, departure: to.id, preview });
      if (!moved.ok && moved.code !== 'refused') return moved;
      if (!moved.ok) setNotice({ kind: 'refused', id: REFUSALS[moved.refusal.status] ?? 'booking.move.refused' });
      else if (preview) setNotice({ kind: 'preview', to, date, difference: moved.data.difference ?? 0 });
      else if (moved.data.booking) onChanged(moved.data.booking);
      return null;
    });
  }

  return { isBusy, failure, notice, setNotice, requestMove };
}

export function MovePanel({ booking, token, formats, onChanged }: PanelProps) {
  const { operator, tour, departure, money } = booking;
  const today = localDateIn(operator.timeZone, useNow());
  const [month, setMonth] = useState(monthOf(departure.date));
  const [date, setDate] = useState<string | null>(null);
  const { isBusy, failure, notice, setNotice, requestMove } = useMove({ booking, token, onChanged }, date);
  const query = usePublicQuery(`month ${tour.id} ${month}`, (signal) =>
    readMonth({ operator: operator.slug, tour: tour.id, month, token: null }, { signal }),
  );
  const days = query.state === 'loaded' ? query.data.days : [];
  const detailsOf = useDayDetails(days, formats);
  const times = days.find((day) => day.date === date)?.times.filter(({ id }) => id !== departure.id) ?? [];

  return (
    <div className="bk-panel">
      <DateGrid
        month={month}
        selected={date}
        today={today}
        from={today}
        to={lastDateToChoose(today)}
        detailsOf={detailsOf}
        onMonthChange={setMonth}
        onSelect={(next) => {
          setDate(next);
          setNotice(null);
        }}
      />
      {query.state === 'waiting' && <Waiting isLong={query.isLong} phone={operator.phone} lines={0} />}
      {query.state === 'failed' && (
        <FailureNotice failure={query.failure} phone={operator.phone} onRetry={query.refetch} />
      )}
      <TimesList
        times={times}
        formats={formats}
        showsLanguage
        onChoose={(time) => {
          const to = date && findDepartureAt(days, { date, time });
          if (to) void requestMove(to, true);
        }}
      />
      <div role="status">
        {notice?.kind === 'preview' && (
          <MovePreview
            preview={notice}
            currency={money.currency}
            formats={formats}
            isBusy={isBusy}
            onMove={() => void requestMove(notice.to, false)}
          />
        )}
        {notice?.kind === 'refused' && (
          <Notice tone="attention">
            <FormattedMessage id={notice.id} />
          </Notice>
        )}
      </div>
      {failure && <FailureNotice failure={failure} phone={operator.phone} />}
    </div>
  );
}

interface MovePreviewProps {
  preview: Preview;
  currency: string;
  formats: Formats;
  isBusy: boolean;
  onMove(): void;
}

function MovePreview({ preview, currency, formats, isBusy, onMove }: MovePreviewProps) {
  return (
    <Notice tone="neutral">
      <p>
        <FormattedMessage
          id="booking.move.to"
          values={{
            day: formats.date(preview.date),
            time: formats.time(preview.to.startsAt),
            language: formats.language(preview.to.language),
          }}
        />
      </p>
      <p>
        {preview.difference === 0 ? (
          <FormattedMessage id="booking.move.same" />
        ) : preview.difference > 0 ? (
          <FormattedMessage id="booking.move.more" values={{ amount: formats.money(preview.difference, currency) }} />
        ) : (
          <FormattedMessage id="booking.move.less" values={{ amount: formats.money(-preview.difference, currency) }} />
        )}
      </p>
      <button type="button" className="bk-primary" aria-disabled={isBusy} onClick={onMove}>
        <FormattedMessage id={isBusy ? 'booking.moving' : 'booking.move.do'} />
      </button>
    </Notice>
  );
}
