/** Payment on the guest's own phone: a QR code, and a confirmation when the payment arrives. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { ArrowClockwiseRegular, PeopleCheckmarkRegular } from '@fluentui/react-icons';
import { useCallback, useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { makePaymentLink } from '../../../data/payment-link.ts';
import { isMissing, type Party } from '../../../domain/attendance.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { FAILURE_TEXTS } from '../../../ui/format/failure-texts.ts';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { QrCode } from '../../../ui/output/qr-code.tsx';
import { type, weight } from '../../../ui/theme/sizes.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { playFeedback } from '../scan/scan-feedback.ts';

const useStyles = makeStyles({
  body: { display: 'grid', justifyItems: 'center', gap: '12px', textAlign: 'center' },
  amount: { ...type.hero, fontWeight: weight.bold, fontVariantNumeric: 'tabular-nums' },
  qrCode: { width: 'min(280px, 100%, 34vh)', aspectRatio: '1', display: 'grid', placeItems: 'center' },
  code: { width: '100%', borderRadius: tokens.borderRadiusLarge },
  word: { margin: 0 },
  status: { width: '100%', textAlign: 'start' },
  act: { flex: '1 1 160px' },
});

type Link = Awaited<ReturnType<typeof makePaymentLink>>;

/** `party` comes from the device; a change event triggers the pull that brings the payment. */
export function PhonePaymentDialog({ party, onClose }: { party: Party; onClose(): void }) {
  const styles = useStyles();
  const { actions, formats } = useRollCall();
  const { id, currency, contactName, locale } = party.booking;
  const { link, requestLink } = usePaymentLink(id);
  // Kept, because nothing is due any more once the payment has arrived.
  const [requestedAmount] = useState(party.due);
  const isPaid = party.due <= 0;
  useEffect(() => {
    if (isPaid) playFeedback('ok');
  }, [isPaid]);

  const missing = party.lines.filter(isMissing);
  const amount = formats.money(requestedAmount, currency);
  return (
    <Overlay
      isReadOnly
      kind="confirm"
      title={<FormattedMessage id="checkIn.phonePayment.title" values={{ name: contactName }} />}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>
            <FormattedMessage id="app.close" />
          </Button>
          {isPaid && missing.length > 0 && (
            <Button
              className={styles.act}
              appearance="primary"
              icon={<PeopleCheckmarkRegular />}
              onClick={() => void actions.checkIn(party, missing).then((isStored) => isStored && onClose())}
            >
              <FormattedMessage id="checkIn.party.checkInAllShort" values={{ count: missing.length }} />
            </Button>
          )}
        </>
      }
    >
      <div className={styles.body} data-phone-payment={isPaid ? 'paid' : 'waiting'}>
        <span className={styles.amount}>{amount}</span>
        {!isPaid && link?.ok === true && (
          <PaymentCode address={`${location.origin}/${locale}/booking/isolated/payment/${link.data.token}`} />
        )}
        {!isPaid && link === null && <div className={styles.qrCode} aria-busy />}
        <div className={styles.status} role="status">
          {isPaid ? (
            <Message state="ok">
              <FormattedMessage id="checkIn.phonePayment.paid" values={{ amount }} />
            </Message>
          ) : (
            link && <LinkStatus link={link} onRetry={() => void requestLink()} />
          )}
        </div>
      </div>
    </Overlay>
  );
}

/** Returns the payment link, null while it is requested. */
function usePaymentLink(bookingId: Uuid) {
  const [link, setLink] = useState<Link | null>(null);
  const requestLink = useCallback(
    async (signal?: AbortSignal) => {
      setLink(null);
      const result = await makePaymentLink(bookingId, { signal });
      if (signal?.aborted !== true) setLink(result);
    },
    [bookingId],
  );
  useEffect(() => {
    const abort = new AbortController();
    void requestLink(abort.signal);
    return () => abort.abort();
  }, [requestLink]);
  return { link, requestLink };
}

function PaymentCode({ address }: { address: string }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      <div className={styles.qrCode}>
        <QrCode
          className={styles.code}
          text={address}
          label={intl.formatMessage({ id: 'checkIn.phonePayment.code' })}
        />
      </div>
      <p className={styles.word}>
        <FormattedMessage id="checkIn.phonePayment.how" />
      </p>
    </>
  );
}

function LinkStatus({ link, onRetry }: { link: Link; onRetry(): void }) {
  if (link.ok)
    return (
      <Message state="waiting">
        <FormattedMessage id="checkIn.phonePayment.waiting" />
      </Message>
    );
  return (
    <Message
      state="no"
      actions={
        <Button icon={<ArrowClockwiseRegular />} onClick={onRetry}>
          <FormattedMessage id="query.retry" />
        </Button>
      }
    >
      {/* The only refusal is `nothing_to_pay`. */}
      <FormattedMessage id={link.code === 'refused' ? 'checkIn.phonePayment.nothing' : FAILURE_TEXTS[link.code]} />
    </Message>
  );
}
