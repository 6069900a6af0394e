/**
 * Filters as chips in one row, which scrolls on a phone. Keep their values in the address
 * (`src/ui/address/use-url-state.ts`).
 */
import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { CheckmarkRegular } from '@fluentui/react-icons';
import { useChipStyles } from './chip-styles.ts';

const useStyles = makeStyles({
  chips: {
    display: 'flex',
    gap: '8px',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    // Keeps the focus ring from being clipped.
    margin: '-4px',
    padding: '4px',
  },
});

export interface Chip<T extends string> {
  value: T;
  label: string;
  count?: number;
}

export interface FilterChipsProps<T extends string> {
  label: string;
  chips: readonly Chip<T>[];
  selected: readonly T[];
  /** `one` is a single choice that can be cleared; `any` toggles each chip. */
  choose: 'one' | 'any';
  onChange(selected: T[]): void;
}

export function FilterChips<T extends string>({ label, chips, selected, choose, onChange }: FilterChipsProps<T>) {
  const styles = { ...useStyles(), ...useChipStyles() };
  const toggle = (value: T) => {
    const remaining = selected.filter((item) => item !== value);
    if (choose === 'one') onChange(selected.includes(value) ? [] : [value]);
    else onChange(remaining.length < selected.length ? remaining : [...selected, value]);
  };
  return (
    <div role="group" aria-label={label} className={styles.chips}>
      {chips.map(({ value, label: text, count }) => {
        const isSelected = selected.includes(value);
        return (
          <button
            key={value}
            type="button"
            className={mergeClasses(styles.chip, isSelected && styles.selected)}
            aria-pressed={isSelected}
            onClick={() => toggle(value)}
          >
            {isSelected && <CheckmarkRegular aria-hidden />}
            {text}
            {count !== undefined && <span className={styles.count}>{count}</span>}
          </button>
        );
      })}
    </div>
  );
}
