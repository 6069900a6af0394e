/**
 * The filter dialog: groups, negation, empty fields, and reopening a filter. Draft semantics:
 * src/company/bookings/advanced/filter/filter-draft.test.ts.
 */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FilterDialog } from '../../src/company/bookings/advanced/filter/filter-dialog.tsx';
import type { BookingFilter } from '../../src/domain/booking-filter.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { uuid } from './booking-data.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/wait-for.ts';

const applied = vi.fn<(filter: BookingFilter | null) => void>();
const NONE = {
  source: [],
  tour: [],
  partner: [],
  guide: [],
  language: [],
  locale: [],
  currency: [],
  category: [],
  attendance: [],
  phase: [],
  reason: [],
  referral: [],
  tag: [],
  country: [],
};
const STATES = [
  { value: 'CONFIRMED', label: 'Confirmed' },
  { value: 'PENDING', label: 'Awaiting approval' },
];
const groups = page.getByRole('group', { name: 'Group of conditions' });
/** The nested group. */
const inner = groups.getByRole('group', { name: 'Group of conditions' });
const condition = (name: string) => page.getByRole('group', { name, exact: true });
const apply = () => page.getByRole('button', { name: 'Apply' }).click();

const open = (filter: BookingFilter | null, locale: Locale = 'en') =>
  renderScreen(
    <FilterDialog
      filter={filter}
      choices={{ ...NONE, status: STATES }}
      currency="DKK"
      onApply={applied}
      onClose={() => undefined}
    />,
    { texts: ['patterns', 'bookings', 'bookings-advanced'], locale },
  );
/** Opens a filter, applies it unchanged, and returns the result. */
async function reopened(filter: BookingFilter, locale: Locale = 'en') {
  await open(filter, locale);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^(Apply|Anvend)$/ })
    .click();
  await waitFor(() => expect(applied).toHaveBeenCalledOnce());
  return applied.mock.lastCall?.[0];
}

beforeEach(async () => {
  await page.viewport(1280, 800);
  applied.mockReset();
});

describe('the conditions of a filter', () => {
  test('a nested group matches any of its conditions, and is removed as a whole', async () => {
    await open(null);
    await groups.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await groups.getByRole('button', { name: 'Add group' }).click();
    await expect.element(inner.getByRole('combobox', { name: 'Conditions to match' })).toHaveValue('any');
    await inner.getByRole('combobox', { name: 'Field' }).selectOptions('Due');
    await inner.getByRole('textbox', { name: 'Due, from' }).fill('1');
    await inner.getByRole('button', { name: 'Add condition' }).click();
    const second = inner.getByRole('group', { name: /^Condition 2/ });
    await second.getByRole('combobox', { name: 'Field' }).selectOptions('Note');
    await inner.getByRole('textbox', { name: 'Note' }).fill('deposit');
    await apply();
    await waitFor(() =>
      expect(applied.mock.lastCall?.[0]).toEqual({
        all: [
          { field: 'status', in: ['CONFIRMED'] },
          {
            any: [
              { field: 'due', from: 100 },
              { field: 'note', has: 'deposit' },
            ],
          },
        ],
      }),
    );
    await inner.getByRole('button', { name: 'Remove group' }).click();
    await apply();
    await waitFor(() => expect(applied.mock.lastCall?.[0]).toEqual({ all: [{ field: 'status', in: ['CONFIRMED'] }] }));
  });

  test.each([
    ['Any of these', { any: [{ field: 'status', in: ['CONFIRMED'] }] }],
    ['Not all of these', { all: [{ field: 'status', in: ['CONFIRMED'] }], not: true }],
    ['None of these', { any: [{ field: 'status', in: ['CONFIRMED'] }], not: true }],
  ])('are combined by “%s”', async (words, filter) => {
    await open({ all: [{ field: 'status', in: ['CONFIRMED'] }] });
    await page.getByRole('combobox', { name: 'Conditions to match' }).selectOptions(words);
    await apply();
    await waitFor(() => expect(applied.mock.lastCall?.[0]).toEqual(filter));
  });

  test.each([
    ['is empty', { field: 'note', empty: true }],
    ['is filled in', { field: 'note', empty: false }],
    ['does not contain', { field: 'note', has: 'deposit', not: true }],
  ])('find a note that %s', async (how, expected) => {
    await open({ all: [{ field: 'note', has: 'deposit' }] });
    await page.getByRole('combobox', { name: 'Comparison' }).selectOptions(how);
    expect(page.getByRole('textbox', { name: 'Note' }).elements()).toHaveLength('has' in expected ? 1 : 0);
    await apply();
    await waitFor(() => expect(applied.mock.lastCall?.[0]).toEqual({ all: [expected] }));
  });

  test('a field that every booking has offers no “is empty”', async () => {
    await open({ all: [{ field: 'status', in: ['CONFIRMED'] }] });
    const how = page.getByRole('combobox', { name: 'Comparison' });
    await expect.element(how).toBeVisible();
    expect(how.getByRole('option').elements()).toHaveLength(2);
    await page.getByRole('combobox', { name: 'Field' }).selectOptions('Note');
    expect(how.getByRole('option').elements()).toHaveLength(4);
  });

  test('without conditions there is no filter', async () => {
    await open({ all: [{ field: 'note', has: 'deposit' }] });
    const remove = page.getByRole('button', { name: 'Remove Note' });
    await remove.click();
    await expect.element(remove).not.toBeInTheDocument();
    await apply();
    await waitFor(() => expect(applied.mock.calls).toEqual([[null]]));
  });
});

