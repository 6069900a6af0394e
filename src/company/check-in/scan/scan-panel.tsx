/** Full-screen scanner: camera, hand scanner, image file and typed code, with continuous scanning. */
import { makeStyles } from '@fluentui/react-components';
import { useEffect, useRef, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Uuid } from '../../../domain/ids.ts';
import type { ScannedTicket } from '../../../domain/scan-result.ts';
import { Message } from '../../../ui/states/message.tsx';
import { Overlay } from '../../../ui/overlays/overlay.tsx';
import { gutter } from '../../../ui/theme/sizes.ts';
import { prepareSound, playFeedback } from './scan-feedback.ts';
import { ScanTitle } from './scan-title.tsx';
import { TypedCode } from './typed-code.tsx';
import { isCameraOn, useScanCamera } from './use-scan-camera.ts';
import { ScanViewfinder } from './scan-viewfinder.tsx';
import { useScannerInput } from './use-scanner-input.ts';
import { useCheckInByCode } from '../scan-result/use-check-in-by-code.ts';
import { ScanResultCard } from '../scan-result/scan-result-card.tsx';

const useStyles = makeStyles({
  room: {
    position: 'relative',
    flex: '1 1 0',
    minHeight: 0,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'flex-end',
  },
  // The lower third, in reach of the thumb; long results grow to two thirds and scroll.
  result: {
    position: 'relative',
    flexShrink: 1,
    minHeight: 0,
    maxHeight: '66%',
    overflowY: 'auto',
    padding: `0 ${gutter} 8px`,
  },
  options: {
    position: 'relative',
    flexShrink: 0,
    padding: `8px ${gutter} calc(8px + env(safe-area-inset-bottom))`,
    backgroundColor: 'rgba(0, 0, 0, 0.72)',
  },
});

interface ScanPanelProps {
  departureId: Uuid;
  onClose(): void;
}

export function ScanPanel({ departureId, onClose }: ScanPanelProps) {
  const styles = useStyles();
  const { submit, interrupted, last } = useCheckInByCode(departureId);
  const [failed, setFailed] = useState(false);
  useEffect(prepareSound, []);

  const show = (scanResult: Promise<ScannedTicket>) =>
    scanResult.then(
      (scan) => {
        setFailed(false);
        playFeedback(scan.tone);
      },
      () => {
        setFailed(true);
        playFeedback('no');
      },
    );
  const onCode = (text: string, method: 'scan' | 'code') => show(submit(text, method));
  const camera = useScanCamera((code) => void onCode(code, 'scan'));
  // Scrolls each new result to its top.
  const card = useRef<HTMLDivElement>(null);
  const sequence = last?.sequence;
  useEffect(() => {
    if (card.current) card.current.scrollTop = 0;
  }, [sequence]);
  useScannerInput((result) => void show(result.kind === 'code' ? submit(result.texts, 'scan') : interrupted()));

  return (
    <Overlay kind="page" title={<ScanTitle />} closeLabel="checkIn.scan.close" onClose={onClose}>
      <div className={styles.room}>
        <ScanViewfinder camera={camera} tone={last?.tone ?? null} />
        <div
          ref={card}
          className={styles.result}
          // Toasts do not cover the result.
          data-keep-clear={last ? true : undefined}
          data-scan-result={last?.result.code}
          data-sequence={sequence}
        >
          {failed && (
            <Message state="no" alert>
              <FormattedMessage id="checkIn.scan.failed" />
            </Message>
          )}
          {last && <ScanResultCard key={sequence} scan={last} />}
        </div>
        <div className={styles.options}>
          <TypedCode folded={isCameraOn(camera.state)} onCode={onCode} />
        </div>
      </div>
    </Overlay>
  );
}
