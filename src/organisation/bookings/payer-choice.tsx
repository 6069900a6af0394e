/** Who pays for a booking: the partner on account, as far as its credit limit allows, or the guest. */
import { Field, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useIntl } from 'react-intl';
import { density } from '../../ui/theme/sizes.ts';

const useStyles = makeStyles({ radio: { minHeight: density.target, alignItems: 'center' } });

interface PayerChoiceProps {
  /** Remaining credit as text. */
  left: string;
  company: string;
  guestPays: boolean;
  onChange(guestPays: boolean): void;
}

export function PayerChoice({ left, company, guestPays, onChange }: PayerChoiceProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'partnerBookings.pays' })}>
      <RadioGroup value={guestPays ? 'guest' : 'account'} onChange={(_, data) => onChange(data.value === 'guest')}>
        <Radio
          className={styles.radio}
          value="account"
          label={intl.formatMessage({ id: 'partnerBookings.pays.account' }, { left })}
        />
        <Radio
          className={styles.radio}
          value="guest"
          label={intl.formatMessage({ id: 'partnerBookings.pays.guest' }, { company })}
        />
      </RadioGroup>
    </Field>
  );
}
