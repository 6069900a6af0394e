/**
 * Camera image with torch and camera choice, or the reason why there is none. The border shows the colour of the last
 * result.
 */
import { Button, Select, makeStyles, mergeClasses, shorthands, tokens } from '@fluentui/react-components';
import { FlashlightOffRegular, FlashlightRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { ScanResultTone } from '../../../domain/scan-result.ts';
import { Message } from '../../../ui/states/message.tsx';
import { gutter, type, weight } from '../../../ui/theme/sizes.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';
import { isCameraOn, type CameraState, type ScanCamera } from './use-scan-camera.ts';

const useStyles = makeStyles({
  // Fills the space regardless of overlays, so that the image does not move while aiming.
  frame: {
    position: 'absolute',
    inset: 0,
    overflow: 'hidden',
    boxSizing: 'border-box',
    ...shorthands.border('6px', 'solid', '#000000'),
  },
  ok: shorthands.borderColor(stateColours.ok.strong),
  attention: shorthands.borderColor(stateColours.attention.strong),
  no: shorthands.borderColor(stateColours.no.strong),
  hidden: { display: 'none' },
  video: { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  overlay: {
    position: 'absolute',
    insetInline: gutter,
    top: '12px',
    display: 'flex',
    alignItems: 'flex-start',
    justifyContent: 'space-between',
    gap: '8px',
  },
  hint: {
    padding: '8px 12px',
    borderRadius: tokens.borderRadiusCircular,
    ...type.body,
    fontWeight: weight.bold,
    color: '#ffffff',
    backgroundColor: 'rgba(0, 0, 0, 0.72)',
  },
  tools: { display: 'flex', gap: '8px', minWidth: 0, marginInlineStart: 'auto' },
  choice: { minWidth: 0, flexShrink: 1 },
  problem: { flexShrink: 0, margin: `0 ${gutter} auto` },
});

const PROBLEM_TEXTS = {
  denied: 'checkIn.scan.error.denied',
  none: 'checkIn.scan.error.none',
  busy: 'checkIn.scan.error.busy',
  insecure: 'checkIn.scan.error.insecure',
  failed: 'checkIn.scan.error.failed',
  broken: 'checkIn.scan.error.broken',
} as const satisfies Record<Exclude<CameraState, 'starting' | 'running'>, string>;

export function ScanViewfinder({ camera, tone }: { camera: ScanCamera; tone: ScanResultTone | null }) {
  const styles = useStyles();
  const intl = useIntl();
  const { state } = camera;
  const hasVideo = isCameraOn(state);
  const hinted = state === 'starting' || tone === null;
  return (
    <>
      <div
        className={mergeClasses(styles.frame, tone !== null && styles[tone], !hasVideo && styles.hidden)}
        data-tone={tone ?? undefined}
      >
        <video
          ref={camera.video}
          className={styles.video}
          aria-label={intl.formatMessage({ id: 'checkIn.scan.picture' })}
          muted
          playsInline
        />
        <div className={styles.overlay}>
          {hinted && (
            <div className={styles.hint} role="status">
              <FormattedMessage id={state === 'running' ? 'checkIn.scan.aim' : 'checkIn.scan.starting'} />
            </div>
          )}
          <div className={styles.tools}>
            {camera.cameras.length > 1 && <CameraChoice camera={camera} />}
            {camera.torch !== null && (
              <Button
                aria-pressed={camera.torch}
                icon={camera.torch ? <FlashlightOffRegular /> : <FlashlightRegular />}
                aria-label={intl.formatMessage({
                  id: camera.torch ? 'checkIn.scan.torch.off' : 'checkIn.scan.torch.on',
                })}
                onClick={camera.toggleTorch}
              />
            )}
          </div>
        </div>
      </div>
      {!hasVideo && (
        <Message
          className={styles.problem}
          state="attention"
          actions={
            state !== 'insecure' && (
              <Button onClick={camera.retry}>
                <FormattedMessage id="checkIn.scan.retry" />
              </Button>
            )
          }
        >
          <FormattedMessage id={PROBLEM_TEXTS[state]} />
        </Message>
      )}
    </>
  );
}

function CameraChoice({ camera }: { camera: ScanCamera }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <Select
      className={styles.choice}
      aria-label={intl.formatMessage({ id: 'checkIn.scan.camera.label' })}
      value={camera.cameraId ?? ''}
      onChange={(_, data) => camera.choose(data.value)}
    >
      {camera.cameras.map((device, index) => (
        <option key={device.id} value={device.id}>
          {device.label || intl.formatMessage({ id: 'checkIn.scan.camera.unnamed' }, { number: index + 1 })}
        </option>
      ))}
    </Select>
  );
}
