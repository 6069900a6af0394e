/** Creates or edits an API key. The secret is generated here and shown once; the server stores only its hash. */
import { makeStyles } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { FormattedMessage, useIntl } from 'react-intl';
import * as v from 'valibot';
import { changeApiKey, createApiKey, type ApiKey, type ApiKeyRefusal, type ApiKeys } from '../../../data/api-keys.ts';
import { newApiKey, type NewApiKey } from '../../../domain/api-key.ts';
import { API_SCOPES, type ApiScope } from '../../../domain/api-scopes.ts';
import { date, fieldError, requiredText } from '../../../domain/fields.ts';
import type { Uuid } from '../../../domain/ids.ts';
import { useMutation } from '../../../online/use-mutation.ts';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { capitalise } from '../../../lib/capitalise.ts';
import { ChipsField } from '../../../ui/form/chips-field.tsx';
import { SelectField, TextField } from '../../../ui/form/form-fields.tsx';
import { submitForm } from '../../../ui/form/submit-form.ts';
import { DateField } from '../../../ui/form/parsed-fields.tsx';
import { useForm } from '../../../ui/form/use-form.ts';
import { useFormats } from '../../../ui/format/use-formats.ts';
import { KeyRefused } from './key-refused.tsx';

const useStyles = makeStyles({ fields: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' } });

const schema = v.object({
  name: requiredText(80),
  scopes: v.pipe(v.array(v.picklist(API_SCOPES)), v.minLength(1, fieldError('required'))),
  /** Tour of a test key; '' for all. */
  tour: v.string(),
  addresses: v.pipe(
    v.string(),
    v.transform((text) => text.split(/[\s,;]+/).filter((address) => address !== '')),
    v.maxLength(50, fieldError('not_valid')),
  ),
  lastDay: v.union(
    [
      v.pipe(
        v.string(),
        v.trim(),
        v.literal(''),
        v.transform(() => null),
      ),
      date(),
    ],
    fieldError('date'),
  ),
});
type KeyFormData = v.InferOutput<typeof schema>;
interface KeyFormValues {
  name: string;
  scopes: string[];
  tour: string;
  addresses: string;
  lastDay: string;
}

export interface KeyDialogProps {
  company: Uuid;
  tours: ApiKeys['tours'];
  /** Null for a new key. */
  apiKey: ApiKey | null;
  onCreated(secret: string): void;
  onClose(): void;
}

export function KeyDialog({ company, tours, apiKey, onCreated, onClose }: KeyDialogProps) {
  const styles = useStyles();
  const intl = useIntl();
  const form = useForm<KeyFormValues, KeyFormData>({
    schema: schema as unknown as v.GenericSchema<KeyFormValues, KeyFormData>,
    values: {
      name: apiKey?.name ?? '',
      scopes: apiKey?.scopes ?? [],
      tour: '',
      addresses: apiKey?.addresses.join('\n') ?? '',
      lastDay: apiKey?.lastDay ?? '',
    },
  });
  const { save, result } = useSaveKey({ company, apiKey, onCreated });
  return (
    <FormProvider {...form}>
      <FormDialog
        title={apiKey ? apiKey.name : <FormattedMessage id="apiKeys.add" />}
        confirm={<FormattedMessage id={apiKey ? 'form.save' : 'apiKeys.create'} />}
        onClose={onClose}
        onConfirm={() => submitForm(form, save)}
      >
        <div className={styles.fields} data-first>
          <TextField<KeyFormValues>
            name="name"
            label={intl.formatMessage({ id: 'apiKeys.name' })}
            hint={<FormattedMessage id="apiKeys.name.hint" />}
            required
          />
          <ChipsField<KeyFormValues>
            name="scopes"
            label={intl.formatMessage({ id: 'apiKeys.scopes' })}
            hint={<FormattedMessage id="apiKeys.scopes.hint" />}
            required
            chips={API_SCOPES.map((value) => ({
              value,
              label: capitalise(intl.formatMessage({ id: `apiKeys.scope.${value}` }), intl.locale),
            }))}
          />
          {!apiKey && <TestTourField tours={tours} />}
          <DateField<KeyFormValues>
            name="lastDay"
            label={intl.formatMessage({ id: 'apiKeys.lastDay' })}
            hint={<FormattedMessage id="apiKeys.lastDay.hint" />}
          />
          <TextField<KeyFormValues>
            name="addresses"
            label={intl.formatMessage({ id: 'apiKeys.addresses' })}
            hint={<FormattedMessage id="apiKeys.addresses.hint" />}
            lines={3}
          />
          <KeyRefused result={result} />
        </div>
      </FormDialog>
    </FormProvider>
  );
}

/** Limits a test key to a tour. */
function TestTourField({ tours }: Pick<KeyDialogProps, 'tours'>) {
  const intl = useIntl();
  const formats = useFormats('UTC');
  return (
    <SelectField<KeyFormValues>
      name="tour"
      label={intl.formatMessage({ id: 'apiKeys.tour' })}
      hint={<FormattedMessage id="apiKeys.tour.hint" />}
      options={[
        { value: '', label: intl.formatMessage({ id: 'apiKeys.tour.all' }) },
        ...tours.map(({ id: value, title }) => ({
          value,
          label: intl.formatMessage({ id: 'apiKeys.testTour' }, { tour: formats.text(title) }),
        })),
      ]}
    />
  );
}

function useSaveKey({ company, apiKey, onCreated }: Pick<KeyDialogProps, 'company' | 'apiKey' | 'onCreated'>) {
  const [id] = useState(() => apiKey?.id ?? crypto.randomUUID());
  // A retry after a lost response sends the same secret, so that the one shown is the one stored.
  const generated = useRef<{ isTest: boolean; secret: NewApiKey } | null>(null);
  const invalidates = [[company, 'api-keys']] as const;
  const making = useMutation<Parameters<typeof createApiKey>[0], ApiKeys, { status: ApiKeyRefusal }>({
    send: createApiKey,
    invalidates,
  });
  const changing = useMutation<Parameters<typeof changeApiKey>[0], ApiKeys, { status: ApiKeyRefusal }>({
    send: changeApiKey,
    invalidates,
    // A colleague has changed it.
    invalidateOnRefusal: true,
  });

  async function save({ tour, ...data }: KeyFormData): Promise<boolean> {
    const fields = { ...data, scopes: data.scopes as ApiScope[], company, id };
    if (apiKey) return (await changing.save({ ...fields, version: apiKey.version })).ok;
    const isTest = tour !== '';
    if (generated.current?.isTest !== isTest)
      generated.current = { isTest, secret: await newApiKey(isTest ? 'test' : 'live') };
    const { key, hash, lastFour } = generated.current.secret;
    const result = await making.save({ ...fields, hash, lastFour, testTour: tour || null });
    if (result.ok) onCreated(key);
    return result.ok;
  }
  return { save, result: apiKey ? changing.result : making.result };
}
