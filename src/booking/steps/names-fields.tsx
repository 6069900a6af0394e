/** Names of all guests, on tours that require them. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking-shapes.ts';
import { CATEGORY_NAMES } from '../ui/category-name.tsx';
import { guestName, type CheckedField } from './details-errors.ts';
import { Field } from '../ui/field.tsx';
import { updateFlowInput, useBookingFlow } from './booking-flow.ts';

export interface NamesFieldsProps {
  guests: PublicBooking['guests'];
  label(at: number): string;
  problemOf(name: CheckedField): string | undefined;
  onLeave(name: CheckedField): void;
}

export function NamesFields({ guests, label, problemOf, onLeave }: NamesFieldsProps) {
  const intl = useIntl();
  const { typed: input } = useBookingFlow();
  const isMixed = new Set(guests.map(({ type }) => type)).size > 1;
  return (
    <fieldset className="bk-names">
      <legend>
        <FormattedMessage id="booking.field.names" />
      </legend>
      <p className="bk-help">
        <FormattedMessage id="booking.field.names.help" />
      </p>
      {guests.map(({ id, type }, at) => (
        <Field
          key={id}
          name={`guest-${at}`}
          label={label(at)}
          value={guestName(input, at)}
          problem={problemOf(`guest-${at}`)}
          {...(isMixed ? { help: intl.formatMessage({ id: CATEGORY_NAMES[type] }) } : {})}
          required
          onChange={(name) => updateFlowInput({ names: { ...input.names, [at]: name } })}
          onLeave={() => onLeave(`guest-${at}`)}
        />
      ))}
    </fieldset>
  );
}
