/** A hand scanner works on the whole roll-call, without opening the scanner: the verdict comes up over the list. */
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
  // At the top: a form's buttons are at its lower edge.
  upon: { position: 'fixed', top: '8px', bottom: 'auto' },
});

export function ScanListener({ departureId }: { departureId: Uuid }) {
  const styles = useStyles();
  const { submit, interrupted, last, clear } = useCheckInByCode(departureId);
  useScannerInput((result) => {
    prepareSound();
    (result.kind === 'code' ? submit(result.texts, 'scan') : interrupted()).then(
      (answer) => playFeedback(answer.tone),
      () => playFeedback('no'),
    );
  });
  // Whoever stands in line is let in while a form is open, too, but never unseen: a card that comes while a modal dialog lies over the
  // list comes in that dialog, as all behind it is out of reach. It does without its buttons there, which would open something over
  // the half-written form, and has them when that is closed. A card that was there before stays where it was.
  const top = useSyncExternalStore(topToastContainer.subscribe, topToastContainer.getState);
  const [came, setCame] = useState<{ sequence: number; dock: HTMLElement | null }>({ sequence: 0, dock: null });
  if (last && last.sequence !== came.sequence) setCame({ sequence: last.sequence, dock: top });
  if (!last) return null;
  // The party that a code opens is the answer itself.
  const dialog =
    last.sequence === came.sequence && came.dock === top && !last.opensParty ? (top?.closest('dialog') ?? null) : null;
  const card = (
    <div
      className={mergeClasses(styles.card, dialog !== null && styles.upon)}
      data-verdict={last.result.code}
      data-sequence={last.sequence}
    >
      <ScanResultCard key={last.sequence} answer={last} actions={dialog === null} onDismiss={clear} />
    </div>
  );
  return dialog && top ? createPortal(card, top) : card;
}
