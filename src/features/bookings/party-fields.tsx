/** Number inputs per price category, with stepper buttons and arrow keys. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, SubtractRegular } from '@fluentui/react-icons';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Price } from '../../data/prices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { CATEGORY_TEXTS } from '../../ui/format/category-texts.ts';
import { density, tabular, touchTarget, type, weight } from '../../ui/theme/sizes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

export const MAX_PARTY = 50;

const useStyles = makeStyles({
  party: { border: 'none', margin: 0, padding: 0, minWidth: 0 },
  legend: { ...type.body, padding: 0, fontWeight: weight.bold },
  row: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '8px',
    minHeight: touchTarget,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  price: { ...type.note, ...tabular, display: 'block', color: tokens.colorNeutralForeground3 },
  stepper: { display: 'flex', alignItems: 'center', gap: '4px' },
  count: {
    ...type.lead,
    ...tabular,
    width: touchTarget,
    minHeight: density.target,
    boxSizing: 'border-box',
    textAlign: 'center',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: tokens.fontFamilyBase,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
});

export type Counts = ReadonlyMap<Uuid, number>;

export const sizeOf = (counts: Counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);

/** Returns the seats that the tickets take: a family ticket may take four, an infant's none. */
export const seatsIn = (prices: readonly Price[], counts: Counts) =>
  prices.reduce((sum, { id, seats }) => sum + seats * (counts.get(id) ?? 0), 0);

/** Returns the total at these prices, an estimate until the server quotes the departure's own. */
export const amountOf = (prices: readonly Price[], counts: Counts) =>
  prices.reduce((sum, { id, amount }) => sum + amount * (counts.get(id) ?? 0), 0);

/** Returns the tickets one by one, in the order of the prices. */
export const ticketsOf = (prices: readonly Price[], counts: Counts) =>
  prices.flatMap(({ id }) => Array.from({ length: counts.get(id) ?? 0 }, () => ({ priceCategoryId: id })));

export interface PartyFieldsProps {
  /** Format and currency of amounts. */
  context: { formats: Formats; currency: string };
  prices: readonly Price[];
  counts: Counts;
  legend: ReactNode;
  onChange(counts: Counts): void;
}

export function PartyFields({ context, prices, counts, legend, onChange }: PartyFieldsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const set = (id: Uuid, count: number) => {
    const others = sizeOf(counts) - (counts.get(id) ?? 0);
    onChange(new Map(counts).set(id, Math.max(0, Math.min(count, MAX_PARTY - others))));
  };
  return (
    <fieldset className={styles.party}>
      <legend className={styles.legend}>{legend}</legend>
      {prices.map(({ id, type: kind, amount }) => {
        const count = counts.get(id) ?? 0;
        const category = intl.formatMessage({ id: CATEGORY_TEXTS[kind] });
        return (
          <div key={id} className={styles.row}>
            <span>
              {category}
              <span className={styles.price}>{context.formats.money(amount, context.currency)}</span>
            </span>
            <Stepper
              category={category}
              count={count}
              isFull={sizeOf(counts) >= MAX_PARTY}
              onSet={(next) => set(id, next)}
            />
          </div>
        );
      })}
    </fieldset>
  );
}

interface StepperProps {
  category: string;
  count: number;
  /** Whether the party has no room for one more. */
  isFull: boolean;
  onSet(count: number): void;
}

function Stepper({ category, count, isFull, onSet }: StepperProps) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <span className={styles.stepper}>
      <Button
        appearance="subtle"
        icon={<SubtractRegular />}
        tabIndex={-1}
        disabled={count === 0}
        aria-label={intl.formatMessage({ id: 'checkIn.walkIn.fewer' }, { category })}
        onClick={() => onSet(count - 1)}
      />
      <input
        className={styles.count}
        type="text"
        inputMode="numeric"
        role="spinbutton"
        aria-label={category}
        aria-valuenow={count}
        aria-valuemin={0}
        aria-valuemax={MAX_PARTY}
        value={count}
        onFocus={(event) => event.target.select()}
        // The last two digits, as many as `MAX_PARTY` has: typing on replaces the number instead of exceeding it.
        onChange={(event) => onSet(Number(event.target.value.replace(/\D/g, '').slice(-2)))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
          event.preventDefault();
          onSet(count + (event.key === 'ArrowUp' ? 1 : -1));
        }}
      />
      <Button
        appearance="subtle"
        icon={<AddRegular />}
        tabIndex={-1}
        disabled={isFull}
        aria-label={intl.formatMessage({ id: 'checkIn.walkIn.more' }, { category })}
        onClick={() => onSet(count + 1)}
      />
    </span>
  );
}
