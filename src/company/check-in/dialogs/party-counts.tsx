import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { AddRegular, ChevronDownRegular, SubtractRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { PriceCategoryType } from '../../../domain/enums.ts';
import type { MirroredPriceCategory } from '../../../domain/mirror.ts';
import { CATEGORY_TEXTS } from '../../../ui/format/category-texts.ts';
import { useRollCall } from '../roll-call/roll-call-context.ts';
import { weight } from '../../../ui/theme/sizes.ts';

const MAX_PARTY = 50;
/** As many categories as a phone can show above the payment fields. */
const FOLDED_COUNT = 3;
const COMMON_TYPES: readonly PriceCategoryType[] = ['ADULT', 'YOUTH', 'CHILD'];

const useStyles = makeStyles({
  party: { border: 'none', margin: 0, padding: 0 },
  legend: { fontWeight: weight.bold, padding: 0 },
  step: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: '8px',
    lineHeight: tokens.lineHeightBase200,
    minHeight: '52px',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  price: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  stepper: { display: 'flex', alignItems: 'center' },
  count: {
    minWidth: '40px',
    textAlign: 'center',
    fontSize: tokens.fontSizeBase500,
    fontWeight: weight.bold,
    fontVariantNumeric: 'tabular-nums',
  },
  more: { paddingInline: 0, justifyContent: 'flex-start' },
});

/** With many categories, returns the most common ones first; otherwise keeps the company's order. */
export function mostCommonFirst(categories: readonly MirroredPriceCategory[]): MirroredPriceCategory[] {
  if (categories.length <= FOLDED_COUNT) return [...categories];
  const rank = ({ type }: MirroredPriceCategory) =>
    COMMON_TYPES.includes(type) ? COMMON_TYPES.indexOf(type) : COMMON_TYPES.length;
  return [...categories].sort((a, b) => rank(a) - rank(b));
}

// The focused button disappears when the rest is shown.
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

export interface PartyCountsProps {
  categories: readonly MirroredPriceCategory[];
  counts: ReadonlyMap<Uuid, number>;
  size: number;
  onChange(category: MirroredPriceCategory, by: number): void;
}

/** Number inputs for the guests of each price category. */
export function PartyCounts({ categories, counts, size, onChange }: PartyCountsProps) {
  const styles = useStyles();
  const intl = useIntl();
  const { view, formats } = useRollCall();
  const [unfolded, setUnfolded] = useState(false);
  const visibleCategories = unfolded ? categories : categories.slice(0, FOLDED_COUNT);
  return (
    <fieldset className={styles.party}>
      <legend className={styles.legend}>
        <FormattedMessage id="checkIn.walkIn.party" />
      </legend>
      {categories.length === 0 && <FormattedMessage id="checkIn.walkIn.noCategories" />}
      {visibleCategories.map((category, index) => {
        const count = counts.get(category.id) ?? 0;
        const label = intl.formatMessage({ id: CATEGORY_TEXTS[category.type] });
        return (
          <div key={category.id} className={styles.step}>
            <span>
              {label}
              <br />
              <span className={styles.price}>{formats.money(category.amount, view.company.currency)}</span>
            </span>
            <span className={styles.stepper}>
              <Button
                appearance="subtle"
                icon={<SubtractRegular />}
                disabled={count === 0}
                aria-label={intl.formatMessage({ id: 'checkIn.walkIn.fewer' }, { category: label })}
                onClick={() => onChange(category, -1)}
              />
              <output className={styles.count} aria-label={label}>
                {count}
              </output>
              <Button
                ref={index === FOLDED_COUNT ? takeFocus : null}
                appearance="subtle"
                icon={<AddRegular />}
                disabled={size >= MAX_PARTY}
                aria-label={intl.formatMessage({ id: 'checkIn.walkIn.more' }, { category: label })}
                onClick={() => onChange(category, 1)}
              />
            </span>
          </div>
        );
      })}
      {visibleCategories.length < categories.length && (
        <Button
          className={styles.more}
          appearance="transparent"
          icon={<ChevronDownRegular />}
          onClick={() => setUnfolded(true)}
        >
          <FormattedMessage id="checkIn.walkIn.moreCategories" />
        </Button>
      )}
    </fieldset>
  );
}
