/** Styles of chips, whether they toggle a value or open a list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { density, tabular, type, noWrap, weight } from '../theme/sizes.ts';

export const useChipStyles = makeStyles({
  chip: {
    ...type.body,
    ...noWrap,
    display: 'inline-flex',
    alignItems: 'center',
    gap: '6px',
    flexShrink: 0,
    // Looks smaller than its hit target, as a pill of full touch height looks clumsy.
    position: 'relative',
    minHeight: `max(32px, calc(${density.target} - 8px))`,
    '::after': { content: '""', position: 'absolute', insetInline: 0, insetBlock: '-4px' },
    padding: '0 12px',
    borderRadius: tokens.borderRadiusCircular,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    fontFamily: tokens.fontFamilyBase,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '1px' },
  },
  selected: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    border: `1px solid ${tokens.colorBrandStroke1}`,
    fontWeight: weight.bold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2 },
  },
  count: { ...tabular, color: 'inherit' },
});
