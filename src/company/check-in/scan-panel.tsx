/** The scanner: camera, hand scanner, picture and typed code, one verdict after the other without a tap between. */
import { Text, makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { SideSheet } from '../../ui/side-sheet.tsx';
import { prepareSound, signal } from './scan-feedback.ts';
import { ScanTypedCode } from './scan-typed-code.tsx';
import { hasPicture, useScanCamera } from './scan-use-camera.ts';
import { ScanViewfinder } from './scan-viewfinder.tsx';
import { useScanWedge } from './scan-wedge.ts';
import { useCheckInByCode } from './use-check-in-by-code.ts';
import { VerdictCard } from './verdict-card.tsx';

const useStyles = makeStyles({
  verdict: { flexShrink: 0 },
});

interface ScanPanelProps {
  departureId: Uuid;
  onClose(): void;
}

export function ScanPanel({ departureId, onClose }: ScanPanelProps) {
  const styles = useStyles();
  const { submit, last } = useCheckInByCode(departureId);
  const [failed, setFailed] = useState(false);
  useEffect(prepareSound, []);

  const onCode = (text: string, method: 'scan' | 'code') =>
    submit(text, method).then(
      (answer) => {
        setFailed(false);
        signal(answer.tone);
      },
      () => {
        setFailed(true);
        signal('no');
      },
    );
  const camera = useScanCamera((code) => void onCode(code, 'scan'));
  // Whoever scrolled down to type sees each verdict from its top, next to the picture.
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    card.current?.parentElement?.scrollTo({ top: 0 });
  }, [last?.sequence]);
  useScanWedge((code) => void onCode(code, 'scan'));

  return (
    <SideSheet tall title={<FormattedMessage id="checkIn.scan.title" />} closeLabel="checkIn.scan.close" onClose={onClose}>
      <ScanViewfinder camera={camera} tone={last?.tone ?? null} />
      <div ref={card} className={styles.verdict} data-verdict={last?.verdict.code} data-sequence={last?.sequence}>
        {failed && (
          <Text role="alert">
            <FormattedMessage id="checkIn.scan.failed" />
          </Text>
        )}
        {last && <VerdictCard key={last.sequence} answer={last} />}
      </div>
      <ScanTypedCode folded={hasPicture(camera.state)} onCode={onCode} />
    </SideSheet>
  );
}
