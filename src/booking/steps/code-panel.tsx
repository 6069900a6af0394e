/**
 * Redeems a discount code or gift voucher for a hold. The field opens on request; the code's worth is shown with the
 * price.
 */
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { redeemCode, type CodeRefusal } from '../../data/redeem-code.ts';
import { visibleText } from '../../domain/email-address.ts';
import type { MessageId } from '../../i18n/message-id.ts';
import { getFlow, setCurrentHold, idempotencyKeyFor } from './booking-flow.ts';
import { Field } from '../ui/field.tsx';
import { FailureNotice } from '../ui/error-states.tsx';
import { useSend } from '../ui/use-send.ts';

const REFUSED = {
  unknown_code: 'booking.code.unknown_code',
  other_tour: 'booking.code.other_tour',
  not_these_days: 'booking.code.not_these_days',
  code_used_up: 'booking.code.code_used_up',
  has_code: 'booking.code.has_code',
  nothing_due: 'booking.free',
  wrong_state: 'booking.hold.first',
  id_reused: 'booking.refused.changed',
} as const satisfies Record<CodeRefusal, MessageId>;

export function CodePanel({ booking, phone }: { booking: PublicBooking; phone: string | null }) {
  const intl = useIntl();
  const [text, setText] = useState('');
  const { isBusy, failure, send } = useSend();
  const [refused, setRefused] = useState<CodeRefusal | null>(null);
  // Takes the focus, as it replaces the button that opened it.
  useEffect(() => {
    document.getElementById('field-code')?.focus();
  }, []);
  async function redeem(): Promise<void> {
    const code = visibleText(text);
    if (code === '') return;
    await send(async () => {
      setRefused(null);
      const request = idempotencyKeyFor(`code ${booking.reference} ${code}`);
      const result = await redeemCode({ request, token: getFlow().token, code });
      if (result.ok) {
        setText('');
        setCurrentHold(result.data.booking);
      } else if (result.code === 'refused') setRefused(result.refusal.status);
      else return result;
      return null;
    });
  }
  return (
    <div className="bk-form">
      <Field
        name="code"
        label={intl.formatMessage({ id: 'booking.code' })}
        value={text}
        onChange={setText}
        onEnter={() => void redeem()}
        problem={refused === null ? undefined : intl.formatMessage({ id: REFUSED[refused] })}
      />
      <p className="bk-actions">
        <button
          type="button"
          className="bk-secondary"
          aria-disabled={isBusy || visibleText(text) === ''}
          onClick={() => void redeem()}
        >
          <FormattedMessage id="booking.code.redeem" />
        </button>
      </p>
      {failure && <FailureNotice failure={failure} phone={phone} />}
    </div>
  );
}
