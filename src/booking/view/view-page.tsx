/** The guest's booking: codes, time and place, and changes that are still possible. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { localDateIn } from '../../lib/local-date.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { persistentParams, usePageUrl } from '../page-url.ts';
import { CancelPanel } from './cancel-panel.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { isEmbedded } from '../embedding.ts';
import { startNewBooking, getFlow } from '../steps/booking-flow.ts';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { InnerLink } from '../ui/inner-link.tsx';
import { SaveTicket } from './save-ticket.tsx';
import type { SavedTicket } from './saved-tickets.ts';
import { RunningLatePanel } from './running-late-panel.tsx';
import { MovePanel } from './move-panel.tsx';
import { NamesPanel } from './names-panel.tsx';
import { StateNotice } from './state-notice.tsx';
import { TicketCodes } from './ticket-codes.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, NotFound, Notice, Waiting } from '../ui/error-states.tsx';
import { useLiveBooking } from './use-live-booking.ts';
import { useSignedCodes } from './use-signed-codes.ts';
import { WhenAndWhere } from './when-and-where.tsx';

export function ViewPage({ token }: { token: string }) {
  const { path } = usePageUrl();
  const { query, booking, savedTicket, isChanged, change } = useLiveBooking(token);
  const visibleBooking = booking ?? savedTicket?.booking;
  if (visibleBooking)
    return (
      <Booking
        booking={visibleBooking}
        token={token}
        savedTicket={booking ? null : savedTicket}
        isChanged={isChanged}
        onChange={change}
      />
    );
  if (query.state === 'failed' && query.failure.code === 'not_found')
    return <NotFound path={path.replace(token, '…')} />;
  return (
    <PageFrame operator={null} step="waiting">
      {query.state === 'waiting' && <Waiting isLong={query.isLong} lines={4} />}
      {query.state === 'failed' && <FailureNotice failure={query.failure} onRetry={query.refetch} />}
    </PageFrame>
  );
}

type Panel = 'cancel' | 'move' | 'names';

interface BookingProps {
  booking: PublicBooking;
  token: string;
  /** The saved ticket that is shown while offline. */
  savedTicket: SavedTicket | null;
  isChanged: boolean;
  onChange(booking: PublicBooking): void;
}

function Booking({ booking, token, savedTicket, isChanged, onChange }: BookingProps) {
  const { operator, organisation, departure, state, may, money, guests } = booking;
  const formats = useFormats(operator.timeZone);
  const { title } = useTourTexts()(booking.tour.texts);
  const now = useNow();
  const signed = useSignedCodes(booking, { token, savedTicket });
  const isNew = getFlow().token === token && state === 'CONFIRMED';
  const isOver = now >= Date.parse(departure.endsAt);
  const areAllCheckedIn = guests.every(({ isCheckedIn }) => isCheckedIn);
  const isValid = state === 'CONFIRMED' || state === 'PENDING';
  const home = ['/booking/isolated', organisation?.slug, operator.slug].filter(Boolean).join('/');
  return (
    <PageFrame operator={operator} partner={organisation} step={`view ${state}`}>
      <DocumentTitle name={title} of={operator.name} />
      <Heading>{title}</Heading>
      <div role="status">
        {savedTicket && <SavedNotice savedAt={savedTicket.at} timeZone={operator.timeZone} formats={formats} />}
        {isChanged && (
          <Notice tone="attention">
            <FormattedMessage id="booking.view.changed" />
          </Notice>
        )}
      </div>
      <StateNotice booking={booking} isNew={isNew} now={now} formats={formats}>
        {isValid && (isNew || isEmbedded()) && <SaveTicket token={token} title={title} />}
      </StateNotice>
      {may.pay && <PayLink token={token} amount={formats.money(money.due, money.currency)} />}
      <WhenAndWhere booking={booking} token={token} formats={formats} />
      {state === 'CONFIRMED' && !departure.isCancelled && !isOver && !areAllCheckedIn && (
        <TicketCodes booking={booking} token={token} signed={signed} />
      )}
      {may.beLate && <RunningLatePanel booking={booking} token={token} onChange={onChange} />}
      {isValid && !may.pay && money.due > 0 && (
        <div className="bk-total">
          <span>
            <FormattedMessage id="booking.onArrival" />
          </span>
          <strong>{formats.money(money.due, money.currency)}</strong>
        </div>
      )}
      {state === 'CONFIRMED' && (may.cancel || may.move) && (
        <ChangeSection booking={booking} token={token} formats={formats} onChange={onChange} />
      )}
      <p className="bk-actions">
        <InnerLink
          className="bk-secondary"
          to={{ path: home, query: persistentParams() }}
          onGo={() => getFlow().token === token && startNewBooking()}
        >
          <FormattedMessage id="booking.another" />
        </InnerLink>
      </p>
    </PageFrame>
  );
}

