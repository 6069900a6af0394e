/** Styles shared by the list rows and the party card. Plain elements, because rows must be cheap to render. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { density, tabular, type, noWrap, visuallyHidden, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';

/** Feedback while pressed. Not a colour transition: text and background could briefly have the same colour. */
const press = {
  ':active': { transform: 'scale(0.97)' },
  '@media (prefers-reduced-motion: reduce)': { ':active': { transform: 'none' } },
} as const;
const focusRing = {
  ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
} as const;
/** Minimum height of a button, for touch or mouse. */
const target = { minHeight: density.target, boxSizing: 'border-box' } as const;

export const useRowStyles = makeStyles({
  visuallyHidden,
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    minHeight: density.row,
    padding: '4px 12px 4px 16px',
    boxSizing: 'border-box',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  nameButton: {
    ...focusRing,
    flex: '1 1 0',
    minWidth: 0,
    alignSelf: 'stretch',
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    alignItems: 'flex-start',
    padding: 0,
    border: 'none',
    background: 'none',
    color: 'inherit',
    fontFamily: tokens.fontFamilyBase,
    textAlign: 'left',
    cursor: 'pointer',
    borderRadius: tokens.borderRadiusMedium,
  },
  // The padding makes room for tall scripts such as Arabic and Vietnamese, which would be clipped.
  name: {
    ...type.lead,
    lineHeight: '20px',
    maxWidth: '100%',
    margin: '-3px 0',
    padding: '3px 0',
    fontWeight: weight.bold,
    display: '-webkit-box',
    WebkitLineClamp: 2,
    WebkitBoxOrient: 'vertical',
    overflow: 'hidden',
    overflowWrap: 'anywhere',
  },
  cancelled: { color: tokens.colorNeutralForeground3, textDecorationLine: 'line-through' },
  detail: {
    display: 'flex',
    alignItems: 'center',
    gap: '4px 8px',
    flexWrap: 'wrap',
    maxWidth: '100%',
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
    color: tokens.colorNeutralForeground3,
  },
  code: { ...tabular, ...noWrap, letterSpacing: '0.04em' },
  // Same width in both states, so that nothing beside it moves.
  check: {
    ...press,
    ...target,
    ...focusRing,
    ...tabular,
    ...noWrap,
    position: 'relative',
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: '6px',
    flexShrink: 0,
    width: '104px',
    padding: '0 4px',
    border: `1px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorBrandForeground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    fontWeight: weight.bold,
    cursor: 'pointer',
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorBrandBackground2 } },
    '& svg': { fontSize: '20px', flexShrink: 0 },
  },
  checkPlain: { display: 'inline-flex', flexShrink: 0 },
  hitArea: {
    ...focusRing,
    position: 'absolute',
    inset: '-1px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusLarge,
    background: 'none',
    cursor: 'pointer',
  },
  // Two short lines keep the button narrow and leave room for the name.
  stack: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    '@media (pointer: fine)': { flexDirection: 'row', alignItems: 'baseline', gap: '4px' },
  },
  checkTime: { ...type.note, fontWeight: weight.regular },
  checkLabel: { fontSize: tokens.fontSizeBase200, lineHeight: tokens.lineHeightBase200 },
  // Checked-in guests are unobtrusive: text and icon without background or border.
  checkedIn: {
    border: '1px solid transparent',
    backgroundColor: 'transparent',
    color: stateColours.ok.foreground,
    fontWeight: weight.regular,
    '@media (hover: hover)': { ':hover': { backgroundColor: stateColours.ok.background } },
  },
  conflict: {
    border: `1px solid ${stateColours.attention.border}`,
    backgroundColor: stateColours.attention.background,
    color: stateColours.attention.foreground,
    fontWeight: weight.bold,
    '@media (hover: hover)': { ':hover': { backgroundColor: stateColours.attention.background } },
  },
});
