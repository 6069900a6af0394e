import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../lib/local-date.ts';
import { randomCheckOptions } from '../../lib/testing/random-cases.ts';
import { DATE_ORDERS, inspectDates, parseDateCell, parseTimeCell, timeInDateCell } from './dates.ts';

const serialOf = (day: string) => String((Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000);

describe('dates', () => {
  test.each([
    [['05-04-2026', '13-04-2026'], ['dmy']],
    [['05/04/2026', '04/13/2026'], ['mdy']],
    [['2026-04-05', '2026/4/13'], ['ymd']],
    [
      ['05-04-2026', '06-04-2026'],
      ['dmy', 'mdy'],
    ],
    // Both orders give the same dates, so there is nothing to ask.
    [['05/05/2026', '6.6.2026'], ['dmy']],
    // No order fits all cells: the user chooses.
    [
      ['13-04-2026', '04-13-2026'],
      ['dmy', 'mdy'],
    ],
    // Invalid dates do not count.
    [['31-02-2026', '13-04-2026', 'soon'], ['dmy']],
    [['46143', '5 April 2026', '5. maj 2026', ''], []],
  ])('%j may be in the orders %j', (cells, orders) => expect(inspectDates(cells).orders).toEqual(orders));

  test.each([
    ['2026-04-05', '2026-04-05'],
    ['26-04-5', '2026-04-05'],
    ['26-04-05', '2026-04-05'],
    // A last part of four digits is the year, which contradicts the order.
    ['05-04-2026', null],
    ['12-05-0012', null],
    ['026-04-05', null],
    ['2026-04-2026', null],
  ])('%j with the year first is %j', (cell, day) => expect(parseDateCell(cell, 'ymd')).toBe(day));

  test('the ambiguous cells are shown as examples', () => {
    expect(inspectDates(['05-04-2026', '07-07-2026']).examples).toEqual(['05-04-2026']);
  });

  test.each([
    ['5. maj 2026', '2026-05-05'],
    ['5 de mayo de 2026', '2026-05-05'],
    ['Tue, May 5, 2026', '2026-05-05'],
    ['5 maggio 2026', '2026-05-05'],
    [serialOf('2026-05-05'), '2026-05-05'],
    [`${serialOf('2026-05-05')},5`, '2026-05-05'],
    ['05.05.26', '2026-05-05'],
    ['2026-05-05T10:00:00', null],
    ['5', null],
    ['31-04-2026', null],
    // A year has two or four digits and does not begin with 0.
    ['05-04-026', null],
    ['05-04-0026', null],
    ['05-04-6', null],
    ['2026-04-05', null],
  ])('%j in the order of our languages is %j', (cell, day) => expect(parseDateCell(cell, 'dmy')).toBe(day));

  test.each([
    ['02-05-2026 10:00', '10:00'],
    ['02-05-2026 kl. 10.30', '10:30'],
    ['5/2/2026 2:30 PM', '14:30'],
    ['2026-05-02T10:00:00', '10:00'],
    [`${serialOf('2026-05-05')}.4166666667`, '10:00'],
    ['02-05-2026', null],
  ])('%j has the time %j', (cell, time) => expect(timeInDateCell(cell)).toBe(time));

  test.each([
    ['10', '10:00'],
    ['10:00:00', '10:00'],
    ['0,4166666667', '10:00'],
    ['0.5', '12:00'],
    ['0,75', '18:00'],
    ['0.25', '00:25'],
    ['0,500', '12:00'],
    ['25:00', null],
  ])('%j is the time %j', (cell, time) => expect(parseTimeCell(cell)).toBe(time));

  test('dates are read in the order in which they were written, or the order is asked', () => {
    const days = fc.array(
      fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1995-01-01', n)),
      { minLength: 1, maxLength: 20 },
    );
    fc.assert(
      fc.property(
        days,
        fc.constantFrom(...DATE_ORDERS),
        fc.constantFrom('-', '/', '.'),
        (expected, order, separator) => {
          const cells = expected.map((day) => {
            const [y, m, d] = day.split('-') as [string, string, string];
            return (order === 'dmy' ? [d, m, y] : order === 'mdy' ? [m, d, y] : [y, m, d]).join(separator);
          });
          expect(cells.map((cell) => parseDateCell(cell, order))).toEqual(expected);
          const { orders } = inspectDates(cells);
          // Never certain of a wrong order.
          const read = orders.map((order) => cells.map((cell) => parseDateCell(cell, order)));
          expect(read).toContainEqual(expected);
          expect(expected.map((day) => parseDateCell(serialOf(day), order))).toEqual(expected);
        },
      ),
      randomCheckOptions(1000),
    );
  });
});
