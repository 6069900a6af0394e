/** The amount due of a booking, paid on the provider's page, which returns here. */
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { beginPayment } from '../../data/public-payment.ts';
import type { Failure } from '../../domain/result.ts';
import { useFormats, type Formats } from '../../ui/format/use-formats.ts';
import { persistentParams, goTo, localizedPath, usePageUrl } from '../page-url.ts';
import { useFormatParty } from '../ui/category-name.tsx';
import { SelectionSummary } from '../ui/selection-summary.tsx';
import { DocumentTitle } from '../ui/document-title.tsx';
import { isEmbedded, postToHost } from '../embedding.ts';
import { PageFrame, Heading } from '../ui/page-frame.tsx';
import { InnerLink } from '../ui/inner-link.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { useTourTexts } from '../ui/tour-texts.ts';
import { FailureNotice, NotFound, Notice, Waiting } from '../ui/error-states.tsx';
import { useLocale } from '../ui/use-locale.ts';
import { usePaymentStatus, type PaymentStatus } from './use-payment-status.ts';

/** How the guest returned from the provider, from the fragment. */
type ReturnKind = 'paid' | 'back' | null;
const returnKindOf = (): ReturnKind =>
  window.location.hash === '#paid' ? 'paid' : window.location.hash === '#back' ? 'back' : null;

/** Whether nothing more is due now: all is paid, or the deposit was just paid. */
const isSettled = ({ booking: { state, money }, payment }: PaymentStatus) =>
  state === 'CONFIRMED' && (money.due === 0 || (payment.state === 'paid' && payment.outcome === 'received'));
/** Whether a payment is expected to be confirmed soon. */
const isPaymentExpected = ({ booking, payment }: PaymentStatus, hasPaid: boolean) =>
  payment.isWaiting || (hasPaid && payment.state === 'open' && booking.money.due > 0);

export function PaymentPage({ token }: { token: string }) {
  const { path } = usePageUrl();
  const [returnKind] = useState(returnKindOf);
  const [isOpened, setOpened] = useState(false);
  const hasPaid = returnKind === 'paid' || isOpened;
  // A payment refused once can still succeed in the tab that was opened for it.
  const isExpected = (now: PaymentStatus) => isPaymentExpected(now, hasPaid) || (isOpened && now.payment.mayPay);
  const { query, paying, refetch } = usePaymentStatus(token, isExpected);
  if (paying)
    return (
      <Payment
        paying={paying}
        token={token}
        returnKind={returnKind}
        isOpened={isOpened}
        onOpened={() => setOpened(true)}
        onRefetch={refetch}
      />
    );
  if (query.state === 'failed' && query.failure.code === 'not_found')
    return <NotFound path={path.replace(token, '…')} />;
  return (
    <PageFrame operator={null} step="waiting">
      {query.state === 'waiting' && <Waiting isLong={query.isLong} />}
      {query.state === 'failed' && <FailureNotice failure={query.failure} onRetry={query.refetch} />}
    </PageFrame>
  );
}

interface PaymentProps {
  paying: PaymentStatus;
  token: string;
  returnKind: ReturnKind;
  /** The guest pays in another tab while this one waits; it can be reopened from here. */
  isOpened: boolean;
  onOpened(): void;
  onRefetch(): Promise<void>;
}

function Payment({ paying, token, returnKind, isOpened, onOpened, onRefetch }: PaymentProps) {
  const { booking, payment } = paying;
  const { operator, organisation, departure, money, state } = booking;
  const formats = useFormats(operator.timeZone);
  const formatParty = useFormatParty();
  const { title } = useTourTexts()(booking.tour.texts);
  const settled = isSettled(paying);
  // A booking that was paid before the page was opened is only shown.
  const mustAnnounce = useRef(returnKind === 'paid');
  useEffect(() => {
    if (!settled) mustAnnounce.current = true;
    else if (mustAnnounce.current) {
      mustAnnounce.current = false;
      postToHost({ type: 'booked', reference: booking.reference, operator: operator.slug });
      goTo({ path: localizedPath(`/booking/isolated/view/${token}`), query: persistentParams() }, { replace: true });
    }
  }, [settled, booking.reference, operator.slug, token]);

  const isAwaited = isPaymentExpected(paying, returnKind === 'paid' || isOpened);
  return (
    <PageFrame operator={operator} partner={organisation} step={`payment ${state}`}>
      <DocumentTitle id="booking.pay.title" of={operator.name} />
      <Heading>
        <FormattedMessage id="booking.pay.title" />
      </Heading>
      <SelectionSummary
        title={title}
        date={departure.date}
        at={formats.time(departure.startsAt)}
        language={departure.language}
        party={formatParty(booking.guests)}
        formats={formats}
      />
      <div role="status">
        <PaymentNotice paying={paying} isAwaited={isAwaited} hasReturned={returnKind === 'back'} formats={formats} />
      </div>
      <div className="bk-form">
        <Totals booking={booking} mayPay={payment.mayPay} formats={formats} />
        {payment.mayPay && (!isAwaited || (isOpened && !payment.isWaiting)) && (
          <Pay
            paying={paying}
            token={token}
            amount={formats.money(money.dueNow, money.currency)}
            onOpened={onOpened}
            onRefetch={onRefetch}
          />
        )}
      </div>
      <NextStep booking={booking} token={token} isOver={!payment.mayPay && !isAwaited} />
    </PageFrame>
  );
}

