/** The look of Sonner's markup: a stack of 48 px lines with an icon and an action; errors may wrap. */
import { makeResetStyles, tokens } from '@fluentui/react-components';
import { touchTarget, type, weight } from '../theme/sizes.ts';
import { tone } from '../theme/state-colours.ts';

const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** For the element around the list, which is placed by script. */
export const useToastHostClass = makeResetStyles({
  position: 'fixed',
  // Above the page and its bars, below menus, whose z-index is a million.
  zIndex: 900,
  pointerEvents: 'none',
  // Dismissed all at once, without the fade, which would run on top of the overlay that opens.
  '&[data-is-cleared] li': { display: 'none' },
});

export const useToastListClass = makeResetStyles({
  display: 'flex',
  flexDirection: 'column-reverse',
  gap: 'var(--gap)',
  margin: 0,
  padding: 0,
  listStyleType: 'none',
  borderRadius: tokens.borderRadiusLarge,
  outlineStyle: 'none',
  ':focus': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },

  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    minHeight: touchTarget,
    paddingInlineStart: '12px',
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
    touchAction: 'none',
    ...type.body,
    transitionProperty: 'opacity, transform',
    transitionDuration: '200ms',
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: '120ms',
  },
  '& > li:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  '& > li[data-type="success"]': tone('ok'),
  '& > li[data-type="info"]': tone('waiting'),
  '& > li[data-type="warning"]': tone('attention'),
  '& > li[data-type="error"]': tone('no'),
  '& > li[data-type="loading"]': tone('neutral'),
  '& > li[data-swiping="true"]': {
    transform: 'translate(var(--swipe-amount-x, 0), var(--swipe-amount-y, 0))',
    userSelect: 'none',
  },
  '& > li[data-swiping="true"][data-removed="false"]': { transitionDuration: '0s' },
  '& > li[data-removed="true"]': { opacity: 0, pointerEvents: 'none' },

  '& [data-icon]': { display: 'flex', flexShrink: 0, fontSize: '20px' },
  '& [data-content]': { flex: '1 1 0', minWidth: 0, display: 'flex', gap: '8px' },
  '& [data-title]': { flex: '0 1 auto', minWidth: 0, ...oneLine, fontWeight: weight.bold },
  // The detail, such as an amount, matters most: the text is truncated first.
  '& [data-description]': { flex: '0 0 auto', maxWidth: '75%', ...oneLine },
  '& > li[data-type="error"] > [data-content]': { flexWrap: 'wrap', paddingBlock: '8px' },
  '& > li[data-type="error"] > [data-content] > *': { whiteSpace: 'normal' },

  '& [data-action]': {
    flexShrink: 0,
    minWidth: '64px',
    position: 'relative',
    minHeight: '40px',
    marginInlineEnd: '4px',
    padding: '0 12px',
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    background: 'none',
    color: 'inherit',
    fontFamily: 'inherit',
    ...type.body,
    fontWeight: weight.bold,
    textDecorationLine: 'underline',
    textUnderlineOffset: '3px',
    cursor: 'pointer',
  },
  // Extends the hit target to the full 48 px of the line.
  '& [data-action]::after': { content: '""', position: 'absolute', inset: '-4px' },
  '& [data-action]:hover': { textDecorationThickness: '2px' },
  '& [data-action]:focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
});
