/** State in the URL: changes in quick succession, and late responses. */
import { useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { text, useUrlState } from '../../src/ui/address/use-url-state.ts';
import { place, renderScreen } from './render-screen.tsx';

const SHAPE = v.object({ search: text(), opened: text() });

function Screen() {
  const { state, go } = useUrlState(SHAPE);
  const navigate = useNavigate();
  const { search } = useLocation();
  // The `go` of the first render, which a late response would still call.
  const firstGo = useRef(go);
  return (
    <>
      <p>{search}</p>
      <p>Opened: {state.opened}</p>
      <button
        onClick={() => {
          go({ search: 'harbour' });
          go({ opened: 'one' });
        }}
      >
        Both
      </button>
      <button
        onClick={() => {
          void navigate('/elsewhere');
          firstGo.current({ opened: 'late' });
        }}
      >
        Leave
      </button>
    </>
  );
}

test('two changes in one tick do not revert each other', async () => {
  await renderScreen(<Screen />, { at: '/?other=kept' });
  await page.getByRole('button', { name: 'Both' }).click();
  await expect.element(page.getByText('?other=kept&search=harbour&opened=one')).toBeVisible();
  await expect.element(page.getByText('Opened: one')).toBeVisible();
});

test('a response for a screen that was left does not navigate back', async () => {
  await renderScreen(<Screen />);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(place()).toHaveTextContent('/elsewhere');
  expect(await place().element().textContent).toBe('/elsewhere');
});
