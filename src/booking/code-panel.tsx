/** A discount or a gift for what is held: the field opens on request, what a code is worth is told with the price. */
import { useState, type FormEvent } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { redeemCode, type CodeRefusal, type PublicBooking } from '../data/public-booking.ts';
import type { Failure } from '../domain/result.ts';
import { currentFlow, keepHeld, requestFor } from './flow.ts';
import { Field } from './field.tsx';
import { FailureNotice } from './trouble.tsx';

export function CodePanel({ booking, phone }: { booking: PublicBooking; phone: string | null }) {
  const intl = useIntl();
  const [typed, setTyped] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<CodeRefusal | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  async function redeem(event: FormEvent): Promise<void> {
    event.preventDefault();
    const code = typed.trim();
    if (isBusy || code === '') return;
    setBusy(true);
    setRefused(null);
    setFailure(null);
    const request = requestFor(`code ${booking.reference} ${code}`);
    const answer = await redeemCode({ request, token: currentFlow().token, code });
    setBusy(false);
    if (answer.ok) {
      setTyped('');
      keepHeld(answer.data.booking);
    } else if (answer.code === 'refused') setRefused(answer.refusal.status);
    else setFailure(answer);
  }
  return (
    // A form within the form of the details cannot be: Enter in the field must not book.
    <div
      className="bk-form"
      onKeyDown={(event) => {
        if (event.key === 'Enter') void redeem(event as unknown as FormEvent);
      }}
    >
      <Field
        name="code"
        label={intl.formatMessage({ id: 'booking.code' })}
        value={typed}
        onChange={setTyped}
        problem={refused === null ? undefined : intl.formatMessage({ id: `booking.code.${refused}` })}
      />
      <p className="bk-actions">
        <button
          type="button"
          className="bk-second"
          aria-disabled={isBusy || typed.trim() === ''}
          onClick={(event) => void redeem(event)}
        >
          <FormattedMessage id="booking.code.redeem" />
        </button>
      </p>
      {failure && <FailureNotice failure={failure} phone={phone} />}
    </div>
  );
}
