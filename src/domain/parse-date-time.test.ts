import { describe, expect, it } from 'vitest';
import { formatFieldText, parseDateInput, parseTimeInput, timeIfTypedDifferently } from './parse-date-time.ts';

describe('a typed date', () => {
  it.each([
    ['2/5/2026', '2026-05-02'],
    [' 2.5.26 ', '2026-05-02'],
    ['02-05-2026', '2026-05-02'],
    ['2. 5. 2026', '2026-05-02'],
    ['29/2/2028', '2028-02-29'],
    ['2026-05-02', '2026-05-02'],
    ['29/2/2026', null],
    ['5/13/2026', null],
    ['2026-13-01', null],
    ['2/5', null],
    ['2/5/026', null],
    ['tomorrow', null],
    ['', null],
  ])('reads %o as %o', (text, read) => expect(parseDateInput(text)).toBe(read));

  it.each([
    ['2026-05-02', '2/5/2026'],
    ['2026-05-0', '2026-05-0'],
    ['2. maj', '2. maj'],
    ['', ''],
  ])('formats %o as %o', (text, formatted) => expect(formatFieldText(text)).toBe(formatted));
});

describe('a typed time', () => {
  it.each([
    ['9', '09:00'],
    ['9:30', '09:30'],
    ['9.30', '09:30'],
    ['0930', '09:30'],
    ['930', '09:30'],
    ['9 h 30', '09:30'],
    ['21h', '21:00'],
    ['9:30 pm', '21:30'],
    ['12 am', '00:00'],
    ['12:15 p. m.', '12:15'],
    ['00:00', '00:00'],
    ['24:00', null],
    ['13 pm', null],
    ['9:60', null],
    ['9:3', null],
    ['nine', null],
    ['', null],
  ])('reads %o as %o', (text, read) => expect(parseTimeInput(text)).toBe(read));

  it.each([
    ['20:00', null],
    [' 20.00 ', null],
    ['2000', '20:00'],
    ['8.00', '08:00'],
    ['8 pm', '20:00'],
    ['8.00 pm', '20:00'],
    ['25.00', null],
    ['', null],
  ])('shows below %o: %o', (text, hint) => expect(timeIfTypedDifferently(text)).toBe(hint));
});
