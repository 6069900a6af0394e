/** The names of all who come, on a tour that asks for them. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicBooking } from '../../data/public-booking.ts';
import { CATEGORY_NAMES } from '../parts/category-name.tsx';
import { guestName, type Checked } from './details-problems.ts';
import { Field } from '../parts/field.tsx';
import { type as keepTyped, useFlow } from './flow.ts';

export interface NamesFieldsProps {
  guests: PublicBooking['guests'];
  label(at: number): string;
  problemOf(name: Checked): string | undefined;
  onLeave(name: Checked): void;
}

export function NamesFields({ guests, label, problemOf, onLeave }: NamesFieldsProps) {
  const intl = useIntl();
  const { typed } = useFlow();
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
          value={guestName(typed, at)}
          problem={problemOf(`guest-${at}`)}
          {...(isMixed ? { help: intl.formatMessage({ id: CATEGORY_NAMES[type] }) } : {})}
          required
          onChange={(name) => keepTyped({ names: { ...typed.names, [at]: name } })}
          onLeave={() => onLeave(`guest-${at}`)}
        />
      ))}
    </fieldset>
  );
}
