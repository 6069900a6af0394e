/** The dialog that asks and stores: what was closed while it was under way closes nothing else at its end. */
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../src/domain/result.ts';
import { FormDialog } from '../../src/ui/overlays/form-dialog.tsx';
import { later } from './fake-data.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/patience.ts';

test.each(['to its end', 'while it is under way'])('is closed once: %s', async (when) => {
  const stored = later<ReturnType<typeof ok<boolean>>>();
  let [closed, ended] = [0, 0];
  function Dialogs() {
    const [opened, setOpened] = useState<'first' | 'second' | null>('first');
    const close = () => {
      closed += 1;
      // Something else is opened meanwhile.
      setOpened(opened === 'first' ? 'second' : null);
    };
    return opened === 'first' ? (
      <FormDialog
        title="First"
        confirm="Store"
        onClose={close}
        onConfirm={async () => {
          await stored.answer;
          ended += 1;
          return true;
        }}
      >
        Text
      </FormDialog>
    ) : (
      opened && <p>The second</p>
    );
  }
  await renderScreen(<Dialogs />, { path: '*', at: '/', texts: ['patterns'] });
  await page.getByRole('button', { name: 'Store' }).click();
  if (when !== 'to its end') await page.getByRole('button', { name: 'Cancel' }).click();
  stored.come(ok(true));
  await waitFor(() => expect(ended).toBe(1));
  await expect.element(page.getByText('The second')).toBeVisible();
  expect(closed).toBe(1);
});
