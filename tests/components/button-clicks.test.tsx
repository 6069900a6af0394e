/** Clicking a button beside a field: layout changes on blur must not swallow the click. */
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { requiredText } from '../../src/domain/fields.ts';
import { TextField } from '../../src/ui/form/form-fields.tsx';
import { useForm } from '../../src/ui/form/use-form.ts';
import { waitFor } from '../support/wait-for.ts';
import { renderScreen } from './render-screen.tsx';

/** The part of the Chrome DevTools Protocol that presses and releases a mouse button. */
interface Mouse {
  send(
    method: 'Input.dispatchMouseEvent',
    event: { type: 'mousePressed' | 'mouseReleased'; x: number; y: number; button: 'left'; clickCount: 1 },
  ): Promise<unknown>;
}

/** Presses the centre of an element, and releases at the same point once the page has had time to move. */
async function pressSlowly(element: Element): Promise<void> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0, width: window.innerWidth };
  const scale = frame.width / window.innerWidth;
  const { left, top, width, height } = element.getBoundingClientRect();
  const at = { x: frame.x + (left + width / 2) * scale, y: frame.y + (top + height / 2) * scale };
  const mouse = cdp() as unknown as Mouse;
  await mouse.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at, button: 'left', clickCount: 1 });
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  await mouse.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, button: 'left', clickCount: 1 });
}

const onAdd = vi.fn();

function Form() {
  const form = useForm({ schema: v.object({ name: requiredText(10) }), values: { name: '' } });
  const [isChosen, setChosen] = useState(false);
  const [submits, setSubmits] = useState(0);
  return (
    <FormProvider {...form}>
      <form onSubmit={(event) => (event.preventDefault(), setSubmits(submits + 1))}>
        <TextField<{ name: string }> name="name" label="Name" />
        <button type="button" style={{ display: 'block', blockSize: '16px' }} onClick={onAdd}>
          Add
        </button>
        <label>
          <input type="checkbox" checked={isChosen} onChange={({ target }) => setChosen(target.checked)} />
          Chosen
        </label>
        <button type="submit">Save {submits}</button>
      </form>
    </FormProvider>
  );
}

const name = page.getByRole('textbox', { name: 'Name' });

test('the click arrives although the blurred field’s error moves the button', async () => {
  await renderScreen(<Form />, { texts: ['patterns'] });
  const button = page.getByRole('button', { name: 'Add' });
  await name.click();
  const before = button.element().getBoundingClientRect().top;
  await pressSlowly(button.element());
  await waitFor(() => expect(onAdd).toHaveBeenCalledTimes(1));
  await expect.element(page.getByText('Name is required.')).toBeVisible();
  expect(button.element().getBoundingClientRect().top).toBeGreaterThan(before + 8);
  await expect.element(button).toHaveFocus();
});

test.each(['checkbox', 'label'])('one click toggles a %s although it blurs the field', async (pressed) => {
  await renderScreen(<Form />, { texts: ['patterns'] });
  const box = page.getByRole('checkbox');
  await name.click();
  await pressSlowly(pressed === 'checkbox' ? box.element() : page.getByText('Chosen').element());
  await expect.element(box).toBeChecked();
  await expect.element(page.getByText('Name is required.')).toBeVisible();
});

test('the click arrives although the focus scrolls the target', async () => {
  const pressed = vi.fn();
  await renderScreen(
    <div
      style={{ blockSize: '100px', overflow: 'auto' }}
      onFocus={({ currentTarget }) => (currentTarget.scrollTop = 80)}
    >
      <button
        type="button"
        style={{ display: 'block', marginBlock: '40px 200px', blockSize: '16px' }}
        onClick={pressed}
      >
        Add
      </button>
    </div>,
  );
  const button = page.getByRole('button', { name: 'Add' });
  await expect.element(button).toBeVisible();
  await pressSlowly(button.element());
  await waitFor(() => expect(pressed).toHaveBeenCalledOnce());
  await expect.element(button).toHaveFocus();
});

test('Enter in a field saves and keeps the focus', async () => {
  await renderScreen(<Form />, { texts: ['patterns'] });
  await name.click();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Save 1' })).toBeVisible();
  await expect.element(name).toHaveFocus();
});