function PayLink({ token, amount }: { token: string; amount: string }) {
  return (
    <p className="bk-actions">
      <InnerLink className="bk-primary" to={{ path: `/booking/isolated/payment/${token}`, query: persistentParams() }}>
        <FormattedMessage id="booking.pay.do" values={{ amount }} />
      </InnerLink>
    </p>
  );
}

function SavedNotice({ savedAt, timeZone, formats }: { savedAt: number; timeZone: string; formats: Formats }) {
  return (
    <Notice tone="waiting">
      <FormattedMessage
        id="booking.view.kept"
        values={{
          day: formats.day(localDateIn(timeZone, savedAt)),
          time: formats.time(new Date(savedAt).toISOString()),
        }}
      />
    </Notice>
  );
}

interface ChangeSectionProps extends Pick<BookingProps, 'booking' | 'token' | 'onChange'> {
  formats: Formats;
}

/** The changes that the guest can still make. */
function ChangeSection({ booking, token, formats, onChange }: ChangeSectionProps) {
  const { operator, departure, may } = booking;
  const now = useNow();
  const [panel, setPanel] = useState<Panel | null>(null);
  const until = {
    day: formats.day(localDateIn(operator.timeZone, Date.parse(may.until))),
    time: formats.time(may.until),
  };
  const [changed, setChanged] = useState<{ panel: 'names' | 'move'; version: number } | null>(null);
  const onPanelChange = (next: PublicBooking) => {
    onChange(next);
    setPanel(null);
    // A cancelled booking is a new step of the page and focuses its heading.
    setChanged(panel === 'cancel' || panel === null ? null : { panel, version: next.version });
  };
  return (
    <section className="bk-card">
      <h2>
        <FormattedMessage id="booking.change.title" />
      </h2>
      <p className="bk-note">
        {now <= Date.parse(may.until) ? (
          <FormattedMessage id="booking.policy" values={until} />
        ) : (
          <FormattedMessage id="booking.policy.passed" values={until} />
        )}
      </p>
      <div className="bk-actions">
        <PanelButton name="names" panel={panel} onOpen={setPanel} />
        {may.move && <PanelButton name="move" panel={panel} onOpen={setPanel} />}
        {may.cancel && <PanelButton name="cancel" panel={panel} onOpen={setPanel} />}
      </div>
      {changed && panel === null && (
        <Result key={changed.version}>
          <FormattedMessage
            id={CHANGED[changed.panel]}
            values={{ day: formats.date(departure.date), time: formats.time(departure.startsAt) }}
          />
        </Result>
      )}
      {panel === 'names' && (
        <NamesPanel booking={booking} token={token} onRefetched={onChange} onChanged={onPanelChange} />
      )}
      {panel === 'move' && <MovePanel booking={booking} token={token} formats={formats} onChanged={onPanelChange} />}
      {panel === 'cancel' && (
        <CancelPanel booking={booking} token={token} formats={formats} onChanged={onPanelChange} />
      )}
    </section>
  );
}

const CHANGED = { names: 'booking.change.names.done', move: 'booking.change.move.done' } as const;

/** Announces the result of a closed panel, and takes over its focus. */
function Result({ children }: { children: ReactNode }) {
  const noticeRef = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    noticeRef.current?.focus();
  }, []);
  return (
    <p ref={noticeRef} tabIndex={-1} className="bk-notice bk-ok">
      {children}
    </p>
  );
}

const PANELS = { names: 'booking.change.names', move: 'booking.change.move', cancel: 'booking.change.cancel' } as const;

function PanelButton({ name, panel, onOpen }: { name: Panel; panel: Panel | null; onOpen(panel: Panel | null): void }) {
  return (
    <button
      type="button"
      className="bk-secondary"
      aria-expanded={panel === name}
      onClick={() => onOpen(panel === name ? null : name)}
    >
      <FormattedMessage id={PANELS[name]} />
    </button>
  );
}
