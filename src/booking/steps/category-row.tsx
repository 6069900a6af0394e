/** The number of guests of one price category. */
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicCategory, PublicTime } from '../../data/public-booking-shapes.ts';
import type { Formats } from '../../ui/format/use-formats.ts';
import { CategoryName } from '../ui/category-name.tsx';
import type { Party } from './party.ts';

function StepperIcon({ path }: { path: string }) {
  return (
    <svg width="20" height="20" viewBox="0 0 20 20" stroke="currentColor" strokeWidth="1.5" aria-hidden>
      <path d={path} />
    </svg>
  );
}

interface CategoryRowProps {
  category: PublicCategory;
  count: number;
  price: number;
  formats: Formats;
  currency: string;
  onCount(count: number): void;
}

export function CategoryRow({ category, count, price, formats, currency, onCount }: CategoryRowProps) {
  const intl = useIntl();
  const { minimumAge, maximumAge } = category;
  const ages =
    minimumAge && maximumAge !== null
      ? intl.formatMessage({ id: 'booking.ages.between' }, { from: minimumAge, to: maximumAge })
      : minimumAge
        ? intl.formatMessage({ id: 'booking.ages.from' }, { from: minimumAge })
        : maximumAge !== null
          ? intl.formatMessage({ id: 'booking.ages.to' }, { to: maximumAge })
          : null;
  const id = `count-${category.id}`;
  return (
    <div className="bk-row">
      <label htmlFor={id}>
        <strong>
          <CategoryName type={category.type} />
        </strong>
        {ages && <span>{ages}</span>}
        <span>{price === 0 ? intl.formatMessage({ id: 'booking.free' }) : formats.money(price, currency)}</span>
      </label>
      <span className="bk-stepper">
        <button type="button" disabled={count === 0} onClick={() => onCount(count - 1)}>
          <StepperIcon path="M4 10h12" />
          <span className="bk-hidden">
            <FormattedMessage id="booking.fewer" values={{ category: <CategoryName type={category.type} /> }} />
          </span>
        </button>
        <input
          id={id}
          type="number"
          inputMode="numeric"
          min={0}
          max={99}
          value={count}
          onChange={({ target }) => onCount(Math.min(Math.max(Math.trunc(Number(target.value)) || 0, 0), 99))}
        />
        <button type="button" disabled={count >= 99} onClick={() => onCount(count + 1)}>
          <StepperIcon path="M4 10h12M10 4v12" />
          <span className="bk-hidden">
            <FormattedMessage id="booking.more" values={{ category: <CategoryName type={category.type} /> }} />
          </span>
        </button>
      </span>
    </div>
  );
}

interface CategoryRowsProps {
  categories: readonly PublicCategory[];
  party: Party;
  /** Prices of the departure by category, if they differ from the tour's. */
  prices: PublicTime['prices'];
  formats: Formats;
  currency: string;
  onCount(category: PublicCategory, count: number): void;
}

export function CategoryRows({ categories, party, prices, formats, currency, onCount }: CategoryRowsProps) {
  return categories.map((category) => (
    <CategoryRow
      key={category.id}
      category={category}
      count={party[category.id] ?? 0}
      price={prices?.[category.id] ?? category.amount}
      formats={formats}
      currency={currency}
      onCount={(count) => onCount(category, count)}
    />
  ));
}
