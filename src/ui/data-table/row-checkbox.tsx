/**
 * A native checkbox for a row. Fluent UI's checkbox has five elements and its own layers, too slow for the hundreds
 * created while scrolling.
 */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { ChangeEvent, MouseEvent } from 'react';
import { density } from '../theme/sizes.ts';

const useStyles = makeStyles({
  // The whole cell is the hit target.
  target: { display: 'grid', placeItems: 'center', width: '100%', minHeight: density.target, cursor: 'pointer' },
  box: {
    width: '16px',
    height: '16px',
    margin: 0,
    cursor: 'inherit',
    accentColor: tokens.colorCompoundBrandBackground,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
});

export interface RowCheckboxProps {
  label: string;
  checked: boolean | 'mixed';
  /** False takes it out of the tab order, as the list's own keys reach it. */
  isStop?: boolean;
  /** `extend` is true with Shift: all rows from the last selected one are meant. */
  onTick(checked: boolean, extend: boolean): void;
}

export function RowCheckbox({ label, checked, isStop = true, onTick }: RowCheckboxProps) {
  const styles = useStyles();
  // A click on the surrounding row would open it.
  const stay = (event: MouseEvent) => event.stopPropagation();
  const onChange = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onTick(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <label className={styles.target} onClick={stay}>
      <input
        type="checkbox"
        className={styles.box}
        aria-label={label}
        checked={checked === true}
        ref={(box) => {
          if (box) box.indeterminate = checked === 'mixed';
        }}
        tabIndex={isStop ? 0 : -1}
        onChange={onChange}
      />
    </label>
  );
}
