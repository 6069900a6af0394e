/** Asks for a text along with an action: a question to the guide, or a reason. */
import { Field, Textarea } from '@fluentui/react-components';
import { useState, type ReactNode } from 'react';
import type { Failure } from '../../domain/result.ts';
import { SaveFailed } from '../../ui/form/save-failed.tsx';
import { FormDialog } from '../../ui/overlays/form-dialog.tsx';

export interface NoteDialogProps {
  title: ReactNode;
  label: string;
  confirm: ReactNode;
  /** Failure of the last attempt. */
  failure: Failure | null;
  onClose(): void;
  onConfirm(text: string): Promise<boolean>;
}

export function NoteDialog({ title, label, confirm, failure, onClose, onConfirm }: NoteDialogProps) {
  const [text, setText] = useState('');
  return (
    <FormDialog
      title={title}
      confirm={confirm}
      disabled={text.trim() === ''}
      onClose={onClose}
      onConfirm={() => onConfirm(text.trim())}
    >
      <Field label={label} required>
        <Textarea
          data-first
          value={text}
          rows={3}
          maxLength={2000}
          resize="vertical"
          onChange={(_, data) => setText(data.value)}
        />
      </Field>
      <SaveFailed result={failure} />
    </FormDialog>
  );
}
