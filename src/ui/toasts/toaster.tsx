/**
 * Shows toasts with Sonner in the topmost container, where they keep off sheets, menus and the row just touched. Sonner
 * keeps the toasts, their timers, the swipe and the hotkey; ADR 017 lists our additions.
 */
import { Spinner } from '@fluentui/react-components';
import { CheckmarkCircleFilled, DismissCircleFilled, InfoFilled, WarningFilled } from '@fluentui/react-icons';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useIntl } from 'react-intl';
import { toast as sonner, Toaster as Sonner } from 'sonner';
import { joinWithDots } from '../../lib/join-with-dots.ts';
import { PHONE } from '../theme/breakpoints.ts';
import { placeToastHost } from './place-toast-host.ts';
import { topToastContainer } from './toast-container-stack.ts';
import { manageToastFocus, type ToastFocus } from './toast-focus.ts';
import { useToastHostClass, useToastListClass } from './toast-styles.ts';
import { setToastRenderer, TOASTS, type IdentifiedToast, type ToastRenderer } from './toasts.ts';

const ICONS = {
  success: <CheckmarkCircleFilled aria-hidden />,
  info: <InfoFilled aria-hidden />,
  warning: <WarningFilled aria-hidden />,
  error: <DismissCircleFilled aria-hidden />,
  loading: <Spinner size="extra-tiny" aria-hidden />,
};

const HOTKEY = [...TOASTS.hotkey];
const CLEARED = 'data-is-cleared';

/** On a phone a stack would cover the rows to be tapped next. */
const maxVisible = () => (matchMedia(PHONE).matches ? 1 : TOASTS.visibleToasts);

/**
 * Dismisses the oldest toasts beyond those that may be visible; Sonner would only hide them, and show them again when a
 * newer one is dismissed. Errors and loading toasts stay until they close.
 */
function dismissOldest(): void {
  const passing = sonner
    .getToasts()
    .filter((toast) => 'type' in toast && !/^(?:error|loading)$/.test(toast.type ?? ''));
  for (const { id } of passing.slice(0, -maxVisible())) sonner.dismiss(id);
}

function createRenderer(host: HTMLElement, focus: ToastFocus): ToastRenderer {
  return {
    show({ id, intent, text, detail, action, duration = TOASTS.duration }: IdentifiedToast) {
      host.removeAttribute(CLEARED);
      const tooltip = joinWithDots(text, detail);
      const withTooltip = (content: string) => () => <span title={tooltip}>{content}</span>;
      // All options each time, as Sonner merges them into those of a toast with the same id.
      sonner[intent](withTooltip(text), {
        id,
        duration,
        description: detail === undefined ? undefined : withTooltip(detail),
        action: action && {
          label: action.label,
          onClick: () => {
            focus.giveBack();
            // Before the action shows its own toast: Sonner counts this one until it has faded.
            sonner.dismiss(id);
            action.onSelect();
          },
        },
      });
    },
    dismiss(id) {
      if (id !== undefined) return void sonner.dismiss(id);
      host.setAttribute(CLEARED, '');
      // Without an id, Sonner would go on counting them as visible.
      for (const toast of sonner.getToasts()) sonner.dismiss(toast.id);
    },
  };
}

/** Keeps the host in the topmost container and places it whenever a toast is added or the page changes below it. */
function followPage(host: HTMLElement, className: string): () => void {
  host.className = className;
  const place = () => {
    // Avoids layout reads on each key press while there are no toasts.
    if (host.querySelector('li')) placeToastHost(host);
  };
  const placeNextFrame = () => requestAnimationFrame(place);
  // The same element in each container: Sonner would lose its toasts if it were re-created.
  const move = () => {
    const container = topToastContainer.getState();
    if (container && host.parentElement !== container) container.append(host);
    place();
  };
  const added = new MutationObserver((changes) => {
    // Not when one is removed: the others keep their place while it fades.
    if (!changes.some(({ addedNodes }) => addedNodes.length > 0)) return;
    dismissOldest();
    place();
  });
  move();
  const unsubscribe = topToastContainer.subscribe(move);
  added.observe(host, { childList: true, subtree: true });
  window.addEventListener('resize', place);
  window.addEventListener('input', placeNextFrame);
  return () => {
    unsubscribe();
    added.disconnect();
    window.removeEventListener('resize', place);
    window.removeEventListener('input', placeNextFrame);
    host.remove();
  };
}

export function Toaster() {
  const intl = useIntl();
  const hostClass = useToastHostClass();
  const listClass = useToastListClass();
  const [host] = useState(() => document.createElement('div'));
  const section = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const stop = followPage(host, hostClass);
    return stop;
  }, [host, hostClass]);
  // After Sonner's own effect, which subscribes it to its toasts.
  useEffect(() => {
    if (!section.current) return undefined;
    const focus = manageToastFocus(section.current);
    const stopRendering = setToastRenderer(createRenderer(host, focus));
    return () => {
      stopRendering();
      focus.stop();
    };
  }, [host]);
  return createPortal(
    <Sonner
      ref={section}
      className={listClass}
      position={TOASTS.position}
      visibleToasts={TOASTS.visibleToasts}
      gap={TOASTS.gap}
      duration={TOASTS.duration}
      hotkey={HOTKEY}
      icons={ICONS}
      containerAriaLabel={intl.formatMessage({ id: 'toasts.label' })}
      dir="ltr"
      pauseWhenPageIsHidden
    />,
    host,
  );
}
