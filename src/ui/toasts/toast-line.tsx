/** One toast: a 48 px line with an icon and an action, dismissed by a swipe to the right or down. Errors may wrap. */
import { Spinner, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissCircleFilled, InfoFilled, WarningFilled } from '@fluentui/react-icons';
import { useRef, type PointerEvent, type ReactElement } from 'react';
import { type, weight } from '../theme/sizes.ts';
import { tone } from '../theme/state-colours.ts';
import { TOASTS, TOAST_HEIGHT_PX, dismissToast, type ActiveToast, type Toast } from './toasts.ts';

const useStyles = makeStyles({
  line: {
    display: 'flex',
    alignItems: 'center',
    gap: '8px',
    boxSizing: 'border-box',
    minHeight: `${TOAST_HEIGHT_PX}px`,
    paddingInlineStart: '12px',
    borderRadius: tokens.borderRadiusLarge,
    boxShadow: tokens.shadow16,
    pointerEvents: 'auto',
    touchAction: 'none',
    ...type.body,
    transitionProperty: 'opacity',
    transitionDuration: `${TOASTS.removalDelay}ms`,
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1, transform: 'none' } },
    animationDuration: '120ms',
    '& > svg': { flexShrink: 0, fontSize: '20px' },
  },
  success: tone('ok'),
  info: tone('waiting'),
  warning: tone('attention'),
  error: { ...tone('no'), paddingBlock: '8px' },
  loading: tone('neutral'),
  leaving: { opacity: 0, pointerEvents: 'none' },
  description: { flex: '1 1 0', minWidth: 0, display: 'flex', gap: '8px' },
  text: {
    flex: '0 1 auto',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: weight.bold,
  },
  // The detail, such as an amount, matters most: the text is truncated first.
  detail: { flex: '0 0 auto', maxWidth: '70%', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  wrapping: { flexWrap: 'wrap' },
  wraps: { whiteSpace: 'normal' },
  act: {
    flexShrink: 0,
    minWidth: '64px',
    position: 'relative',
    // Extends the hit target to the full 48 px of the line.
    minHeight: '40px',
    '::after': { content: '""', position: 'absolute', inset: '-4px' },
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
    ':hover': { textDecorationThickness: '2px' },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
});

const ICONS: Record<Toast['intent'], ReactElement> = {
  success: <CheckmarkCircleFilled aria-hidden />,
  info: <InfoFilled aria-hidden />,
  warning: <WarningFilled aria-hidden />,
  error: <DismissCircleFilled aria-hidden />,
  loading: <Spinner size="extra-tiny" aria-hidden />,
};

export function ToastLine({ toast, onActed }: { toast: ActiveToast; onActed(): void }) {
  const styles = useStyles();
  const swipeStart = useRef<{ x: number; y: number; at: number } | null>(null);
  const { id, intent, text, detail, action, leaving } = toast;
  const isError = intent === 'error';

  /** Distance swiped to the right or down; other directions are ignored. */
  function distanceOf(event: PointerEvent): number {
    const { x, y } = swipeStart.current ?? { x: event.clientX, y: event.clientY };
    return Math.max(0, event.clientX - x, event.clientY - y);
  }
  function end(event: PointerEvent<HTMLLIElement>): void {
    if (!swipeStart.current) return;
    const distance = distanceOf(event);
    const speed = distance / Math.max(1, event.timeStamp - swipeStart.current.at);
    swipeStart.current = null;
    event.currentTarget.style.transform = '';
    if (distance >= TOASTS.swipe || (distance > 4 && speed > TOASTS.swipeSpeed)) dismissToast(id);
  }

  return (
    <li
      data-toast={intent}
      className={mergeClasses(styles.line, styles[intent], leaving && styles.leaving)}
      onPointerDown={(event) => {
        if (intent === 'loading' || (event.target as Element).closest('button')) return;
        swipeStart.current = { x: event.clientX, y: event.clientY, at: event.timeStamp };
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (!swipeStart.current) return;
        const { x, y } = swipeStart.current;
        event.currentTarget.style.transform = `translate(${Math.max(0, event.clientX - x)}px, ${Math.max(0, event.clientY - y)}px)`;
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      {ICONS[intent]}
      <span
        className={mergeClasses(styles.description, isError && styles.wrapping)}
        title={[text, detail].filter(Boolean).join(' · ')}
      >
        <span className={mergeClasses(styles.text, isError && styles.wraps)}>{text}</span>
        {detail !== undefined && <span className={mergeClasses(styles.detail, isError && styles.wraps)}>{detail}</span>}
      </span>
      {action && (
        <button
          type="button"
          className={styles.act}
          disabled={leaving}
          onClick={() => {
            onActed();
            dismissToast(id);
            action.onSelect();
          }}
        >
          {action.label}
        </button>
      )}
    </li>
  );
}
