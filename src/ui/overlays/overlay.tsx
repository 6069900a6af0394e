/**
 * A native dialog over or beside the screen. On a phone it is a bottom sheet. On larger screens, confirmations are
 * centred and the rest are side panels, modal except for details on wide screens. `page` fills phones and tablets.
 */
import { Button, mergeClasses } from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, type FormEvent, type ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { MessageId } from '../../i18n/message-id.ts';
import { useOverlayStyles } from './overlay-styles.ts';
import { PHONE, WIDE } from '../theme/breakpoints.ts';
import { dismissToast } from '../toasts/toasts.ts';
import { useDialog } from './use-dialog.ts';
import { useSwipeDismiss } from './use-swipe-dismiss.ts';
import { useMediaQuery } from '../layout/use-media-query.ts';
import { useReturnFocus } from './use-return-focus.ts';

export interface OverlayProps {
  /** `page` fills a phone's or tablet's screen, as a camera does. */
  kind: 'details' | 'form' | 'confirm' | 'page';
  title: ReactNode;
  /** Below the title; doesn't scroll. */
  header?: ReactNode;
  /** At the lower edge, with the actions; doesn't scroll. */
  footer?: ReactNode;
  /** Label of the close button where "Close" is not specific enough. */
  closeLabel?: MessageId;
  /** Without focusable content the body itself takes the focus, so that keys can scroll it. */
  isReadOnly?: boolean;
  /** Must be answered: a tap on the backdrop doesn't close it. */
  isAlert?: boolean;
  className?: string;
  children: ReactNode;
  /** Makes the whole content a form. */
  onSubmit?(): void;
  onInput?(): void;
  onClose(): void;
}

type Shape = 'sheet' | 'panel' | 'centred' | 'page';

function useShape(kind: OverlayProps['kind']): { shape: Shape; isModal: boolean } {
  const phone = useMediaQuery(PHONE);
  const wide = useMediaQuery(WIDE);
  if (kind === 'page') return { shape: wide ? 'panel' : 'page', isModal: true };
  if (phone) return { shape: 'sheet', isModal: true };
  if (kind === 'confirm') return { shape: 'centred', isModal: true };
  return { shape: 'panel', isModal: !(wide && kind === 'details') };
}

export function Overlay(props: OverlayProps) {
  const { kind, title, header, footer, closeLabel = 'app.close', isAlert = false, isReadOnly = false } = props;
  const { children, onSubmit, onInput, onClose } = props;
  const styles = useOverlayStyles();
  const intl = useIntl();
  const id = useId();
  const { shape, isModal } = useShape(kind);
  const dialogRef = useRef<HTMLDialogElement>(null);
  const toastsRef = useRef<HTMLDivElement>(null);
  const drag = useSwipeDismiss(onClose);
  // Toasts would cover the overlay. Their actions remain available in the page.
  useEffect(() => {
    dismissToast();
  }, []);
  useReturnFocus(dialogRef);
  useDialog(dialogRef, toastsRef, { isModal, isAlert, onClose });

  const inside = (
    <>
      <div
        className={mergeClasses(styles.top, kind === 'page' && styles.topOverImage)}
        {...(shape === 'sheet' ? drag : {})}
      >
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
        {header}
      </div>
      <div
        className={mergeClasses(styles.body, kind === 'page' && styles.bodyOverImage, props.className)}
        {...(isReadOnly ? { tabIndex: 0 } : {})}
      >
        {children}
      </div>
      {footer && <div className={styles.foot}>{footer}</div>}
    </>
  );
  return (
    <dialog
      ref={dialogRef}
      role={isAlert ? 'alertdialog' : 'dialog'}
      className={mergeClasses(styles.overlay, styles[shape], kind === 'page' && styles.overImage)}
      data-shape={shape}
      aria-labelledby={id}
    >
      <Content onSubmit={onSubmit} onInput={onInput}>
        {inside}
      </Content>
      <div ref={toastsRef} />
    </dialog>
  );
}

/** A form if there is something to submit. */
function Content({ onSubmit, onInput, children }: Pick<OverlayProps, 'onSubmit' | 'onInput' | 'children'>) {
  const styles = useOverlayStyles();
  if (!onSubmit) return <div className={styles.inside}>{children}</div>;
  return (
    <form
      className={styles.inside}
      noValidate
      onInput={onInput}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {children}
    </form>
  );
}
