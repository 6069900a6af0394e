/** Amounts due now and on arrival, and the value of codes. */
import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

export function PriceLines({
  booking: { codes, money, operator },
  formats,
}: {
  booking: PublicBooking;
  formats: Formats;
}) {
  const { due, dueNow } = money;
  const format = (amount: number) => formats.money(amount, money.currency);
  const isOnline = operator.paysOnline && dueNow > 0;
  return (
    <>
      {(['discount', 'gift'] as const).map((kind) => {
        const worth = codes[kind];
        return (
          worth && (
            <div key={kind} className="bk-total">
              <span>
                <FormattedMessage id={`booking.code.${kind}`} values={{ code: worth.code }} />
              </span>
              <span>{format(-worth.amount)}</span>
            </div>
          )
        );
      })}
      <div className="bk-total">
        <span>
          <FormattedMessage id={due === 0 ? 'booking.total' : isOnline ? 'booking.pay.now' : 'booking.onArrival'} />
        </span>
        <strong>{due === 0 ? <FormattedMessage id="booking.free" /> : format(isOnline ? dueNow : due)}</strong>
      </div>
      {isOnline && dueNow < due && (
        <div className="bk-total">
          <span>
            <FormattedMessage id="booking.onArrival" />
          </span>
          <span>{format(due - dueNow)}</span>
        </div>
      )}
    </>
  );
}
