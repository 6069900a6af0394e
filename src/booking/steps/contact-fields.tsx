import { FormattedMessage } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { suggestEmailAddress } from '../../domain/email-suggestion.ts';
import { Field } from '../ui/field.tsx';
import { updateFlowInput, useBookingFlow } from './booking-flow.ts';
import { NamesFields } from './names-fields.tsx';
import { PhoneField } from './phone-field.tsx';
import type { DetailsFields } from './use-details-fields.ts';

export interface ContactFieldsProps {
  fields: DetailsFields;
  /** Guests whose names are asked for. */
  guests: PublicBooking['guests'];
}

/** Name, email address and phone number, and the other guests' names. */
export function ContactFields({ fields, guests }: ContactFieldsProps) {
  const { typed: input } = useBookingFlow();
  const { labels, guestLabel, visibleProblem, leave } = fields;
  const field = (name: 'name' | 'email', more: object) => (
    <Field
      name={name}
      label={labels[name]}
      value={input[name]}
      problem={visibleProblem(name)}
      onChange={(value) => updateFlowInput({ [name]: value })}
      onLeave={() => leave(name)}
      {...more}
    />
  );
  return (
    <>
      {field('name', { autoComplete: 'name', required: true })}
      {field('email', { type: 'email', autoComplete: 'email', required: true })}
      <EmailHint />
      <PhoneField label={labels.phone} problem={visibleProblem('phone')} onLeave={() => leave('phone')} />
      {guests.length > 0 && (
        <NamesFields guests={guests} label={guestLabel} problemOf={visibleProblem} onLeave={leave} />
      )}
    </>
  );
}

function EmailHint() {
  const hint = suggestEmailAddress(useBookingFlow().typed.email);

  function takeHint(): void {
    updateFlowInput({ email: hint! });
    // The focused button disappears with the hint.
    document.getElementById('field-email')?.focus();
  }

  return (
    <div role="status">
      {hint && (
        <p className="bk-hint">
          <FormattedMessage
            id="booking.field.email.hint"
            values={{
              email: (
                <button type="button" className="bk-link" onClick={takeHint}>
                  {hint}
                </button>
              ),
            }}
          />
        </p>
      )}
    </div>
  );
}
