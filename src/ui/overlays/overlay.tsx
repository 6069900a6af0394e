/**
 * What opens over or beside a screen. On a phone all of it comes from below, where the thumb is; with more room details stand at
 * the side and leave the list usable, a form stands at the side and waits for its answer, and only what asks for a yes is a dialog in
 * the middle. It is the browser's own dialog: the rest is out of reach while it is modal, and the focus goes in, stays in and comes back.
 */
import { Button, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useId, useRef, type FormEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { useOverlayStyles } from './overlay-styles.ts';
import { PHONE, WIDE } from '../theme/breakpoints.ts';
import { useDismissToasts } from './use-dismiss-toasts.ts';
import { useDialog } from './use-dialog.ts';
import { useSwipeDismiss } from './use-swipe-dismiss.ts';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface OverlayProps {
  /** `htmlPage` fills the screen of whoever holds it in the hand, as a camera's picture does. */
  kind: 'details' | 'form' | 'confirm' | 'page';
  title: ReactNode;
  /** Below the title, and in place when the rest scrolls. */
  head?: ReactNode;
  /** At the lower edge, and in place when the rest scrolls: what is done with it. */
  foot?: ReactNode;
  /** What the button that closes it is called, where "Close" does not say enough. */
  closeLabel?: MessageId;
  /** Nothing in it takes the focus: it takes it itself, so that keys scroll it. */
  reads?: boolean;
  /** For what must be answered. */
  alert?: boolean;
  className?: string;
  children: ReactNode;
  /** Makes a form of all that is inside. */
  onSubmit?(): void;
  onInput?(): void;
  onClose(): void;
}

type Shape = 'sheet' | 'side' | 'middle' | 'page';

function useShape(kind: OverlayProps['kind']): { shape: Shape; modal: boolean } {
  const phone = useMediaQuery(PHONE);
  const wide = useMediaQuery(WIDE);
  if (kind === 'page') return { shape: wide ? 'side' : 'page', modal: true };
  if (phone) return { shape: 'sheet', modal: true };
  if (kind === 'confirm') return { shape: 'middle', modal: true };
  return { shape: 'side', modal: !(wide && kind === 'details') };
}

export function Overlay(props: OverlayProps) {
  const {
    kind,
    title,
    head,
    foot,
    closeLabel = 'app.close',
    alert = false,
    reads = false,
    children,
    onSubmit,
    onInput,
    onClose,
  } = props;
  const styles = useOverlayStyles();
  const intl = useIntl();
  const id = useId();
  const { shape, modal } = useShape(kind);
  const place = useRef<HTMLDialogElement>(null);
  const dock = useRef<HTMLDivElement>(null);
  const drag = useSwipeDismiss(onClose);
  useDismissToasts();
  useReturnFocus(place);
  useDialog(place, dock, { modal, alert, onClose });

  const inside = (
    <>
      <div className={mergeClasses(styles.top, kind === 'page' && styles.topUpon)} {...(shape === 'sheet' ? drag : {})}>
        {shape === 'sheet' && <div className={styles.handle} aria-hidden />}
        <div className={styles.titleRow}>
          <h2 id={id} className={styles.title} tabIndex={-1} data-overlay-heading>
            {title}
          </h2>
          <Button
            appearance="subtle"
            icon={<DismissRegular />}
            aria-label={intl.formatMessage({ id: closeLabel })}
            onClick={onClose}
          />
        </div>
        {head}
      </div>
      <div
        className={mergeClasses(styles.body, kind === 'page' && styles.bodyUpon, props.className)}
        {...(reads ? { tabIndex: 0 } : {})}
      >
        {children}
      </div>
      {foot && <div className={styles.foot}>{foot}</div>}
    </>
  );
  return (
    <dialog
      ref={place}
      role={alert ? 'alertdialog' : 'dialog'}
      className={mergeClasses(styles.overlay, styles[shape], kind === 'page' && styles.upon)}
      data-shape={shape}
      aria-labelledby={id}
    >
      {onSubmit ? (
        <form
          className={styles.inside}
          noValidate
          onInput={onInput}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            onSubmit();
          }}
        >
          {inside}
        </form>
      ) : (
        <div className={styles.inside}>{inside}</div>
      )}
      <div ref={dock} aria-live="polite" aria-relevant="additions text" />
    </dialog>
  );
}