describe('a reopened filter', () => {
  test('formats amounts in the reader’s locale', async () => {
    const filter: BookingFilter = { all: [{ field: 'due', from: 123_450 }] };
    expect(await reopened(filter, 'da')).toEqual(filter);
    await expect.element(page.getByRole('textbox').first()).toHaveValue('1234,50');
  });
});

describe('a departure condition, which only links create', () => {
  const departures = { field: 'departure' as const, in: [uuid(2), uuid(5)] };

  test('is kept beside other changes, also in a group', async () => {
    await open({ all: [departures, { any: [{ ...departures, in: [uuid(2)], not: true }] }] });
    await expect.element(page.getByText('On one of 2 specific departures')).toBeVisible();
    await expect.element(inner.getByText('Not on a specific departure')).toBeVisible();
    await inner.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await apply();
    await waitFor(() =>
      expect(applied.mock.lastCall?.[0]).toEqual({
        all: [
          departures,
          {
            any: [
              { ...departures, in: [uuid(2)], not: true },
              { field: 'status', in: ['CONFIRMED'] },
            ],
          },
        ],
      }),
    );
  });

  test('is kept when it is the only condition, and can be removed', async () => {
    expect(await reopened(departures)).toEqual({ all: [departures] });
    await page.getByRole('button', { name: 'Remove Departure' }).click();
    await apply();
    await waitFor(() => expect(applied.mock.lastCall).toEqual([null]));
  });
});

test('refuses a filter that is too large for a URL', async () => {
  const departures = (count: number) => ({
    field: 'departure' as const,
    in: Array.from({ length: count }, (_, at) => uuid(at)),
  });
  // A few characters below the limit: one more condition exceeds it.
  await open({ all: [departures(100), departures(52)] });
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('button', { name: 'Confirmed' }).click();
  await apply();
  await expect.element(page.getByText('Too many values for one filter.', { exact: false })).toBeVisible();
  expect(applied).not.toHaveBeenCalled();
  await page.getByRole('button', { name: 'Remove Status' }).click();
  await apply();
  await waitFor(() => expect(applied).toHaveBeenCalledOnce());
});

test('marks an incomplete condition and applies nothing', async () => {
  await open(null);
  await page.getByRole('button', { name: 'Add condition' }).click();
  await page.getByRole('combobox', { name: 'Field' }).selectOptions('Due');
  await page.getByRole('textbox', { name: 'Due, from' }).fill('nine');
  await apply();
  await expect.element(condition('Condition 1: Due')).toHaveTextContent('Enter or choose a value.');
  expect(applied).not.toHaveBeenCalled();
});
