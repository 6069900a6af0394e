/** The refund of a cancellation: the policy's amount, everything, nothing or another amount. */
import { Field, Input, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import type { BookingDetail } from '../../../data/bookings/detail.ts';
import type { Changes } from '../../../data/bookings/changes.ts';
import { parsePositiveMoney } from '../../../domain/parse-money.ts';
import { density } from '../../../ui/theme/sizes.ts';
import type { BookingContext } from '../booking-context.ts';

const REFUNDS = ['policy', 'full', 'none', 'some'] as const;

const useStyles = makeStyles({ radio: { minHeight: density.target, alignItems: 'center' } });

export interface RefundChoice {
  kind: (typeof REFUNDS)[number];
  /** Amount as typed, used if `kind` is `some`. */
  amountText: string;
}

const parseAmount = ({ amountText }: RefundChoice, { money }: BookingDetail, locale: string) =>
  parsePositiveMoney(amountText, money.currency, locale);

/** Returns the `refund` parameter of the RPC, if there is money to refund; null while the amount is missing. */
export function toRefundPayload(
  choice: RefundChoice,
  booking: BookingDetail,
  locale: string,
): Pick<Changes['cancel_booking'], 'refund'> | null {
  if (booking.money.balance <= 0) return {};
  const refund = choice.kind === 'some' ? parseAmount(choice, booking, locale) : choice.kind;
  return refund === null ? null : { refund };
}

export interface RefundFieldsProps {
  booking: BookingDetail;
  context: BookingContext;
  value: RefundChoice;
  onChange(value: RefundChoice): void;
}

/** Renders nothing if the booking has no money to refund. */
export function RefundFields(props: RefundFieldsProps) {
  const { booking, context, value, onChange } = props;
  const { money, cancellation } = booking;
  const styles = useStyles();
  const intl = useIntl();
  const formatAmount = (minor: number) => context.formats.money(minor, money.currency);
  if (money.balance <= 0) return null;
  return (
    <>
      <Field
        label={intl.formatMessage({ id: 'bookings.refund' })}
        hint={intl.formatMessage(
          { id: 'bookings.refund.until' },
          { until: context.when(cancellation.freeUntil), paid: formatAmount(money.balance) },
        )}
      >
        <RadioGroup
          value={value.kind}
          onChange={(_, data) => onChange({ ...value, kind: data.value as RefundChoice['kind'] })}
        >
          {REFUNDS.map((kind) => (
            <Radio
              key={kind}
              className={styles.radio}
              value={kind}
              label={intl.formatMessage(
                { id: `bookings.refund.${kind}` },
                { amount: formatAmount(kind === 'policy' ? cancellation.refund : money.balance) },
              )}
            />
          ))}
        </RadioGroup>
      </Field>
      {value.kind === 'some' && <AmountInput booking={booking} value={value} onChange={onChange} />}
    </>
  );
}

function AmountInput({ booking, value, onChange }: Omit<RefundFieldsProps, 'context'>) {
  const intl = useIntl();
  const label = intl.formatMessage({ id: 'bookings.amount' });
  const isInvalid = value.amountText !== '' && parseAmount(value, booking, intl.locale) === null;
  return (
    <Field
      label={label}
      {...(isInvalid
        ? {
            validationState: 'error' as const,
            validationMessage: intl.formatMessage({ id: 'form.money' }, { name: label }),
          }
        : {})}
    >
      <Input
        inputMode="decimal"
        value={value.amountText}
        input={{ size: 1 }}
        contentAfter={booking.money.currency}
        onChange={(_, data) => onChange({ ...value, amountText: data.value })}
      />
    </Field>
  );
}
