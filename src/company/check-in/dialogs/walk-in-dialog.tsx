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
import { useRollCall, type NewWalkIn } from '../roll-call/roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const useStyles = makeStyles({
  total: { display: 'flex', justifyContent: 'space-between', alignItems: 'baseline', gap: '16px' },
  sum: {
    fontSize: tokens.fontSizeBase500,
    lineHeight: tokens.lineHeightBase500,
    fontWeight: weight.bold,
    fontVariantNumeric: 'tabular-nums',
  },
  seats: { margin: 0, color: tokens.colorNeutralForeground2 },
});

interface WalkInValues {
  name: string;
  phone: string;
  paid: CollectionMethod | 'later';
}

/** Records a walk-in: a booking with its guests checked in, and what they paid the guide. */
export function WalkInDialog({ onClose }: { onClose(): void }) {
  const styles = useStyles();
  const { view, actions, formats } = useRollCall();
  const { currency } = view.company;
  const [values, setValues] = useState<WalkInValues>({ name: '', phone: '', paid: 'cash' });
  const change = (to: Partial<WalkInValues>) => setValues((before) => ({ ...before, ...to }));
  const [tried, setTried] = useState(false);
  const party = useNewParty(view.priceCategories);
  const { size, total } = party;
  const { tally } = view.rollCall;
  const seats = view.departure.capacity - (tally.expected + tally.checkedIn + tally.noShow);
  const noName = visibleText(values.name) === '';

  async function add(): Promise<boolean> {
    setTried(true);
    return noName || size === 0 ? false : actions.addWalkIn(toWalkIn(values, party, currency));
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
            amount: formats.money(total, currency),
            payment: size === 0 ? 'none' : total === 0 ? 'free' : values.paid,
          }}
        />
      }
      disabled={size === 0}
      onClose={onClose}
      onConfirm={add}
    >
      <NameField name={values.name} isMissing={tried && noName} onChange={(name) => change({ name })} />
      <PartyCounts categories={party.categories} counts={party.counts} size={size} onChange={party.change} />
      {size > seats && (
        <strong>
          <FormattedMessage id="checkIn.walkIn.over" values={{ count: size - Math.max(0, seats) }} />
        </strong>
      )}
      <PaymentFields total={total} paid={values.paid} onPaid={(paid) => change({ paid })} />
      <p className={styles.seats}>
        <FormattedMessage id="checkIn.walkIn.seats" values={{ count: Math.max(0, seats) }} />
      </p>
      <PhoneField phone={values.phone} onChange={(phone) => change({ phone })} />
    </FormDialog>
  );
}

/** Keeps how many guests of each category came, beginning with one adult. */
function useNewParty(priceCategories: readonly MirroredPriceCategory[]) {
  const categories = mostCommonFirst(priceCategories.filter((category) => category.active));
  const [counts, setCounts] = useState<ReadonlyMap<Uuid, number>>(() => {
    const first = categories.find((category) => category.type === 'ADULT') ?? categories[0];
    return new Map(first ? [[first.id, 1]] : []);
  });
  function change(category: MirroredPriceCategory, by: number): void {
    const next = Math.max(0, (counts.get(category.id) ?? 0) + by);
    setCounts(new Map(counts).set(category.id, next));
  }
  const size = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const total = categories.reduce((sum, category) => sum + category.amount * (counts.get(category.id) ?? 0), 0);
  return { categories, counts, size, total, change };
}

/** Returns the booking to create; its first guest has the contact's name. */
function toWalkIn(
  { name, phone, paid }: WalkInValues,
  { categories, counts, total }: Pick<ReturnType<typeof useNewParty>, 'categories' | 'counts' | 'total'>,
  currency: string,
): NewWalkIn {
  const guests = categories.flatMap((category) =>
    Array.from({ length: counts.get(category.id) ?? 0 }, () => ({
      priceCategoryId: category.id,
      name: null as string | null,
    })),
  );
  const [first] = guests;
  if (first) first.name = visibleText(name);
  return {
    contactName: visibleText(name),
    contactPhone: visibleText(phone) || null,
    totalAmount: total,
    currency,
    guests,
    payment: paid === 'later' || total === 0 ? null : { amount: total, method: paid },
  };
}

interface NameFieldProps {
  name: string;
  isMissing: boolean;
  onChange(name: string): void;
}

function NameField({ name, isMissing, onChange }: NameFieldProps) {
  const intl = useIntl();
  return (
    <Field
      required
      data-first
      label={intl.formatMessage({ id: 'checkIn.walkIn.name' })}
      {...(isMissing ? { validationMessage: intl.formatMessage({ id: 'checkIn.walkIn.nameRequired' }) } : {})}
    >
      <Input
        size="large"
        value={name}
        maxLength={200}
        autoComplete="off"
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}

interface PaymentFieldsProps {
  total: number;
  paid: WalkInValues['paid'];
  onPaid(paid: WalkInValues['paid']): void;
}

function PaymentFields({ total, paid, onPaid }: PaymentFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats } = useRollCall();
  return (
    <>
      <div className={styles.total}>
        <FormattedMessage id="checkIn.walkIn.total" />
        <span className={styles.sum}>{formats.money(total, view.company.currency)}</span>
      </div>
      {total > 0 && (
        <MethodField
          label={intl.formatMessage({ id: 'checkIn.walkIn.paid' })}
          methods={['cash', 'card', 'later']}
          method={paid}
          onMethod={onPaid}
        />
      )}
    </>
  );
}

function PhoneField({ phone, onChange }: { phone: string; onChange(phone: string): void }) {
  const intl = useIntl();
  return (
    <Field label={intl.formatMessage({ id: 'checkIn.walkIn.phone' })}>
      <Input
        size="large"
        type="tel"
        value={phone}
        maxLength={25}
        autoComplete="off"
        onChange={(_, data) => onChange(data.value)}
      />
    </Field>
  );
}
