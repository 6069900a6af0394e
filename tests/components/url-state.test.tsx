/** The address as state: changes come upon each other, and answers late. */
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
  // Of the drawing in which the question was asked.
  const asked = useRef(go);
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
          asked.current({ opened: 'late' });
        }}
      >
        Leave
      </button>
    </>
  );
}

test('of two changes in one turn none takes the other one back', async () => {
  await renderScreen(<Screen />, { at: '/?other=kept' });
  await page.getByRole('button', { name: 'Both' }).click();
  await expect.element(page.getByText('?other=kept&search=harbour&opened=one')).toBeVisible();
  await expect.element(page.getByText('Opened: one')).toBeVisible();
});

test('an answer to a screen that was left leads nobody back', async () => {
  await renderScreen(<Screen />);
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(place()).toHaveTextContent('/elsewhere');
  expect(await place().element().textContent).toBe('/elsewhere');
});
