/** Saves the current filter, order and columns as a view for the whole team. */
import { Checkbox, Field, Input, Radio, RadioGroup, makeStyles } from '@fluentui/react-components';
import { useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { saveBookingView, type SavedView, type SaveBookingViewInput } from '../../../../data/bookings/views.ts';
import type { BookingView } from '../../../../domain/booking-view.ts';
import type { Uuid } from '../../../../domain/ids.ts';
import { splitResult, useMutation } from '../../../../online/use-mutation.ts';
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
  // Kept, so that saving again after a lost response creates no second view.
  const [newId] = useState(() => crypto.randomUUID() as Uuid);
  const saving = useMutation({
    send: (save: SaveBookingViewInput) => saveBookingView(company, save),
    invalidates: [[company, 'booking-views']],
  });
  const { refusal, failure } = splitResult(saving.result);

  async function save(): Promise<boolean> {
    const { id, version } = savesAsNew || opened === null ? { id: newId, version: 0 } : opened;
    const saved = await saving.save({ id, version, name: name.trim(), view: current, isDefault });
    if (saved.ok) onSaved(id);
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
          <TargetChoice
            opened={opened}
            savesAsNew={savesAsNew}
            onChange={(isNew) => {
              setSavesAsNew(isNew);
              setName(isNew ? '' : opened.name);
            }}
          />
        )}
        <Field
          label={intl.formatMessage({ id: 'advanced.view.name' })}
          {...(refusal?.status === 'name_taken'
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
        {refusal && refusal.status !== 'name_taken' && (
          <Message state="no" alert>
            <FormattedMessage id={`advanced.view.refused.${refusal.status}`} />
          </Message>
        )}
        <SaveFailed result={failure} />
      </div>
    </FormDialog>
  );
}

interface TargetChoiceProps {
  opened: SavedView;
  savesAsNew: boolean;
  onChange(savesAsNew: boolean): void;
}

/** Offers to overwrite the opened view or to save a new one. */
function TargetChoice({ opened, savesAsNew, onChange }: TargetChoiceProps) {
  const intl = useIntl();
  return (
    <RadioGroup
      aria-label={intl.formatMessage({ id: 'advanced.view.where' })}
      value={savesAsNew ? 'new' : 'over'}
      onChange={(_, data) => onChange(data.value === 'new')}
    >
      <Radio value="over" label={intl.formatMessage({ id: 'advanced.view.over' }, { name: opened.name })} />
      <Radio value="new" label={intl.formatMessage({ id: 'advanced.view.new' })} />
    </RadioGroup>
  );
}
