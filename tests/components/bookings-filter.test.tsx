/** The dialog of the whole filter: groups, what is turned round, what is empty, and a filter that is opened again. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { FilterDialog } from '../../src/company/bookings/advanced/filter/filter-dialog.tsx';
import type { BookingFilter } from '../../src/domain/booking-filter.ts';
import type { Locale } from '../../src/lib/locales.ts';
import { uuid } from './booking-data.ts';
import { renderScreen } from './render-screen.tsx';
import { waitFor } from '../support/patience.ts';

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
  run: [],
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
/** The group that stands in the whole. */
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
/** What comes out of a filter that is opened and applied as it is. */
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

describe('what is asked for', () => {
  test('a group in a group asks for any of its own, and goes as a whole', async () => {
    await open(null);
    await groups.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await groups.getByRole('button', { name: 'Add group' }).click();
    await expect.element(inner.getByRole('combobox', { name: 'Which of these hold' })).toHaveValue('any');
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
  ])('%s', async (words, filter) => {
    await open({ all: [{ field: 'status', in: ['CONFIRMED'] }] });
    await page.getByRole('combobox', { name: 'Which of these hold' }).selectOptions(words);
    await apply();
    await waitFor(() => expect(applied.mock.lastCall?.[0]).toEqual(filter));
  });

  test.each([
    ['is empty', { field: 'note', empty: true }],
    ['is filled in', { field: 'note', empty: false }],
    ['does not contain', { field: 'note', has: 'deposit', not: true }],
  ])('a note that %s', async (how, asked) => {
    await open({ all: [{ field: 'note', has: 'deposit' }] });
    await page.getByRole('combobox', { name: 'How' }).selectOptions(how);
    expect(page.getByRole('textbox', { name: 'Note' }).elements()).toHaveLength('has' in asked ? 1 : 0);
    await apply();
    await waitFor(() => expect(applied.mock.lastCall?.[0]).toEqual({ all: [asked] }));
  });

  test('what every booking has cannot be asked to be empty', async () => {
    await open({ all: [{ field: 'status', in: ['CONFIRMED'] }] });
    const how = page.getByRole('combobox', { name: 'How' });
    await expect.element(how).toBeVisible();
    expect(how.getByRole('option').elements()).toHaveLength(2);
    await page.getByRole('combobox', { name: 'Field' }).selectOptions('Note');
    expect(how.getByRole('option').elements()).toHaveLength(4);
  });

  test('all conditions taken away is no filter', async () => {
    await open({ all: [{ field: 'note', has: 'deposit' }] });
    await page.getByRole('button', { name: 'Remove Note' }).click();
    await apply();
    await waitFor(() => expect(applied.mock.calls).toEqual([[null]]));
  });
});

describe('a filter that is opened again', () => {
  test.each([
    { all: [{ field: 'due', from: 1250, to: 100_000_000 }] },
    { all: [{ field: 'due', from: 0 }] },
    { all: [{ field: 'guests', from: 2, not: true }] },
    { all: [{ field: 'date', from: '2027-05-01', to: '2027-05-31' }] },
    { all: [{ field: 'country', in: ['DK', 'NO'], not: true }] },
    { all: [{ field: 'tour', in: [uuid(1)] }] },
    { any: [{ all: [{ any: [{ field: 'name', has: 'lund' }], not: true }] }], not: true },
  ] as BookingFilter[])('and applied is the same: %j', async (filter) => {
    expect(await reopened(filter)).toEqual(filter);
  });

  test('has its amounts in the reader’s way', async () => {
    const filter: BookingFilter = { all: [{ field: 'due', from: 123_450 }] };
    expect(await reopened(filter, 'da')).toEqual(filter);
    await expect.element(page.getByRole('textbox').first()).toHaveValue('1234,50');
  });

  test.each([
    [{ field: 'note', empty: true, not: true }, 'has', { field: 'note', empty: false }],
    [{ field: 'note', empty: false, not: true }, 'lacks', { field: 'note', empty: true }],
  ] as [BookingFilter, string, BookingFilter][])('says %j in one word', async (asked, how, read) => {
    expect(await reopened({ all: [asked] })).toEqual({ all: [read] });
    await expect.element(page.getByRole('combobox', { name: 'How' })).toHaveValue(how);
  });

  test('one condition by itself is the only one of its group', async () => {
    expect(await reopened({ field: 'note', has: 'deposit' })).toEqual({ all: [{ field: 'note', has: 'deposit' }] });
  });
});

describe('a departure, which a link names and nobody types', () => {
  const departures = { field: 'departure' as const, in: [uuid(2), uuid(5)] };

  test('stays as it is beside what is changed, also in a group', async () => {
    await open({ all: [departures, { any: [{ ...departures, in: [uuid(2)], not: true }] }] });
    await expect.element(page.getByText('On one of 2 certain departures')).toBeVisible();
    await expect.element(inner.getByText('Not on a certain departure')).toBeVisible();
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

  test('stays where it is all that is asked for, and goes when it is removed', async () => {
    expect(await reopened(departures)).toEqual({ all: [departures] });
    await page.getByRole('button', { name: 'Remove Departure' }).click();
    await apply();
    await waitFor(() => expect(applied.mock.lastCall).toEqual([null]));
  });
});

describe('what is too much for an address is refused, and not taken for no filter', () => {
  const note = { field: 'note' as const, has: 'x'.repeat(200) };
  test.each<[string, BookingFilter]>([
    ['one condition more than a group has', { all: Array.from({ length: 30 }, () => ({ ...note, has: 'x' })) }],
    ['more letters than an address has', { all: Array.from({ length: 27 }, () => note) }],
  ])('%s', async (_, filter) => {
    await open(filter);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('button', { name: 'Confirmed' }).click();
    await apply();
    await expect.element(page.getByText('This is more than one filter holds.', { exact: false })).toBeVisible();
    expect(applied).not.toHaveBeenCalled();
    await page.getByRole('button', { name: 'Remove State' }).click();
    for (let n = 0; n < 2; n += 1)
      await condition('Condition 1: Note').getByRole('button', { name: 'Remove Note' }).click();
    await apply();
    await waitFor(() => expect(applied).toHaveBeenCalledOnce());
  });
});

describe('what is not whole', () => {
  test.each([
    ['an amount that is none', 'Due', 'Due, from', 'nine'],
    ['guests that are not counted', 'Guests', 'Guests, until', '2,5'],
  ])('%s is said at its place, and nothing is applied', async (_, field, label, typed) => {
    await open(null);
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByRole('combobox', { name: 'Field' }).selectOptions(field);
    await page.getByRole('textbox', { name: label }).fill(typed);
    await apply();
    await expect.element(condition(`Condition 1: ${field}`)).toHaveTextContent('Say what you look for.');
    expect(applied).not.toHaveBeenCalled();
  });
});
