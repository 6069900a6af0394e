import { Field, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { density } from '../../../ui/theme/sizes.ts';
import type { CollectionMethod } from '../../../domain/actions.ts';

/** Tick or dot and word on one line, also where the type is larger. */
export const centred = {
  minHeight: density.target,
  alignItems: 'center',
  '& .fui-Radio__indicator, & .fui-Checkbox__indicator': {
    marginTop: 0,
    marginBottom: 0,
    flexShrink: 0,
    alignSelf: 'center',
  },
  '& .fui-Radio__label, & .fui-Checkbox__label': { marginTop: 0, marginBottom: 0, alignSelf: 'center' },
} as const;

const useStyles = makeStyles({
  amount: { width: '100%' },
  methods: { display: 'flex', flexWrap: 'wrap' },
  method: centred,
});

export interface PaymentFieldsProps {
  amount: string;
  currency: string;
  /** Null while what was typed is no amount. */
  read: number | null;
  method: CollectionMethod;
  onAmount(amount: string): void;
  onMethod(method: CollectionMethod): void;
}

export function AmountField({ amount, currency, read, onAmount }: Omit<PaymentFieldsProps, 'method' | 'onMethod'>) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field
      label={intl.formatMessage({ id: 'checkIn.collect.amount' })}
      {...(read === null
        ? {
            validationMessage: intl.formatMessage({ id: 'checkIn.collect.notAnAmount' }),
            validationState: 'error' as const,
          }
        : {})}
    >
      <AmountInput
        className={styles.amount}
        size="large"
        currency={currency}
        value={amount}
        onChange={(_, data) => onAmount(data.value)}
      />
    </Field>
  );
}

export function MethodField({ method, onMethod }: Pick<PaymentFieldsProps, 'method' | 'onMethod'>) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'checkIn.collect.method' })}>
      <RadioGroup
        layout="horizontal"
        className={styles.methods}
        value={method}
        onChange={(_, data) => onMethod(data.value as CollectionMethod)}
      >
        <Radio className={styles.method} value="cash" label={intl.formatMessage({ id: 'checkIn.collect.cash' })} />
        <Radio className={styles.method} value="card" label={intl.formatMessage({ id: 'checkIn.collect.card' })} />
        <Radio className={styles.method} value="other" label={intl.formatMessage({ id: 'checkIn.collect.other' })} />
      </RadioGroup>
    </Field>
  );
}
