/** Applies a discount code or gift voucher to an existing booking. */
import { Field, Input } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { BookingActionResult } from '../../../data/bookings/actions.ts';
import { ActionDialog } from './action-dialog.tsx';
import type { BookingDialogProps } from './dialog-props.ts';

/** Shortest and longest code; shorter input is not previewed. */
const MIN_LENGTH = 4;
const MAX_LENGTH = 40;

export function CodeDialog({ booking, context, ...rest }: BookingDialogProps) {
  const intl = useIntl();
  const [text, setText] = useState('');
  const code = text.replaceAll(/\s/g, '');
  const { currency, total, due } = booking.money;
  const formatAmount = (amount: number) => context.formats.money(amount, currency);
  const effect = ({ money }: BookingActionResult) => (
    <FormattedMessage
      id="bookings.code.effect"
      values={{
        kind: money.total !== total ? 'discount' : money.due !== due ? 'gift' : 'same',
        before: formatAmount(total),
        total: formatAmount(money.total),
        pays: formatAmount(due - money.due),
        rest: money.overpaid > 0 ? 'over' : 'due',
        amount: formatAmount(money.overpaid || money.due),
      }}
    />
  );
  return (
    <ActionDialog
      {...rest}
      booking={booking}
      context={context}
      title={<FormattedMessage id="bookings.code.title" values={{ name: booking.contactName }} />}
      act={code.length >= MIN_LENGTH ? { name: 'redeem_code', change: { code } } : null}
      confirm={() => <FormattedMessage id="bookings.code.confirm" />}
      effect={effect}
      successText={({ money }) =>
        intl.formatMessage(
          { id: 'bookings.code.done' },
          { total: formatAmount(money.total), due: formatAmount(money.due) },
        )
      }
    >
      <Field
        label={intl.formatMessage({ id: 'bookings.code' })}
        hint={intl.formatMessage({ id: 'bookings.code.hint' })}
      >
        <Input
          value={text}
          // Leaves room for spaces between the characters.
          maxLength={2 * MAX_LENGTH}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          input={{ size: 1 }}
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
    </ActionDialog>
  );
}
