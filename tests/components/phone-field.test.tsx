/** The field of a telephone number: as people of its country type it, and as it is written between countries. */
import { expect, test } from 'vitest';
import { FormProvider } from 'react-hook-form';
import * as v from 'valibot';
import { page, userEvent } from 'vitest/browser';
import { optionalPhone } from '../../src/domain/fields.ts';
import { PhoneField } from '../../src/ui/form/phone-field.tsx';
import { useForm } from '../../src/ui/form/use-form.ts';
import { renderScreen } from './render-screen.tsx';

const number = page.getByRole('textbox', { name: 'Phone' });
const country = page.getByRole('combobox', { name: /Phone/ });

function Form() {
  const form = useForm({ schema: v.object({ phone: optionalPhone() }), values: { phone: '' } });
  return (
    <FormProvider {...form}>
      <PhoneField<{ phone: string }> name="phone" label="Phone" />
      <output aria-label="Held">{form.watch('phone')}</output>
    </FormProvider>
  );
}
const held = page.getByRole('status', { name: 'Held' });

async function show(): Promise<void> {
  await renderScreen(<Form />, { texts: ['patterns'] });
  await country.selectOptions('United States +1');
}

test('a number is of the country that is chosen', async () => {
  await show();
  await number.fill('201 555 0123');
  await expect.element(held).toHaveTextContent('+12015550123');
});

test.each(['+45 20 30 40 50', ' 0045 20304050'])(
  'one that is pasted with its own country is of that: %s',
  async (text) => {
    await show();
    await number.fill(text);
    await expect.element(held).toHaveTextContent('+4520304050');
    await expect.element(country).toHaveValue('DK');
  },
);

test('so is one that is typed, letter by letter', async () => {
  await show();
  await number.click();
  await userEvent.keyboard('+4520304050');
  await expect.element(held).toHaveTextContent('+4520304050');
  await userEvent.tab();
  await expect.element(number).toHaveValue('20 30 40 50');
  await expect.element(country).toHaveValue('DK');
});
