/** A hand scanner works on the whole roll-call, without opening the scanner: the verdict comes up over the list. */
import { makeStyles, tokens } from '@fluentui/react-components';
import type { Uuid } from '../../domain/ids.ts';
import { prepareSound, signal } from './scan-feedback.ts';
import { useScanWedge } from './scan-wedge.ts';
import { useCheckInByCode } from './use-check-in-by-code.ts';
import { VerdictCard } from './verdict-card.tsx';

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
});

export function ScanListener({ departureId }: { departureId: Uuid }) {
  const styles = useStyles();
  const { submit, last, clear } = useCheckInByCode(departureId);
  useScanWedge((code) => {
    prepareSound();
    submit(code, 'scan').then(
      (answer) => signal(answer.tone),
      () => signal('no'),
    );
  });
  if (!last) return null;
  return (
    <div className={styles.card} data-verdict={last.verdict.code} data-sequence={last.sequence}>
      <VerdictCard key={last.sequence} answer={last} onDismiss={clear} />
    </div>
  );
}
