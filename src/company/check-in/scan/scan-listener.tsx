/** Accepts a hand scanner anywhere on the roll-call and shows the result above the list. */
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useState, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import type { Uuid } from '../../../domain/ids.ts';
import { topToastContainer } from '../../../ui/toasts/toast-container-stack.ts';
import { prepareSound, playFeedback } from './scan-feedback.ts';
import { useScannerInput } from './use-scanner-input.ts';
import { useCheckInByCode } from '../scan-result/use-check-in-by-code.ts';
import { ScanResultCard } from '../scan-result/scan-result-card.tsx';

const useStyles = makeStyles({
  card: {
    position: 'absolute',
    insetInline: '8px',
    bottom: '76px',
    marginInline: 'auto',
    maxWidth: '480px',
    maxHeight: '70%',
    overflowY: 'auto',
    borderRadius: tokens.borderRadiusXLarge,
    boxShadow: tokens.shadow28,
    zIndex: 10,
  },
  // At the top, because dialogs have their buttons at the bottom.
  inDialog: { position: 'fixed', top: '8px', bottom: 'auto' },
});

export function ScanListener({ departureId }: { departureId: Uuid }) {
  const styles = useStyles();
  const { submit, interrupted, last, clear } = useCheckInByCode(departureId);
  useScannerInput((result) => {
    prepareSound();
    (result.kind === 'code' ? submit(result.texts, 'scan') : interrupted()).then(
      (scan) => playFeedback(scan.tone),
      () => playFeedback('no'),
    );
  });
  // Scans also work while a dialog is open. Content behind a modal dialog is inert, so a new result is rendered inside
  // it, without actions that would open something over a half-filled form. The actions appear when the dialog is
  // closed. A result from before the dialog stays where it was.
  const top = useSyncExternalStore(topToastContainer.subscribe, topToastContainer.getState);
  const [lastShown, setLastShown] = useState<{ sequence: number; container: HTMLElement | null }>({
    sequence: 0,
    container: null,
  });
  if (last && last.sequence !== lastShown.sequence) setLastShown({ sequence: last.sequence, container: top });
  if (!last) return null;
  // A code that opens a party needs no card: the party is the result.
  const dialog =
    last.sequence === lastShown.sequence && lastShown.container === top && !last.opensParty
      ? (top?.closest('dialog') ?? null)
      : null;
  const card = (
    <div
      className={mergeClasses(styles.card, dialog !== null && styles.inDialog)}
      data-scan-result={last.result.code}
      data-sequence={last.sequence}
    >
      <ScanResultCard key={last.sequence} scan={last} actions={dialog === null} onDismiss={clear} />
    </div>
  );
  return dialog && top ? createPortal(card, top) : card;
}
