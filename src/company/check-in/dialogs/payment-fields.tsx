import { Field, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { AmountInput } from '../../../ui/form/amount-input.tsx';
import { density } from '../../../ui/theme/sizes.ts';
import type { CollectionMethod } from '../../../domain/actions.ts';

/** Centres the indicator on the label's line at every text size. */
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

export interface AmountFieldProps {
  amount: string;
  currency: string;
  /** Null while the input is not a valid amount. */
  parsedAmount: number | null;
  onAmount(amount: string): void;
}

export function AmountField({ amount, currency, parsedAmount, onAmount }: AmountFieldProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field
      label={intl.formatMessage({ id: 'checkIn.collect.amount' })}
      {...(parsedAmount === null
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

const METHOD_TEXTS = {
  cash: 'checkIn.collect.cash',
  card: 'checkIn.collect.card',
  other: 'checkIn.collect.other',
  later: 'checkIn.walkIn.later',
} as const satisfies Record<CollectionMethod | 'later', string>;

export interface MethodFieldProps<Method extends keyof typeof METHOD_TEXTS> {
  label: string;
  methods: readonly Method[];
  method: Method;
  onMethod(method: Method): void;
}

export function MethodField<Method extends keyof typeof METHOD_TEXTS>(props: MethodFieldProps<Method>) {
  const { label, methods, method, onMethod } = props;
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={label}>
      <RadioGroup
        layout="horizontal"
        className={styles.methods}
        value={method}
        onChange={(_, data) => onMethod(data.value as Method)}
      >
        {methods.map((option) => (
          <Radio
            key={option}
            className={styles.method}
            value={option}
            label={intl.formatMessage({ id: METHOD_TEXTS[option] })}
          />
        ))}
      </RadioGroup>
    </Field>
  );
}
