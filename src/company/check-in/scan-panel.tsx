/** The scanner: camera, hand scanner, picture and typed code, one verdict after the other without a tap between. */
import {
  Button,
  DrawerBody,
  DrawerHeader,
  DrawerHeaderTitle,
  makeStyles,
  OverlayDrawer,
  Text,
  tokens,
} from '@fluentui/react-components';
import { DismissRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { Uuid } from '../../domain/ids.ts';
import { useClearView } from '../../ui/use-clear-view.ts';
import { prepareSound, signal } from './scan-feedback.ts';
import { ScanTypedCode } from './scan-typed-code.tsx';
import { useScanCamera } from './scan-use-camera.ts';
import { ScanViewfinder } from './scan-viewfinder.tsx';
import { useScanWedge } from './scan-wedge.ts';
import { useCheckInByCode } from './use-check-in-by-code.ts';
import { VerdictCard } from './verdict-card.tsx';

const useStyles = makeStyles({
  // Wide enough beside the list on a desktop, all of a phone.
  drawer: { width: 'min(100vw, 520px)' },
  body: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalM,
    paddingBottom: tokens.spacingVerticalL,
  },
  verdict: { flexShrink: 0 },
  close: { minWidth: '48px', minHeight: '48px' },
});

interface ScanPanelProps {
  departureId: Uuid;
  onClose(): void;
}

export function ScanPanel({ departureId, onClose }: ScanPanelProps) {
  const styles = useStyles();
  useClearView();
  const intl = useIntl();
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
  useScanWedge((code) => void onCode(code, 'scan'));

  return (
    <OverlayDrawer open position="end" className={styles.drawer} onOpenChange={(_, data) => !data.open && onClose()}>
      <DrawerHeader>
        <DrawerHeaderTitle
          action={
            <Button
              className={styles.close}
              appearance="subtle"
              aria-label={intl.formatMessage({ id: 'checkIn.scan.close' })}
              icon={<DismissRegular />}
              onClick={onClose}
            />
          }
        >
          <FormattedMessage id="checkIn.scan.title" />
        </DrawerHeaderTitle>
      </DrawerHeader>
      <DrawerBody className={styles.body}>
        <ScanViewfinder camera={camera} tone={last?.tone ?? null} />
        <div className={styles.verdict} data-verdict={last?.verdict.code} data-sequence={last?.sequence}>
          {failed && (
            <Text role="alert">
              <FormattedMessage id="checkIn.scan.failed" />
            </Text>
          )}
          {last && <VerdictCard key={last.sequence} answer={last} />}
        </div>
        <ScanTypedCode onCode={onCode} />
      </DrawerBody>
    </OverlayDrawer>
  );
}
