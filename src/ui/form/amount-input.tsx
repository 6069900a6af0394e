/** Input for an amount of money, followed by its currency; a phone shows a numeric keyboard. */
import { Input, makeStyles, mergeClasses, type InputProps } from '@fluentui/react-components';
import { fractionDigits } from '../../domain/money.ts';
import { density, tabular } from '../theme/sizes.ts';

const useStyles = makeStyles({
  input: { ...tabular, minHeight: density.target, minWidth: 0 },
  currency: { whiteSpace: 'nowrap' },
});

export function AmountInput({ currency, className, ...input }: InputProps & { currency: string }) {
  const styles = useStyles();
  return (
    <Input
      autoComplete="off"
      // The default width of an input is wider than a phone.
      input={{ size: 1 }}
      {...input}
      className={mergeClasses(styles.input, className)}
      inputMode={fractionDigits(currency) === 0 ? 'numeric' : 'decimal'}
      contentAfter={<span className={styles.currency}>{currency}</span>}
    />
  );
}
