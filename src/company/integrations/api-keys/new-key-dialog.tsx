/** Shows a new key once. */
import { FormattedMessage } from 'react-intl';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { CodeBox } from './code-box.tsx';

export function NewKeyDialog({ secret, onClose }: { secret: string; onClose(): void }) {
  return (
    <FormDialog
      title={<FormattedMessage id="apiKeys.shown" />}
      confirm={<FormattedMessage id="apiKeys.shown.done" />}
      onClose={onClose}
      onConfirm={async () => true}
    >
      <p>
        <FormattedMessage id="apiKeys.shown.text" />
      </p>
      <CodeBox code={secret} />
    </FormDialog>
  );
}
