/** Special form fields, and fields outside a form. */
import { useState } from 'react';
import { Field } from '@fluentui/react-components';
import * as v from 'valibot';
import { ok } from '../../../../src/domain/result.ts';
import { FormFrame } from '../../../../src/ui/form/form.tsx';
import { CountryField } from '../../../../src/ui/form/country-field.tsx';
import { PasswordInput } from '../../../../src/ui/form/password-input.tsx';
import { PictureField } from '../../../../src/ui/form/picture-field.tsx';
import { DateInput, TimeInput } from '../../../../src/ui/form/parsed-inputs.tsx';
import { useForm } from '../../../../src/ui/form/use-form.ts';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';

const SCHEMA = v.object({ country: v.string() });
const LABELS = { country: 'Country' };
/** A made-up flag as a picture without a file. */
const PICTURE =
  'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" width="300" height="200"><rect width="300" height="200" fill="%232f6fd0"/><circle cx="150" cy="100" r="60" fill="%23ffffff"/></svg>';
const kept = () => Promise.resolve(ok(null));

export function FieldSheet() {
  const form = useForm({ schema: SCHEMA, values: { country: 'DK' } });
  const [day, setDay] = useState('2/5/2026');
  const [time, setTime] = useState('9.30');
  const [password, setPassword] = useState('four quiet geese walk');
  return (
    <Screen header={<PageHeader title="Fields" meta="Pictures, countries, passwords, days without a form" />}>
      <div style={{ maxWidth: '720px', display: 'grid', gap: '24px' }}>
        <PictureField name="Picture of the tour" label="Picture" src={PICTURE} busy={false} keep={kept} />
        <PictureField name="Logo" label="Logo" kind="logo" src={PICTURE} busy keep={kept} />
        <PictureField name="Second picture" label="Second picture" src={null} busy={false} keep={kept} />
        <Field label="Password">
          <PasswordInput
            autoComplete="current-password"
            value={password}
            onChange={(_, { value }) => setPassword(value)}
          />
        </Field>
        <div style={{ display: 'flex', flexWrap: 'wrap', gap: '16px' }}>
          <DateInput label="From" value={day} onChange={setDay} />
          <DateInput label="Until" value="" onChange={() => undefined} problem="Until when?" />
          <TimeInput label="Starts at" value={time} onChange={setTime} />
        </div>
        <FormFrame form={form} labels={LABELS} save="Save address" busy={false} onSave={() => Promise.resolve(true)}>
          <CountryField name="country" label={LABELS.country} />
        </FormFrame>
      </div>
    </Screen>
  );
}