const isValidBooking = ({ state }: PublicBooking) => state === 'CONFIRMED' || state === 'PENDING';

function Totals({ booking, mayPay, formats }: { booking: PublicBooking; mayPay: boolean; formats: Formats }) {
  const { money } = booking;
  return (
    <>
      {(mayPay || (isValidBooking(booking) && money.due > 0)) && (
        <div className="bk-total">
          <span>
            <FormattedMessage id={mayPay ? 'booking.pay.now' : 'booking.onArrival'} />
          </span>
          <strong>{formats.money(mayPay ? money.dueNow : money.due, money.currency)}</strong>
        </div>
      )}
      {mayPay && money.dueNow < money.due && (
        <div className="bk-total">
          <span>
            <FormattedMessage id="booking.onArrival" />
          </span>
          <span>{formats.money(money.due - money.dueNow, money.currency)}</span>
        </div>
      )}
    </>
  );
}

/** Links to the booking, or to another one once this cannot be paid anymore. */
function NextStep({ booking, token, isOver }: { booking: PublicBooking; token: string; isOver: boolean }) {
  const { organisation, operator } = booking;
  const home = ['/booking/isolated', organisation?.slug, operator.slug].filter(Boolean).join('/');
  return (
    <p className="bk-actions">
      {isValidBooking(booking) ? (
        <InnerLink className="bk-secondary" to={{ path: `/booking/isolated/view/${token}`, query: persistentParams() }}>
          <FormattedMessage id="booking.see" />
        </InnerLink>
      ) : (
        isOver && (
          <InnerLink className="bk-secondary" to={{ path: home, query: persistentParams() }}>
            <FormattedMessage id="booking.another" />
          </InnerLink>
        )
      )}
    </p>
  );
}

type PayProps = Pick<PaymentProps, 'paying' | 'token' | 'onOpened' | 'onRefetch'> & { amount: string };

function Pay({ paying: { booking, payment }, token, amount, onOpened, onRefetch }: PayProps) {
  const locale = useLocale();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isUnavailable, setUnavailable] = useState(false);
  /** URL to open in a new tab from inside a frame, which providers refuse to load in. */
  const [providerUrl, setProviderUrl] = useState<string | null>(null);
  const { operator } = booking;
  // After a failed payment the guest starts over.
  useEffect(() => {
    if (payment.state !== 'open') setProviderUrl(null);
  }, [payment.state]);
  // Back navigation may restore the page with its busy state from the bfcache.
  useEffect(() => {
    const onPageShow = () => setBusy(false);
    window.addEventListener('pageshow', onPageShow);
    return () => window.removeEventListener('pageshow', onPageShow);
  }, []);

  async function pay(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    setFailure(null);
    setUnavailable(false);
    const result = await beginPayment({ token, locale });
    if (result.ok) {
      if (!isEmbedded()) {
        window.location.assign(result.data.url);
        return;
      }
      // Loads the open payment first, so that its end is noticed.
      await onRefetch();
      setProviderUrl(result.data.url);
    } else if (result.code !== 'refused') setFailure(result);
    else if (result.refusal.status === 'unavailable') setUnavailable(true);
    // Paid or ended elsewhere in the meantime.
    else await onRefetch();
    setBusy(false);
  }

  if (providerUrl) return <ProviderLink url={providerUrl} onOpened={onOpened} />;
  return (
    <>
      {isUnavailable && (
        <Notice tone="no" live>
          <FormattedMessage id="booking.pay.unavailable" />
        </Notice>
      )}
      {failure && <FailureNotice failure={failure} phone={operator.phone} />}
      <button type="button" className="bk-primary" aria-disabled={isBusy} onClick={() => void pay()}>
        <FormattedMessage id={isBusy ? 'booking.pay.going' : 'booking.pay.do'} values={{ amount }} />
      </button>
    </>
  );
}

/** Takes the focus from the button that it replaces. */
function ProviderLink({ url, onOpened }: { url: string; onOpened(): void }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    link.current?.focus();
  }, [url]);
  return (
    <>
      <p className="bk-note">
        <FormattedMessage id="booking.pay.elsewhere" />
      </p>
      <a ref={link} className="bk-primary" href={url} target="_blank" rel="noopener noreferrer" onClick={onOpened}>
        <FormattedMessage id="booking.pay.open" />
      </a>
    </>
  );
}
