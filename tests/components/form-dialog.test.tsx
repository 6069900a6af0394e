/** FormDialog: closing it while it saves must not close another dialog afterwards. */
import { useState } from 'react';
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '../../src/domain/result.ts';
import { hasDirtyForms } from '../../src/ui/form/dirty-forms.ts';
import { TextField } from '../../src/ui/form/form-fields.tsx';
import { FormFrame } from '../../src/ui/form/form.tsx';
import { SaveFailed } from '../../src/ui/form/save-failed.tsx';
import { useForm } from '../../src/ui/form/use-form.ts';
import { FormDialog } from '../../src/ui/overlays/form-dialog.tsx';
import { Message } from '../../src/ui/states/message.tsx';
import { deferred } from './fake-data.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

test.each(['after it has finished', 'while it saves'])('closes once: %s', async (when) => {
  const pendingSave = deferred<ReturnType<typeof ok<boolean>>>();
  let [closeCount, ended] = [0, 0];
  function Dialogs() {
    const [openDialog, setOpenDialog] = useState<'first' | 'second' | null>('first');
    const close = () => {
      closeCount += 1;
      // Another dialog opens in the meantime.
      setOpenDialog(openDialog === 'first' ? 'second' : null);
    };
    return openDialog === 'first' ? (
      <FormDialog
        title="First"
        confirm="Store"
        onClose={close}
        onConfirm={async () => {
          await pendingSave.promise;
          ended += 1;
          return true;
        }}
      >
        Text
      </FormDialog>
    ) : (
      openDialog && <p>The second</p>
    );
  }
  await renderScreen(<Dialogs />, { path: '*', at: '/', texts: ['patterns'] });
  await page.getByRole('button', { name: 'Store' }).click();
  if (when !== 'after it has finished') await page.getByRole('button', { name: 'Cancel' }).click();
  pendingSave.resolve(ok(true));
  await waitFor(() => expect(ended).toBe(1));
  await expect.element(page.getByText('The second')).toBeVisible();
  expect(closeCount).toBe(1);
});

describe('a failure in a form that is longer than the screen', () => {
  /** Whether an element is inside the viewport and nothing covers its centre. */
  function isInSight(element: Element): boolean {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const topElement = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= window.innerHeight && topElement !== null && element.contains(topElement);
  }
  const LINES = Array.from({ length: 60 }, (_, line) => <p key={line}>Line {line}</p>);

  function LongDialog({ refusal = false }: { refusal?: boolean }) {
    const [failed, setFailed] = useState(false);
    return (
      <FormDialog
        title="Long"
        confirm="Store"
        onClose={() => undefined}
        onConfirm={async () => {
          setFailed(true);
          return false;
        }}
      >
        {failed && refusal && (
          <Message state="no" alert>
            Sold out
          </Message>
        )}
        {LINES}
        {failed && !refusal && <SaveFailed result={fail('signed_out')} />}
      </FormDialog>
    );
  }

  beforeEach(() => page.viewport(1440, 720));

  test('is visible beside the button, with the link to sign in again', async () => {
    await renderScreen(<LongDialog />, { path: '*', at: '/bookings?new=1', texts: ['patterns'] });
    await page.getByRole('button', { name: 'Store' }).click();
    const alert = page.getByRole('alert');
    await expect.element(alert).toHaveTextContent('You’ve been signed out.');
    await expect.poll(() => isInSight(alert.element())).toBe(true);
    expect(alert.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
      page.getByRole('button', { name: 'Store' }).element().getBoundingClientRect().top,
    );
    await expect
      .element(page.getByRole('link', { name: 'Sign in again' }))
      .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('/bookings?new=1')));
  });

  test('is visible when it is a refusal that the form shows at its top', async () => {
    await renderScreen(<LongDialog refusal />, { path: '*', at: '/', texts: ['patterns'] });
    await expect.element(page.getByText('Line 59')).toBeInTheDocument();
    page.getByText('Line 59').element().scrollIntoView();
    await page.getByRole('button', { name: 'Store' }).click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('Sold out');
    await expect.poll(() => isInSight(page.getByRole('alert').element())).toBe(true);
  });

  test('is visible in a full-page form', async () => {
    function LongForm() {
      const form = useForm({ schema: v.object({ name: v.string() }), values: { name: '' } });
      const [failed, setFailed] = useState(false);
      return (
        <FormFrame
          form={form}
          labels={{ name: 'Name' }}
          save="Save"
          busy={false}
          notice={failed && <SaveFailed result={fail('server', { retry: true })} />}
          onSave={async () => setFailed(true)}
        >
          <TextField<{ name: string }> name="name" label="Name" />
          <div>{LINES}</div>
        </FormFrame>
      );
    }
    await renderScreen(<LongForm />, { path: '*', at: '/', texts: ['patterns'] });
    await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
    window.scrollTo(0, document.body.scrollHeight);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    await expect.poll(() => isInSight(page.getByRole('alert').element())).toBe(true);
  });
});

test('a form counts as unsaved after a save that failed, until another resets it', async () => {
  let works = false;
  function NameForm() {
    const form = useForm({ schema: v.object({ name: v.string() }), values: { name: '' }, isResetBySave: true });
    return (
      <>
        <FormFrame
          form={form}
          labels={{ name: 'Name' }}
          save="Save"
          busy={false}
          onSave={async (values) => works && form.reset(values)}
        >
          <TextField<{ name: string }> name="name" label="Name" />
        </FormFrame>
        <output aria-label="Attempts">{form.formState.submitCount}</output>
      </>
    );
  }
  await renderScreen(<NameForm />, { path: '*', at: '/', texts: ['patterns'] });
  await page.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByLabelText('Attempts')).toHaveTextContent('1');
  expect(hasDirtyForms()).toBe(true);
  works = true;
  await page.getByRole('button', { name: 'Save' }).click();
  await waitFor(() => expect(hasDirtyForms()).toBe(false));
});
