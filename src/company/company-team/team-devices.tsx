/** Devices of a member with their status and pending commands. */
import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, SignOutRegular } from '@fluentui/react-icons';
import { FormattedMessage, useIntl } from 'react-intl';
import { DEVICE_COMMANDS, type DeviceCommand } from '../../data/devices.ts';
import type { TeamDevice } from '../../data/team.ts';
import { useNow } from '../../ui/dates/clock.ts';
import { StateBadge } from '../../ui/states/state-badge.tsx';
import { type, weight } from '../../ui/theme/sizes.ts';
import { formatAge } from '../../ui/format/format-age.ts';
import type { Formats } from '../../ui/format/use-formats.ts';

const useStyles = makeStyles({
  list: { display: 'grid', gap: '12px', margin: '4px 0 0', padding: 0, listStyleType: 'none' },
  device: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '4px' },
  // Cancels the buttons' padding, to align their text with the name.
  actions: { display: 'flex', flexWrap: 'wrap', marginInlineStart: '-12px' },
  name: { display: 'block', fontWeight: weight.bold },
  quiet: { ...type.body, display: 'block', color: tokens.colorNeutralForeground3, textWrap: 'pretty' },
  badges: { display: 'flex', flexWrap: 'wrap', gap: '4px', marginTop: '4px' },
});

const ICONS = { sign_out: <SignOutRegular />, wipe: <DeleteRegular /> };

/** Returns a function that names a device, with a default for unnamed ones. */
export function useDeviceName(): (device: Pick<TeamDevice, 'label'>) => string {
  const intl = useIntl();
  return ({ label }) => label || intl.formatMessage({ id: 'team.device' });
}

export interface TeamDevicesProps {
  devices: readonly TeamDevice[];
  formats: Formats;
  onCommand?(device: TeamDevice, command: DeviceCommand): void;
}

export function TeamDevices({ devices, formats, onCommand }: TeamDevicesProps) {
  const styles = useStyles();
  const now = useNow();
  const ago = (instant: string) => formatAge(formats, Date.parse(instant), now);
  return (
    <ul className={styles.list}>
      {devices.map((device) => (
        <li key={device.id} className={styles.device}>
          <DeviceState device={device} ago={ago} />
          {/* A device that never reported its status cannot receive commands. */}
          {onCommand && device.reports && (
            <DeviceButtons device={device} onCommand={(command) => onCommand(device, command)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function DeviceState({ device, ago }: { device: TeamDevice; ago(instant: string): string }) {
  const styles = useStyles();
  const name = useDeviceName()(device);
  const { appVersion, lastSeenAt, syncedAt, waiting, parked, command: pendingCommand, wipedAt } = device;
  return (
    <div>
      <span className={styles.name}>{name}</span>
      <span className={styles.quiet}>
        <FormattedMessage id="team.device.seen" values={{ when: ago(lastSeenAt), version: appVersion }} />
      </span>
      {syncedAt && (
        <span className={styles.quiet}>
          <FormattedMessage id="team.device.synced" values={{ when: ago(syncedAt) }} />
        </span>
      )}
      <span className={styles.badges}>
        {waiting > 0 && (
          <StateBadge state="waiting">
            <FormattedMessage id="team.device.waiting" values={{ count: waiting }} />
          </StateBadge>
        )}
        {parked > 0 && (
          <StateBadge state="attention">
            <FormattedMessage id="team.device.parked" values={{ count: parked }} />
          </StateBadge>
        )}
        {pendingCommand && (
          <StateBadge state="neutral">
            <FormattedMessage id={`team.device.${pendingCommand}.pending`} />
          </StateBadge>
        )}
        {wipedAt && (
          <StateBadge state="ok">
            <FormattedMessage id="team.device.wiped" values={{ when: ago(wipedAt) }} />
          </StateBadge>
        )}
      </span>
    </div>
  );
}

function DeviceButtons({ device, onCommand }: { device: TeamDevice; onCommand(command: DeviceCommand): void }) {
  const styles = useStyles();
  const intl = useIntl();
  const name = useDeviceName()(device);
  return (
    <div className={styles.actions}>
      {DEVICE_COMMANDS.map((command) => (
        <Button
          key={command}
          appearance="subtle"
          icon={ICONS[command]}
          aria-label={[intl.formatMessage({ id: `team.device.${command}` }), name].join(': ')}
          disabledFocusable={device.command === command}
          onClick={() => onCommand(command)}
        >
          <FormattedMessage id={`team.device.${command}`} />
        </Button>
      ))}
    </div>
  );
}
