import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { CollectionMethod } from '../../../domain/actions.ts';
import { visibleText } from '../../../domain/email-address.ts';
import type { Uuid } from '../../../domain/ids.ts';
import type { MirroredPriceCategory } from '../../../domain/mirror.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { PartyCounts, mostCommonFirst } from './party-counts.tsx';
import { MethodField } from './payment-fields.tsx';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  total: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '16px' },
  sum: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: weight.bold,
    fontVariantNumeric: 'tabular-nums',
  },
  full: { margin: 0, color: tokens.colorNeutralForeground2 },
});

/** Creates, charges and checks in a guest without a booking, offline. */
export function WalkInDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, actions, formats } = useRollCall();
  const { company, departure, rollCall } = view;
  const categories = mostCommonFirst(view.priceCategories.filter((category) => category.active));
  const [name, setName] = useState('');
  const [phone, setPhone] = useState('');
  const [paid, setPaid] = useState<CollectionMethod | 'later'>('cash');
  const [tried, setTried] = useState(false);
  const [counts, setCounts] = useState<ReadonlyMap<Uuid, number>>(() => {
    const first = categories.find((category) => category.type === 'ADULT') ?? categories[0];
    return new Map(first ? [[first.id, 1]] : []);
  });

  const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const total = categories.reduce((sum, category) => sum + category.amount * (counts.get(category.id) ?? 0), 0);
  const { tally } = rollCall;
  const seats = departure.capacity - (tally.expected + tally.checkedIn + tally.noShow);
  const noName = visibleText(name) === '';

  function change(category: MirroredPriceCategory, by: number): void {
    const next = Math.max(0, (counts.get(category.id) ?? 0) + by);
    setCounts(new Map(counts).set(category.id, next));
  }

  async function add(): Promise<boolean> {
    setTried(true);
    if (noName || size === 0) return false;
    const guests = categories.flatMap((category) =>
      Array.from({ length: counts.get(category.id) ?? 0 }, () => ({
        priceCategoryId: category.id,
        name: null as string | null,
      })),
    );
    const [first] = guests;
    if (first) first.name = visibleText(name);
    return actions.addWalkIn({
      contactName: visibleText(name),
      contactPhone: visibleText(phone) || null,
      totalAmount: total,
      currency: company.currency,
      guests,
      payment: paid === 'later' || total === 0 ? null : { amount: total, method: paid },
    });
  }

  return (
    <FormDialog
      title={<FormattedMessage id="checkIn.walkIn.title" />}
      // The button repeats the recorded payment, whose fields may be scrolled out of view.
      confirm={
        <FormattedMessage
          id="checkIn.walkIn.confirm"
          values={{
            count: size,
            amount: formats.money(total, company.currency),
            payment: size === 0 ? 'none' : total === 0 ? 'free' : paid,
          }}
        />
      }
      disabled={size === 0}
      onClose={onClose}
      onConfirm={add}
    >
      <Field
        required
        data-first
        label={intl.formatMessage({ id: 'checkIn.walkIn.name' })}
        {...(tried && noName ? { validationMessage: intl.formatMessage({ id: 'checkIn.walkIn.nameRequired' }) } : {})}
      >
        <Input
          size="large"
          value={name}
          maxLength={200}
          autoComplete="off"
          onChange={(_, data) => setName(data.value)}
        />
      </Field>
      <PartyCounts categories={categories} counts={counts} size={size} onChange={change} />
      {size > seats && (
        <strong>
          <FormattedMessage id="checkIn.walkIn.over" values={{ count: size - Math.max(0, seats) }} />
        </strong>
      )}
      <div className={styles.total}>
        <FormattedMessage id="checkIn.walkIn.total" />
        <span className={styles.sum}>{formats.money(total, company.currency)}</span>
      </div>
      {total > 0 && (
        <MethodField
          label={intl.formatMessage({ id: 'checkIn.walkIn.paid' })}
          methods={['cash', 'card', 'later']}
          method={paid}
          onMethod={setPaid}
        />
      )}
      <p className={styles.full}>
        <FormattedMessage id="checkIn.walkIn.seats" values={{ count: Math.max(0, seats) }} />
      </p>
      <Field label={intl.formatMessage({ id: 'checkIn.walkIn.phone' })}>
        <Input
          size="large"
          type="tel"
          value={phone}
          maxLength={25}
          autoComplete="off"
          onChange={(_, data) => setPhone(data.value)}
        />
      </Field>
    </FormDialog>
  );
}
