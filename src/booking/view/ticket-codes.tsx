import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import type { SignedCodes } from '../../data/public-booking.ts';
import { formatCode } from '../../domain/codes.ts';
import { encodeScanCode } from '../../domain/scan-code.ts';
import { QrCode } from '../../ui/output/qr-code.tsx';
import { CategoryName } from '../ui/category-name.tsx';

/** One code for the whole party, and one for each guest if they arrive separately. */
export function TicketCodes({
  booking: { guests },
  token,
  signed,
}: {
  booking: PublicBooking;
  token: string;
  signed: SignedCodes | null;
}) {
  const intl = useIntl();
  // Null if the signature is unreadable; the roll-call then reads the plain link or code.
  const party = encodeScanCode({ kind: 'link', value: token, ...(signed ? { signed: signed.party } : {}) });
  const codeOf = (id: string, value: string) => {
    const ticket = signed?.guests.find((guest) => guest.id === id)?.ticket;
    return encodeScanCode({ kind: 'ticket', value, ...(ticket === undefined ? {} : { signed: ticket }) }) ?? value;
  };
  return (
    <section className="bk-card bk-codes" data-signed={signed !== null}>
      <h2>
        <FormattedMessage id="booking.codes.title" />
      </h2>
      <QrCode
        className="bk-qr"
        text={party ?? `${window.location.origin}/booking/view/${token}`}
        label={intl.formatMessage({ id: 'booking.codes.party' }, { people: guests.length })}
      />
      <p className="bk-note">
        <FormattedMessage id="booking.codes.party" values={{ people: guests.length }} />
      </p>
      {guests.length > 1 && (
        <details className="bk-more">
          <summary>
            <FormattedMessage id="booking.codes.each" />
          </summary>
          <ul className="bk-tickets">
            {guests.map(({ id, type, name, ticketCode }) =>
              ticketCode === null ? null : (
                <li key={id}>
                  <QrCode className="bk-qr" text={codeOf(id, ticketCode)} label={formatCode(ticketCode)} />
                  <strong>{name ?? <CategoryName type={type} />}</strong>
                  {name !== null && (
                    <span>
                      <CategoryName type={type} />
                    </span>
                  )}
                  <span className="bk-code">{formatCode(ticketCode)}</span>
                </li>
              ),
            )}
          </ul>
        </details>
      )}
    </section>
  );
}
