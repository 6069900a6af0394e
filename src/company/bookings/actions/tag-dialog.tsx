import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { parseTags } from '../../../domain/bookings.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';

export function TagDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [text, setText] = useState(booking.tags.join(', '));
  const tags = parseTags(text);
  const change = {
    add: tags.filter((tag) => !booking.tags.includes(tag)),
    remove: booking.tags.filter((tag) => !tags.includes(tag)),
  };
  const isChanged = change.add.length + change.remove.length > 0;
  const isValid = tags.length <= 20 && tags.every((tag) => tag.length <= 40);
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.tag.title" values={{ name: booking.contactName }} />}
      act={isChanged && isValid ? { name: 'tag_booking', change } : null}
      confirm={() => <FormattedMessage id="form.save" />}
      successText={() => intl.formatMessage({ id: 'form.saved' })}
    >
      <Field
        label={intl.formatMessage({ id: 'bookings.tags' })}
        hint={intl.formatMessage({ id: 'bookings.tag.hint' })}
        {...(isValid ? {} : { validationMessage: intl.formatMessage({ id: 'bookings.tag.tooMany' }) })}
      >
        <Input value={text} maxLength={900} input={{ size: 1 }} onChange={(_, data) => setText(data.value)} />
      </Field>
    </ActionDialog>
  );
}
