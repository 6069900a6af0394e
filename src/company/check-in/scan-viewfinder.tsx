/** The camera's picture with its lamp and choice, or in words why there is none. The frame carries the last verdict's colour. */
import {
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Select,
  shorthands,
  tokens,
} from '@fluentui/react-components';
import { FlashlightOffRegular, FlashlightRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import type { VerdictTone } from '../../domain/verdict.ts';
import { stateColours } from '../../ui/theme/state-colours.ts';
import { hasPicture, type CameraState, type ScanCamera } from './scan-use-camera.ts';

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    // One size whatever is said below: who aims at the next code must not see the picture jump.
    boxSizing: 'border-box',
    height: 'min(40dvh, 320px)',
    flexShrink: 0,
    overflow: 'hidden',
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackgroundInverted,
    ...shorthands.border('6px', 'solid', tokens.colorNeutralStroke1),
  },
  ok: shorthands.borderColor(stateColours.ok.strong),
  attention: shorthands.borderColor(stateColours.attention.strong),
  no: shorthands.borderColor(stateColours.no.strong),
  gone: { display: 'none' },
  video: { width: '100%', height: '100%', objectFit: 'cover', display: 'block' },
  hint: {
    position: 'absolute',
    insetInline: 0,
    top: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    textAlign: 'center',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  tools: {
    position: 'absolute',
    insetInline: tokens.spacingHorizontalS,
    bottom: tokens.spacingVerticalS,
    display: 'flex',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
  },
  torch: { minWidth: '48px', minHeight: '48px' },
  choice: { minWidth: 0, flexShrink: 1, '& select': { minHeight: '48px' } },
  trouble: { flexShrink: 0 },
  touch: { minHeight: '48px' },
});

const TROUBLES = {
  denied: 'checkIn.scan.trouble.denied',
  none: 'checkIn.scan.trouble.none',
  busy: 'checkIn.scan.trouble.busy',
  insecure: 'checkIn.scan.trouble.insecure',
  failed: 'checkIn.scan.trouble.failed',
  broken: 'checkIn.scan.trouble.broken',
} as const satisfies Record<Exclude<CameraState, 'starting' | 'running'>, string>;

export function ScanViewfinder({ camera, tone }: { camera: ScanCamera; tone: VerdictTone | null }) {
  const styles = useStyles();
  const intl = useIntl();
  const { state } = camera;
  const shown = hasPicture(state);
  const hinted = state === 'starting' || tone === null;
  return (
    <>
      <div className={mergeClasses(styles.frame, tone !== null && styles[tone], !shown && styles.gone)} data-tone={tone ?? undefined}>
        <video
          ref={camera.video}
          className={styles.video}
          aria-label={intl.formatMessage({ id: 'checkIn.scan.picture' })}
          muted
          playsInline
        />
        {hinted && (
          <div className={styles.hint} role="status">
            <FormattedMessage id={state === 'running' ? 'checkIn.scan.aim' : 'checkIn.scan.starting'} />
          </div>
        )}
        <div className={styles.tools}>
          {camera.cameras.length > 1 ? <CameraChoice camera={camera} /> : <span />}
          {camera.torch !== null && (
            <Button
              className={styles.torch}
              size="large"
              aria-pressed={camera.torch}
              icon={camera.torch ? <FlashlightOffRegular /> : <FlashlightRegular />}
              aria-label={intl.formatMessage({ id: camera.torch ? 'checkIn.scan.torch.off' : 'checkIn.scan.torch.on' })}
              onClick={camera.toggleTorch}
            />
          )}
        </div>
      </div>
      {!shown && (
        <MessageBar className={styles.trouble} intent="warning" layout="multiline">
          <MessageBarBody>
            <FormattedMessage id={TROUBLES[state]} />
          </MessageBarBody>
          <MessageBarActions>
            {state !== 'insecure' && (
              <Button className={styles.touch} size="large" onClick={camera.retry}>
                <FormattedMessage id="checkIn.scan.retry" />
              </Button>
            )}
          </MessageBarActions>
        </MessageBar>
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
      size="large"
      aria-label={intl.formatMessage({ id: 'checkIn.scan.camera.label' })}
      value={camera.cameraId ?? ''}
      onChange={(_, data) => camera.choose(data.value)}
    >
      {camera.cameras.map((one, index) => (
        <option key={one.id} value={one.id}>
          {one.label || intl.formatMessage({ id: 'checkIn.scan.camera.unnamed' }, { number: index + 1 })}
        </option>
      ))}
    </Select>
  );
}
