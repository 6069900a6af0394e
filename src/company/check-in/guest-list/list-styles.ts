/** Styles of the rows, which share one height: two lines on touch screens, columns with a mouse. */
import { makeStyles, tokens } from '@fluentui/react-components';
import { density, tabular, type, noWrap, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';

const focusRing = {
  ':focus-visible': { outline: `3px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-1px' },
} as const;
/** The column headings stay visible while scrolling. */
export const HEADER_HEIGHT = 32;
/** Name, party, category, money, note, status. On narrow screens only name, money and status. */
const COLUMNS = 'minmax(120px, 2.2fr) minmax(72px, 1.2fr) 80px 120px minmax(72px, 1.4fr) 136px';
const NARROW = '@container (max-width: 639px)';
const narrowColumns = { [NARROW]: { gridTemplateColumns: 'minmax(0, 1fr) auto 136px' } } as const;

const groupLine = {
  '::before': {
    content: '""',
    position: 'absolute',
    top: 0,
    bottom: 0,
    width: '2px',
    backgroundColor: tokens.colorNeutralStroke1,
  },
} as const;

export const useListStyles = makeStyles({
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    height: density.row,
    padding: '0 8px 0 40px',
    boxSizing: 'border-box',
    overflow: 'hidden',
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
  },
  columns: { display: 'grid', gridTemplateColumns: COLUMNS, padding: '0 16px', ...narrowColumns },
  gutterColumns: { paddingLeft: '16px' },
  mainColumns: {
    display: 'grid',
    gridColumnEnd: 'span 3',
    gridTemplateColumns: 'subgrid',
    gap: '8px',
    alignItems: 'center',
    justifyItems: 'start',
    [NARROW]: { gridColumnEnd: 'span 1', gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  wideOnly: { [NARROW]: { display: 'none' } },
  head: {
    ...type.note,
    position: 'sticky',
    top: 0,
    zIndex: 1,
    height: `${HEADER_HEIGHT}px`,
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground2,
    '& > span': { ...noWrap, overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  headOfNote: { paddingInlineStart: '8px' },
  alignedRight: { textAlign: 'right', justifySelf: 'end' },
  state: { width: '100%', maxWidth: '120px' },
  stateCheckedIn: { justifyContent: 'flex-start', paddingInlineStart: '12px' },
  // A line in the gutter connects the guests of a party, so that all names stay aligned.
  inParty: { ...groupLine, '::before': { ...groupLine['::before'], insetInlineStart: '20px' } },
  inPartyColumns: { ...groupLine, '::before': { ...groupLine['::before'], insetInlineStart: '7px' } },
  // The row's full height including its border: room for two lines of name and one of details.
  main: { height: density.row, marginBottom: '-1px', flexShrink: 0, flexGrow: 1 },
  nameLine: { WebkitLineClamp: 1, fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  done: { color: tokens.colorNeutralForeground3, '& [data-name]': { fontWeight: weight.regular } },
  // Items that do not fit on one line are hidden as a whole, never cut.
  detail: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8px',
    maxWidth: '100%',
    height: '16px',
    overflow: 'hidden',
    fontSize: tokens.fontSizeBase200,
    lineHeight: '16px',
    color: tokens.colorNeutralForeground3,
    '& > *': noWrap,
  },
  figure: { ...tabular, fontWeight: weight.bold, color: tokens.colorNeutralForeground2 },
  note: {
    minWidth: 0,
    paddingInlineStart: '8px',
    ...type.note,
    color: tokens.colorNeutralForeground3,
    height: '16px',
    overflow: 'hidden',
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8px',
    '& > *': { ...noWrap, maxWidth: '100%', overflow: 'hidden', textOverflow: 'ellipsis' },
  },
  money: {
    ...focusRing,
    ...tabular,
    ...noWrap,
    display: 'inline-flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    minWidth: density.target,
    height: density.target,
    padding: '0 4px',
    boxSizing: 'border-box',
    border: `1px solid ${stateColours.attention.border}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: stateColours.attention.background,
    color: stateColours.attention.foreground,
    fontFamily: tokens.fontFamilyBase,
    ...type.note,
    fontWeight: weight.bold,
    cursor: 'pointer',
    '& svg': { fontSize: '20px', flexShrink: 0 },
  },
  moneyColumn: {
    flexDirection: 'row',
    gap: '4px',
    padding: '0 8px',
    justifySelf: 'end',
    '& svg': { fontSize: '16px' },
  },
  toggle: {
    ...focusRing,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    flexShrink: 0,
    alignSelf: 'stretch',
    position: 'absolute',
    insetInlineStart: 0,
    top: 0,
    bottom: 0,
    width: '44px',
    padding: 0,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    '& svg': { fontSize: '20px' },
  },
  toggleColumn: {
    insetInlineStart: '-3px',
    width: '20px',
    '& svg': { fontSize: '16px' },
  },
  // One pill with two halves and a short divider.
  stepper: {
    position: 'relative',
    display: 'inline-flex',
    flexShrink: 0,
    width: '104px',
    height: density.target,
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorBrandStroke1}`,
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralBackground1,
    '::after': {
      content: '""',
      position: 'absolute',
      insetInlineStart: '50%',
      top: '25%',
      bottom: '25%',
      width: '1px',
      backgroundColor: tokens.colorNeutralStroke2,
      pointerEvents: 'none',
    },
  },
  // As wide as the button in the same column.
  stepperColumn: { width: '120px' },
  stepperDone: { border: `1px solid ${tokens.colorNeutralStroke1}` },
  step: {
    ...focusRing,
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    // The border is part of the touch target.
    flex: '1 1 0',
    padding: 0,
    border: 'none',
    background: 'none',
    color: tokens.colorNeutralForeground2,
    cursor: 'pointer',
    '& svg': { fontSize: '20px' },
    ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
  },
  fewer: {
    margin: '-1px 0 -1px -1px',
    borderStartStartRadius: tokens.borderRadiusCircular,
    borderEndStartRadius: tokens.borderRadiusCircular,
  },
  more: {
    margin: '-1px -1px -1px 0',
    borderStartEndRadius: tokens.borderRadiusCircular,
    borderEndEndRadius: tokens.borderRadiusCircular,
    color: tokens.colorBrandForeground1,
    '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorBrandBackground2 } },
  },
  finished: {
    color: tokens.colorNeutralForegroundDisabled,
    cursor: 'default',
    '@media (hover: hover)': { ':hover': { backgroundColor: 'transparent' } },
  },
  refused: {
    backgroundColor: stateColours.no.background,
    color: stateColours.no.foreground,
    borderBottom: `1px solid ${stateColours.no.border}`,
  },
  resolve: {
    border: `1px solid ${stateColours.no.border}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: stateColours.no.foreground,
    '@media (hover: hover)': { ':hover': { backgroundColor: stateColours.no.background } },
  },
  // The row whose party card is open beside the list.
  selected: { '& > div': { backgroundColor: tokens.colorBrandBackground2 } },
  // No longer matches the filter, but stays until the list is idle.
  leaving: { backgroundColor: tokens.colorNeutralBackground2, boxShadow: `inset 4px 0 0 ${stateColours.ok.border}` },
  fading: {
    opacity: 0,
    transitionProperty: 'opacity',
    transitionDuration: '150ms',
    '@media (prefers-reduced-motion: reduce)': { transitionDuration: '0.01ms' },
  },
});
