/** Saves the current filter, order and columns as a view for the whole team. */
import { Checkbox, Field, Input, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveBookingView, type SavedView, type SaveBookingViewInput } from '../../../../data/bookings/views.ts';
import type { BookingView } from '../../../../domain/booking-view.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { useMutation } from '../../../../online/use-mutation.ts';
import { FormDialog } from '../../../../ui/overlays/form-dialog.tsx';
import { Message } from '../../../../ui/states/message.tsx';
import { SaveFailed } from '../../../../ui/form/save-failed.tsx';

const useStyles = makeStyles({ form: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface SaveViewDialogProps {
  company: Uuid;
  opened: SavedView | null;
  current: BookingView;
  onSaved(id: Uuid): void;
  onClose(): void;
}

export function SaveViewDialog({ company, opened, current, onSaved, onClose }: SaveViewDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [savesAsNew, setSavesAsNew] = useState(opened === null);
  const [name, setName] = useState(opened?.name ?? '');
  const [isDefault, setDefault] = useState(opened?.isDefault ?? false);
  const [newId] = useState(() => crypto.randomUUID() as Uuid);
  const saving = useMutation({
    send: (save: SaveBookingViewInput) => saveBookingView(company, save),
    invalidates: [[company, 'booking-views']],
  });
  const { result } = saving;
  const refusal = result && !result.ok && result.code === 'refused' ? result.refusal.status : null;
  const failure = result && !result.ok && result.code !== 'refused' ? result : null;

  async function save(): Promise<boolean> {
    const target =
      savesAsNew || opened === null ? { id: newId, version: 0 } : { id: opened.id, version: opened.version };
    const saved = await saving.save({ ...target, name: name.trim(), view: current, isDefault });
    if (saved.ok) onSaved(target.id);
    return saved.ok;
  }

  return (
    <FormDialog
      title={<FormattedMessage id="advanced.view.save.title" />}
      confirm={<FormattedMessage id="advanced.view.save.confirm" />}
      disabled={name.trim() === ''}
      onClose={onClose}
      onConfirm={save}
    >
      <div className={styles.form}>
        {opened && (
          <RadioGroup
            aria-label={intl.formatMessage({ id: 'advanced.view.where' })}
            value={savesAsNew ? 'new' : 'over'}
            onChange={(_, data) => {
              setSavesAsNew(data.value === 'new');
              setName(data.value === 'new' ? '' : opened.name);
            }}
          >
            <Radio value="over" label={intl.formatMessage({ id: 'advanced.view.over' }, { name: opened.name })} />
            <Radio value="new" label={intl.formatMessage({ id: 'advanced.view.new' })} />
          </RadioGroup>
        )}
        <Field
          label={intl.formatMessage({ id: 'advanced.view.name' })}
          {...(refusal === 'name_taken'
            ? { validationMessage: intl.formatMessage({ id: 'advanced.view.refused.name_taken' }) }
            : {})}
        >
          <Input value={name} maxLength={80} onChange={(_, data) => setName(data.value)} />
        </Field>
        <Checkbox
          checked={isDefault}
          label={intl.formatMessage({ id: 'advanced.view.default' })}
          onChange={(_, data) => setDefault(data.checked === true)}
        />
        {refusal && refusal !== 'name_taken' && (
          <Message state="no" alert>
            <FormattedMessage id={`advanced.view.refused.${refusal}`} />
          </Message>
        )}
        {failure && <SaveFailed failure={failure} />}
      </div>
    </FormDialog>
  );
}
