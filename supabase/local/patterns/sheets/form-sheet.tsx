import { useEffect, useState } from 'react';
import * as v from 'valibot';
import { colour, date, email, money, optionalPhone, requiredText, time } from '../../../../src/domain/fields.ts';
import { fail } from '../../../../src/domain/result.ts';
import { RestoreDraftNotice } from '../../../../src/features/form-drafts/restore-draft-notice.tsx';
import { ColourField } from '../../../../src/ui/form/colour-field.tsx';
import { SelectField, SwitchField, TextField } from '../../../../src/ui/form/form-fields.tsx';
import { FormFrame } from '../../../../src/ui/form/form.tsx';
import { PhoneField } from '../../../../src/ui/form/phone-field.tsx';
import { SaveFailed } from '../../../../src/ui/form/save-failed.tsx';
import { ConflictChoice } from '../../../../src/ui/form/conflict-choice.tsx';
import { DateField, MoneyField, TimeField } from '../../../../src/ui/form/parsed-fields.tsx';
import { useForm } from '../../../../src/ui/form/use-form.ts';
import { FormDialog } from '../../../../src/ui/overlays/form-dialog.tsx';
import { PageHeader } from '../../../../src/ui/layout/page-header.tsx';
import { Screen } from '../../../../src/ui/layout/screen.tsx';

const SCHEMA = v.object({
  name: requiredText(80),
  email: email(),
  phone: optionalPhone(),
  language: v.string(),
  price: money('DKK'),
  day: date(),
  time: time(),
  colour: colour(),
  note: v.string(),
  paid: v.boolean(),
});
type Typed = v.InferInput<typeof SCHEMA>;
type Read = v.InferOutput<typeof SCHEMA>;

const LABELS: Record<keyof Typed, string> = {
  name: 'Name',
  email: 'Email',
  phone: 'Telephone',
  language: 'Language',
  price: 'Price',
  day: 'Day',
  time: 'Starts at',
  colour: 'Colour',
  note: 'Note',
  paid: 'Paid already',
};
const VALUES: Typed = {
  name: 'Ada Jensen',
  email: 'ada@example.com',
  phone: '+4532123456',
  language: 'da',
  price: '1.234,50',
  day: '2/5/2026',
  time: '9.30',
  colour: '#2f6fd0',
  note: '',
  paid: false,
};
const AN_HOUR_AGO = Date.now() - 3_600_000;
const done = () => Promise.resolve(true);

export function FormSheet({ state }: { state: 'typed' | 'wrong' | 'notices' | 'overlay' | 'confirm' }) {
  const form = useForm<Typed, Read>({ schema: SCHEMA, values: VALUES });
  const [isTyped, setTyped] = useState(false);
  useEffect(() => {
    const type = (name: keyof Typed, value: string) => form.setValue(name, value, { shouldDirty: true });
    type('note', 'Comes by wheelchair');
    if (state === 'notices') type('name', 'Ada M. Jensen');
    setTyped(true);
    if (state !== 'wrong') return;
    type('name', '');
    type('email', 'ada@');
    type('price', '12,5.0');
    type('day', '31/2/2026');
    void form.handleSubmit(() => undefined)();
  }, [form, state]);

  return (
    <Screen header={<PageHeader title="Booking" meta="Harbour walk, Saturday 2 May" />}>
      <div style={{ maxWidth: '720px' }}>
        <FormFrame
          form={form}
          labels={LABELS}
          save="Save booking"
          busy={false}
          onSave={done}
          notice={
            state === 'notices' &&
            isTyped && (
              <>
                <RestoreDraftNotice draft={{ savedAt: AN_HOUR_AGO, use: () => undefined, discard: () => undefined }} />
                <SaveFailed result={fail('offline', { retry: true })} />
                <ConflictChoice
                  form={form}
                  theirs={{ ...VALUES, name: 'Ada Holm', paid: true }}
                  labels={LABELS}
                  onResolved={() => undefined}
                />
              </>
            )
          }
        >
          <TextField<Typed> name="name" label={LABELS.name} required />
          <TextField<Typed> name="email" label={LABELS.email} type="email" required hint="Tickets go there." />
          <PhoneField<Typed> name="phone" label={LABELS.phone} />
          <SelectField<Typed>
            name="language"
            label={LABELS.language}
            options={[
              { value: 'en', label: 'English' },
              { value: 'da', label: 'Danish' },
            ]}
          />
          <MoneyField<Typed> name="price" label={LABELS.price} currency="DKK" required />
          <DateField<Typed> name="day" label={LABELS.day} required />
          <TimeField<Typed> name="time" label={LABELS.time} zone="Europe/Rome" required />
          <ColourField<Typed> name="colour" label={LABELS.colour} standard="#0b6157" />
          <TextField<Typed> name="note" label={LABELS.note} lines={3} />
          <SwitchField<Typed> name="paid" label={LABELS.paid} hint="Nothing is collected at the meeting point." />
        </FormFrame>
      </div>
      {state === 'overlay' && (
        <FormDialog title="Add a departure" confirm="Add departure on 2 May" onClose={() => undefined} onConfirm={done}>
          <label>
            Seats <input defaultValue="24" />
          </label>
        </FormDialog>
      )}
      {state === 'confirm' && (
        <FormDialog
          kind="confirm"
          title="Call this departure off?"
          confirm="Call off and tell 11 guests"
          onClose={() => undefined}
          onConfirm={done}
        >
          <p>Each guest gets an email, and what was paid is refunded.</p>
        </FormDialog>
      )}
    </Screen>
  );
}
