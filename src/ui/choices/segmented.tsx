/** A segmented control: the views of a screen (`tabs`) or a single choice (`choice`). */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, type KeyboardEvent, type ReactElement } from 'react';
import { density, type, noWrap, weight } from '../theme/sizes.ts';

const useStyles = makeStyles({
  box: {
    display: 'inline-flex',
    maxWidth: '100%',
    boxSizing: 'border-box',
    overflowX: 'auto',
    scrollbarWidth: 'none',
    padding: '3px',
    gap: '2px',
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  part: {
    ...type.body,
    ...noWrap,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    flex: '1 0 auto',
    minHeight: density.target,
    padding: '0 12px',
    border: '1px solid transparent',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground2,
    fontFamily: tokens.fontFamilyBase,
    cursor: 'pointer',
    ':hover': { color: tokens.colorNeutralForeground1 },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  selected: {
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    color: tokens.colorNeutralForeground1,
    fontWeight: weight.bold,
  },
});

export interface Segment<T extends string> {
  value: T;
  label: string;
  icon?: ReactElement;
}

export interface SegmentedProps<T extends string> {
  label: string;
  kind: 'tabs' | 'choice';
  segments: readonly Segment<T>[];
  value: T;
  /** For tabs: the id of the tab panel. */
  controls?: string;
  onChange(value: T): void;
}

export function Segmented<T extends string>({ label, kind, segments, value, controls, onChange }: SegmentedProps<T>) {
  const styles = useStyles();
  const box = useRef<HTMLDivElement>(null);
  const tabs = kind === 'tabs';

  function onKeyDown(event: KeyboardEvent): void {
    const at = segments.findIndex((segment) => segment.value === value);
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: -1 }[
      event.key
    ];
    const next = to === undefined ? undefined : segments.at(to % segments.length);
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    box.current?.querySelector<HTMLElement>(`[data-value="${CSS.escape(next.value)}"]`)?.focus();
  }

  return (
    <div ref={box} role={tabs ? 'tablist' : 'radiogroup'} aria-label={label} className={styles.box}>
      {segments.map((segment) => {
        const isSelected = segment.value === value;
        return (
          <button
            key={segment.value}
            type="button"
            role={tabs ? 'tab' : 'radio'}
            {...(tabs ? { 'aria-selected': isSelected } : { 'aria-checked': isSelected })}
            {...(tabs && isSelected && controls ? { 'aria-controls': controls } : {})}
            tabIndex={isSelected ? 0 : -1}
            data-value={segment.value}
            className={mergeClasses(styles.part, isSelected && styles.selected)}
            onClick={() => onChange(segment.value)}
            onKeyDown={onKeyDown}
          >
            {segment.icon}
            {segment.label}
          </button>
        );
      })}
    </div>
  );
}
