/** Rotates a key: issues a new one, and the old one stays valid until the programs have switched. */
import { Field, Select, makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { rotateApiKey, type ApiKey, type ApiKeyRefusal, type ApiKeys } from '../../../data/api-keys.ts';
import { newApiKey, type NewApiKey } from '../../../domain/api-key.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { KeyRefused } from './key-refused.tsx';

/** Hours for which the old key stays valid. */
const OVERLAP_HOURS = [0, 1, 24, 168, 720] as const;
const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

export interface RotateKeyProps {
  company: Uuid;
  apiKey: ApiKey;
  onCreated(secret: string): void;
  onClose(): void;
}

export function RotateKey({ company, apiKey, onCreated, onClose }: RotateKeyProps) {
  const styles = useStyles();
  const intl = useIntl();
  const [successor] = useState(() => crypto.randomUUID());
  const generated = useRef<NewApiKey | null>(null);
  const [hours, setHours] = useState<number>(24);
  const saving = useMutation<Parameters<typeof rotateApiKey>[0], ApiKeys, { status: ApiKeyRefusal }>({
    send: rotateApiKey,
    invalidates: [[company, 'api-keys']],
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });

  async function rotate(): Promise<boolean> {
    generated.current ??= await newApiKey(apiKey.testTour ? 'test' : 'live');
    const { key, hash, lastFour } = generated.current;
    const result = await saving.save({ company, id: apiKey.id, successor, hash, lastFour, overlapHours: hours });
    if (result.ok) onCreated(key);
    return result.ok;
  }
  return (
    <FormDialog
      title={<FormattedMessage id="apiKeys.rotate.title" values={{ name: apiKey.name }} />}
      confirm={<FormattedMessage id="apiKeys.rotate" />}
      onClose={onClose}
      onConfirm={rotate}
    >
      <div className={styles.fields} data-first>
        <Field
          label={intl.formatMessage({ id: 'apiKeys.overlap' })}
          hint={intl.formatMessage({ id: 'apiKeys.overlap.hint' })}
        >
          <Select value={String(hours)} onChange={(_, { value }) => setHours(Number(value))}>
            {OVERLAP_HOURS.map((value) => (
              <option key={value} value={value}>
                {intl.formatMessage({ id: 'apiKeys.overlap.hours' }, { hours: value, days: value / 24 })}
              </option>
            ))}
          </Select>
        </Field>
        <KeyRefused result={saving.result} />
      </div>
    </FormDialog>
  );
}
