/** PhoneField: national format while typing, E.164 as the value. */
import { describe, expect, test } from 'vitest';
import { useEffect } from 'react';
import { FormProvider, useWatch } from 'react-hook-form';
import * as v from 'valibot';
import { page, userEvent } from 'vitest/browser';
import { optionalPhone } from '../../src/domain/fields.ts';
import { PhoneField as GuestPhoneField } from '../../src/booking/steps/phone-field.tsx';
import { PhoneField } from '../../src/ui/form/phone-field.tsx';
import { useForm } from '../../src/ui/form/use-form.ts';
import { renderScreen } from './render-screen.tsx';

const number = page.getByRole('textbox', { name: 'Phone' });
const country = page.getByRole('combobox', { name: /Phone/ });

let renders = 0;

function Held() {
  return <output aria-label="Held">{useWatch<{ phone: string }>({ name: 'phone' })}</output>;
}

function Form() {
  useEffect(() => void (renders += 1));
  const form = useForm({ schema: v.object({ phone: optionalPhone() }), values: { phone: '' } });
  return (
    <FormProvider {...form}>
      <PhoneField<{ phone: string }> name="phone" label="Phone" />
      <Held />
    </FormProvider>
  );
}
const fieldValue = page.getByRole('status', { name: 'Held' });

async function show(): Promise<void> {
  await renderScreen(<Form />, { texts: ['patterns'] });
  await country.selectOptions('United States +1');
}

test('a number belongs to the chosen country', async () => {
  await show();
  await number.fill('201 555 0123');
  await expect.element(fieldValue).toHaveTextContent('+12015550123');
});

test.each(['+45 20 30 40 50', ' 0045 20304050'])(
  'a pasted number with a country code selects that country: %s',
  async (text) => {
    await show();
    await number.fill(text);
    await expect.element(fieldValue).toHaveTextContent('+4520304050');
    await expect.element(country).toHaveValue('DK');
  },
);

test('a typed country code selects its country, letter by letter', async () => {
  await show();
  await number.click();
  await userEvent.keyboard('+4520304050');
  await expect.element(fieldValue).toHaveTextContent('+4520304050');
  await userEvent.tab();
  await expect.element(number).toHaveValue('20 30 40 50');
  await expect.element(country).toHaveValue('DK');
});

test('choosing a country afterwards reinterprets the number', async () => {
  await show();
  await number.fill('20 30 40 50');
  await country.selectOptions('Denmark +45');
  await expect.element(fieldValue).toHaveTextContent('+4520304050');
});

test('an invalid number is marked and kept', async () => {
  await show();
  await number.fill('12');
  await userEvent.tab();
  await expect.element(page.getByText(/must be a full phone number/)).toBeVisible();
  await expect.element(number).toHaveValue('12');
});

describe('with the main thread blocked for 300 ms at each key', () => {
  const DIGITS = '12345678901234567890';

  /** Types into the field with the main thread blocked, and returns the page's errors. */
  async function typeSlowly(): Promise<string[]> {
    const errors: string[] = [];
    const recordError = (event: ErrorEvent) => errors.push(event.message);
    const block = () => {
      const until = performance.now() + 300;
      while (performance.now() < until);
    };
    await number.click();
    window.addEventListener('error', recordError);
    window.addEventListener('keydown', block);
    await userEvent.keyboard(DIGITS);
    window.removeEventListener('keydown', block);
    window.removeEventListener('error', recordError);
    return errors;
  }
  const digits = () => (number.element() as HTMLInputElement).value.replaceAll(/\D/g, '');

  test('no digit is lost, and the form renders at most once per key', async () => {
    await show();
    renders = 0;
    expect(await typeSlowly()).toEqual([]);
    await expect.poll(digits).toBe(DIGITS);
    expect(renders).toBeLessThanOrEqual(DIGITS.length);
  });

  test('no digit is lost on the guest page', async () => {
    await renderScreen(<GuestPhoneField label="Phone" problem={undefined} onLeave={() => undefined} />, {
      texts: ['booking'],
    });
    await expect.element(page.getByRole('option', { name: 'Denmark +45' })).toBeInTheDocument();
    expect(await typeSlowly()).toEqual([]);
    await expect.poll(digits).toBe(DIGITS);
  });
});
