import { Checkbox, makeStyles } from '@fluentui/react-components';
import { MoneyRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CollectionMethod } from '../../../domain/actions.ts';
import { isMissing, type Party } from '../../../domain/attendance.ts';
import { formatMoneyInput, parsePositiveMoney } from '../../../domain/parse-money.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { AmountField, MethodField, centred } from './payment-fields.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';

const useStyles = makeStyles({ tick: centred });

/** Records a payment at the meeting point and, if ticked, checks in the party's missing guests. */
export function CollectDialog({ party, onClose }: { party: Party; onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { actions, formats } = useRollCall();
  const { currency, contactName } = party.booking;
  const missing = party.lines.filter(isMissing);
  const [amount, setAmount] = useState(() => formatMoneyInput(party.due, { currency, locale: intl.locale }));
  const [method, setMethod] = useState<CollectionMethod>('cash');
  const [alsoCheckIn, setAlsoCheckIn] = useState(missing.length > 0);
  const parsedAmount = parsePositiveMoney(amount, currency, intl.locale);
  const checksIn = alsoCheckIn && missing.length > 0;
  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id="checkIn.collect.title" values={{ name: contactName }} />}
      confirm={
        parsedAmount === null ? (
          <FormattedMessage id={checksIn ? 'checkIn.scanResult.collectAndCheckIn' : 'checkIn.collect.open'} />
        ) : (
          <FormattedMessage
            id={checksIn ? 'checkIn.collect.andCheckIn' : 'checkIn.collect.confirm'}
            values={{ amount: formats.money(parsedAmount, currency) }}
          />
        )
      }
      icon={<MoneyRegular />}
      disabled={parsedAmount === null}
      onClose={onClose}
      onConfirm={() =>
        parsedAmount === null
          ? Promise.resolve(false)
          : actions.collect(party, { amount: parsedAmount, method, checkIn: checksIn ? missing : [] })
      }
    >
      <FormattedMessage id="checkIn.collect.due" values={{ amount: formats.money(party.due, currency) }} />
      <AmountField amount={amount} currency={currency} parsedAmount={parsedAmount} onAmount={setAmount} />
      <MethodField<CollectionMethod>
        label={intl.formatMessage({ id: 'checkIn.collect.method' })}
        methods={['cash', 'card', 'other']}
        method={method}
        onMethod={setMethod}
      />
      {missing.length > 0 && (
        <Checkbox
          className={styles.tick}
          checked={alsoCheckIn}
          onChange={(_, data) => setAlsoCheckIn(data.checked === true)}
          label={intl.formatMessage({ id: 'checkIn.collect.alsoCheckIn' }, { count: missing.length })}
        />
      )}
    </FormDialog>
  );
}
