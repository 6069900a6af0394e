/** Prices by category: age limits, seats, and required companions. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, ArrowDownRegular, ArrowUpRegular, DeleteRegular } from '@fluentui/react-icons';
import { useFieldArray, useFormContext, useWatch } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import { PRICE_CATEGORY_TYPES } from '../../domain/enums.ts';
import type { PriceFormValues, TourFormValues } from '../../domain/tour-form.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { ChipsField } from '../../ui/form/chips-field.tsx';
import { SelectField, SwitchField, TextField, useFieldError } from '../../ui/form/form-fields.tsx';
import { MoneyField } from '../../ui/form/parsed-fields.tsx';
import { Message } from '../../ui/states/message.tsx';
import type { MenuEntry } from '../../ui/commands/menu-entry.ts';
import { MoreMenu } from '../../ui/commands/more-menu.tsx';
import { type } from '../../ui/theme/sizes.ts';
import { PRICE_LABELS } from './use-tour-labels.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '16px', margin: 0, padding: 0, listStyleType: 'none' },
  price: {
    display: 'grid',
    gap: '12px',
    padding: '12px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  row: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(120px, 100%), 1fr))',
    alignItems: 'start',
    gap: '12px',
  },
  foot: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '8px 16px' },
  space: { flex: '1 1 0' },
  note: { ...type.note, margin: 0, color: tokens.colorNeutralForeground3 },
  add: { justifySelf: 'start' },
});

/** Id of the button to which the publish check links. */
export const ADD_PRICE = 'manage-add-price';

export function PriceFields({ currency, booked }: { currency: string; booked: readonly string[] }) {
  const styles = useStyles();
  const intl = useIntl();
  const { control } = useFormContext<TourFormValues>();
  const { fields, append, remove, move } = useFieldArray({ control, name: 'prices', keyName: 'key' });
  const prices = useWatch({ control, name: 'prices' });
  const error = useFieldError('prices.root', intl.formatMessage({ id: 'manage.prices' }));

  function add(): void {
    const used = new Set(prices.map(({ type }) => type));
    const next = PRICE_CATEGORY_TYPES.find((candidate) => !used.has(candidate)) ?? 'OTHER';
    append({
      id: crypto.randomUUID(),
      type: next,
      amount: '',
      minimumAge: '',
      maximumAge: '',
      seats: next === 'INFANT' ? '0' : '1',
      vatRate: '',
      accompaniedBy: [],
      isActive: true,
    });
  }

  return (
    <>
      {error && (
        <Message state="no" alert>
          {error}
        </Message>
      )}
      <ul className={styles.list}>
        {fields.map(({ key, id }, at) => (
          <Price
            key={key}
            at={at}
            prices={prices}
            currency={currency}
            isBooked={booked.includes(id)}
            onMove={(by) => move(at, at + by)}
            onRemove={() => remove(at)}
          />
        ))}
      </ul>
      <Button id={ADD_PRICE} className={styles.add} icon={<AddRegular />} onClick={add}>
        <FormattedMessage id="manage.price.add" />
      </Button>
    </>
  );
}

interface PriceProps {
  at: number;
  prices: readonly PriceFormValues[];
  currency: string;
  isBooked: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function Price({ at, prices, currency, isBooked, onMove, onRemove }: PriceProps) {
  const styles = useStyles();
  const intl = useIntl();
  const price = prices[at];
  if (!price) return null;
  const label = (name: keyof typeof PRICE_LABELS) => intl.formatMessage({ id: PRICE_LABELS[name] });
  const nameOf = (category: PriceFormValues) => intl.formatMessage({ id: CATEGORY_TEXTS[category.type] });
  const otherPrices = prices.filter(({ id, isActive }) => id !== price.id && isActive);
  return (
    <li className={styles.price} aria-label={nameOf(price)}>
      <div className={styles.row}>
        <SelectField<TourFormValues>
          name={`prices.${at}.type`}
          label={label('type')}
          options={PRICE_CATEGORY_TYPES.map((value) => ({
            value,
            label: intl.formatMessage({ id: CATEGORY_TEXTS[value] }),
          }))}
        />
        <MoneyField<TourFormValues> name={`prices.${at}.amount`} label={label('amount')} currency={currency} required />
        <TextField<TourFormValues> name={`prices.${at}.minimumAge`} label={label('minimumAge')} isNumeric />
        <TextField<TourFormValues> name={`prices.${at}.maximumAge`} label={label('maximumAge')} isNumeric />
        <TextField<TourFormValues> name={`prices.${at}.seats`} label={label('seats')} isNumeric required />
        <TextField<TourFormValues> name={`prices.${at}.vatRate`} label={label('vatRate')} suffix="%" />
      </div>
      {otherPrices.length > 0 && (
        <ChipsField<TourFormValues>
          name={`prices.${at}.accompaniedBy`}
          label={label('accompaniedBy')}
          chips={otherPrices.map((category) => ({ value: category.id, label: nameOf(category) }))}
        />
      )}
      <div className={styles.foot}>
        <SwitchField<TourFormValues>
          name={`prices.${at}.isActive`}
          label={intl.formatMessage({ id: 'manage.price.active' })}
        />
        {isBooked && (
          <p className={styles.note}>
            <FormattedMessage id="manage.price.booked" />
          </p>
        )}
        <span className={styles.space} />
        <PriceMenu
          name={nameOf(price)}
          isFirst={at === 0}
          isLast={at === prices.length - 1}
          onMove={onMove}
          onRemove={onRemove}
        />
      </div>
    </li>
  );
}

interface PriceMenuProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function PriceMenu({ name, isFirst, isLast, onMove, onRemove }: PriceMenuProps) {
  const intl = useIntl();
  const entries: MenuEntry[] = [];
  if (!isFirst)
    entries.push({
      label: intl.formatMessage({ id: 'manage.price.up' }),
      icon: <ArrowUpRegular />,
      onSelect: () => onMove(-1),
    });
  if (!isLast)
    entries.push({
      label: intl.formatMessage({ id: 'manage.price.down' }),
      icon: <ArrowDownRegular />,
      onSelect: () => onMove(1),
    });
  entries.push({
    label: intl.formatMessage({ id: 'manage.price.remove' }),
    icon: <DeleteRegular />,
    dangerous: true,
    onSelect: onRemove,
  });
  return <MoreMenu label={intl.formatMessage({ id: 'table.menu' }, { name })} entries={entries} />;
}
