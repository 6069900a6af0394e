/** Sites that may embed the guest pages of a company or organisation in a frame. */
import { FormattedMessage } from 'react-intl';
import { TextField } from '../../ui/form/form-fields.tsx';

export const EmbedField = ({ label }: { label: string }) => (
  <TextField<{ embedOrigins: string }>
    name="embedOrigins"
    label={label}
    lines={3}
    hint={<FormattedMessage id="settings.embedOrigins.hint" values={{ example: 'https://www.example.com' }} />}
  />
);
