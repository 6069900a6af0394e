import { makeStyles, tokens } from '@fluentui/react-components';
import { gutter, type, weight } from '../theme/sizes.ts';

const arrive = (from: string) => ({
  animationName: { from: { opacity: 0, transform: from }, to: { opacity: 1, transform: 'none' } },
  animationDuration: '160ms',
  animationTimingFunction: 'cubic-bezier(0.1, 0.9, 0.2, 1)',
});

/** Room for a toast above a sheet. */
const ABOVE_SHEET = '72px';

export const useOverlayStyles = makeStyles({
  overlay: {
    position: 'fixed',
    boxSizing: 'border-box',
    maxWidth: '100vw',
    margin: 0,
    padding: 0,
    border: 'none',
    overflow: 'hidden',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    fontFamily: tokens.fontFamilyBase,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
    '::backdrop': { backgroundColor: 'rgba(0, 0, 0, 0.4)' },
    // Below a second dialog: only one backdrop darkens the screen.
    ':has(~ dialog:modal)::backdrop': { backgroundColor: 'transparent' },
  },
  sheet: {
    inset: 'auto 0 0 0',
    width: '100%',
    maxHeight: `calc(100dvh - ${ABOVE_SHEET})`,
    borderRadius: '16px 16px 0 0',
    boxShadow: tokens.shadow28,
    ...arrive('translateY(48px)'),
  },
  panel: {
    inset: '0 0 0 auto',
    zIndex: 200,
    width: '480px',
    height: '100dvh',
    maxHeight: '100dvh',
    borderLeft: `1px solid ${tokens.colorNeutralStroke2}`,
    boxShadow: tokens.shadow16,
    ...arrive('translateX(48px)'),
  },
  centred: {
    inset: 0,
    width: 'min(480px, calc(100vw - 48px))',
    height: 'fit-content',
    maxHeight: 'calc(100dvh - 48px)',
    margin: 'auto',
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow28,
    ...arrive('translateY(8px)'),
  },
  // A full-screen page shows a camera picture; its text lies on top of it.
  page: { inset: 0, width: '100vw', height: '100dvh', maxHeight: '100dvh', paddingTop: 'env(safe-area-inset-top)' },
  overImage: { backgroundColor: '#000000', borderLeft: 'none' },
  topOverImage: {
    position: 'relative',
    zIndex: 1,
    color: '#ffffff',
    backgroundColor: 'rgba(0, 0, 0, 0.72)',
    '& > div > button': {
      color: '#ffffff',
      ':hover': { color: '#ffffff', backgroundColor: 'rgba(255, 255, 255, 0.2)' },
    },
    '& > div > button svg': { color: '#ffffff' },
  },
  bodyOverImage: { padding: 0, gap: 0, overflow: 'hidden', ':last-child': { paddingBottom: 0 } },
  inside: { display: 'flex', flexDirection: 'column', height: '100%', maxHeight: 'inherit', minHeight: 0 },
  top: { flexShrink: 0, padding: `12px ${gutter} 8px`, touchAction: 'none' },
  handle: {
    width: '40px',
    height: '4px',
    margin: '-4px auto 8px',
    borderRadius: tokens.borderRadiusCircular,
    backgroundColor: tokens.colorNeutralStroke1,
  },
  titleRow: {
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '8px',
    ':not(:last-child)': { marginBottom: '12px' },
    '& > button': { flexShrink: 0, margin: '-4px -8px -4px 0' },
  },
  title: {
    ...type.title,
    fontWeight: weight.bold,
    margin: 0,
    paddingBlock: '4px',
    flex: '1 1 0',
    minWidth: 0,
    outlineStyle: 'none',
    textWrap: 'balance',
  },
  body: {
    flex: '1 1 auto',
    minHeight: 0,
    overflowY: 'auto',
    overscrollBehavior: 'contain',
    display: 'flex',
    flexDirection: 'column',
    gap: '16px',
    '& > p': { margin: 0 },
    // Keeps focus rings at the edge from being clipped.
    padding: `8px ${gutter} 16px`,
    ':last-child': { paddingBottom: 'calc(16px + env(safe-area-inset-bottom))' },
  },
  // Buttons share a row where they fit, the primary one last, or else wrap above; a block element takes the full width.
  foot: {
    display: 'flex',
    flexWrap: 'wrap-reverse',
    justifyContent: 'flex-end',
    gap: '8px',
    '& > :is(div, form)': { width: '100%' },
    flexShrink: 0,
    padding: `12px ${gutter} calc(12px + env(safe-area-inset-bottom))`,
    borderTop: `1px solid ${tokens.colorNeutralStroke2}`,
  },
});
