/** How a chip looks, whether it is on or off or opens a list. */
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
    // A pill of a finger's height is a slab: it looks smaller than it is to hit.
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
  chosen: {
    backgroundColor: tokens.colorBrandBackground2,
    color: tokens.colorBrandForeground2,
    border: `1px solid ${tokens.colorBrandStroke1}`,
    fontWeight: weight.bold,
    ':hover': { backgroundColor: tokens.colorBrandBackground2 },
  },
  count: { ...tabular, color: 'inherit' },
});
