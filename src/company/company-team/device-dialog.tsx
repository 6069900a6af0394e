/** Confirms a command to a device: what it does, what it keeps, and when it takes effect. */
import { makeStyles } from '@fluentui/react-components';
import { FormattedMessage, useIntl } from 'react-intl';
import type { DeviceCommand } from '../../data/devices.ts';
import type { TeamDevice } from '../../data/team.ts';
import type { Uuid } from '../../domain/ids.ts';
import { splitResult } from '../../online/use-mutation.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';
import { Message } from '../../ui/states/message.tsx';
import { showToast } from '../../ui/toasts/toasts.ts';
import { useDeviceName } from './team-devices.tsx';
import type { useDeviceCommands } from './use-device-commands.ts';

const useStyles = makeStyles({
  body: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '12px', '& p': { margin: 0 } },
});

export interface DeviceDialogProps {
  company: Uuid;
  person: { id: Uuid; name: string };
  device: TeamDevice;
  command: DeviceCommand;
  saving: ReturnType<typeof useDeviceCommands>;
  onClose(): void;
}

export function DeviceDialog({ company, person, device, command, saving, onClose }: DeviceDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const name = useDeviceName()(device);
  const { failure } = splitResult(saving.result);
  const leave = () => {
    saving.reset();
    onClose();
  };

  async function send(): Promise<boolean> {
    const saved = await saving.save({ company, person: person.id, device: device.id, command });
    if (saved.ok)
      void showToast({ intent: 'success', text: intl.formatMessage({ id: 'team.device.done' }, { device: name }) });
    return saved.ok;
  }

  return (
    <FormDialog
      kind="confirm"
      title={<FormattedMessage id={`team.device.${command}.title`} values={{ device: name, name: person.name }} />}
      confirm={<FormattedMessage id={`team.device.${command}`} />}
      onClose={leave}
      onConfirm={send}
    >
      <div className={styles.body}>
        {failure?.code === 'not_found' ? (
          <Message state="no" alert>
            <FormattedMessage id="team.device.gone" />
          </Message>
        ) : (
          <SaveFailed result={failure} />
        )}
        <p>
          <FormattedMessage id={`team.device.${command}.what`} />
        </p>
        {device.waiting > 0 && (
          <Message state="waiting">
            <FormattedMessage id="team.device.waiting" values={{ count: device.waiting }} />
          </Message>
        )}
        {command === 'wipe' && device.command === 'sign_out' && (
          <Message state="attention">
            <FormattedMessage id="team.device.wipe.signedOut" values={{ name: person.name }} />
          </Message>
        )}
      </div>
    </FormDialog>
  );
}
