import { expect, test } from 'vitest';
import { suggestEmailAddress } from './email-suggestion.ts';

test.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@gmail.con', 'anna@gmail.com'],
  ['Anna.Holm@Hotmial.com', 'Anna.Holm@hotmail.com'],
  ['anna@outlok.com', 'anna@outlook.com'],
  ['anna@libero.ti', 'anna@libero.it'],
  ['anna@yaho.es', 'anna@yahoo.es'],
])('suggests for %s: %s', (address, suggestion) => expect(suggestEmailAddress(address)).toBe(suggestion));

test.each([
  'anna@gmail.com',
  'anna@hotmail.it',
  'anna@copenhagen.example.com',
  'anna@ku.dk',
  'anna@mac.com',
  'anna',
  'a@b@',
  '',
])('suggests nothing for %s', (address) => expect(suggestEmailAddress(address)).toBeNull());

test.each([
  // Two neighbours swapped at the beginning, in the middle and at the end.
  ['anna@mgail.com', 'anna@gmail.com'],
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@gmail.cmo', 'anna@gmail.com'],
  ['anna@otlok.com', 'anna@outlook.com'],
  // Distance 2 is accepted for long domains only.
  ['anna@gmaaail.com', 'anna@gmail.com'],
  ['anna@gaaail.com', 'anna@gmail.com'],
  ['anna@wbb.de', 'anna@web.de'],
  ['anna@wbbb.de', null],
  ['anna@xx.de', null],
  // Swapping neighbours is one edit; characters that swap with distant ones are two.
  ['anna@ewb.de', 'anna@web.de'],
  ['anna@edw.de', null],
  [' anna@gmial.com ', 'anna@gmail.com'],
  ['@gmial.com', null],
  ['anna@gmial.com x', null],
  ['anna@gmail.com', null],
  ['anna@GMAIL.com', null],
  ['anna@googlemail.co', 'anna@googlemail.com'],
  // The nearest domain wins.
  ['anna@hotmail.de', 'anna@hotmail.dk'],
  ['anna@yahoo.ik', 'anna@yahoo.it'],
])('suggests for %j: %s', (email, hint) => expect(suggestEmailAddress(email)).toBe(hint));
