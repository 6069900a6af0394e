import { expect, test } from 'vitest';
import { emailHint } from './email-hint.ts';

test.each([
  ['anna@gmial.com', 'anna@gmail.com'],
  ['anna@gmail.con', 'anna@gmail.com'],
  ['Anna.Holm@Hotmial.com', 'Anna.Holm@hotmail.com'],
  ['anna@outlok.com', 'anna@outlook.com'],
  ['anna@libero.ti', 'anna@libero.it'],
  ['anna@yaho.es', 'anna@yahoo.es'],
])('%s was probably meant as %s', (typed, meant) => expect(emailHint(typed)).toBe(meant));

test.each([
  'anna@gmail.com',
  'anna@hotmail.it',
  'anna@copenhagen.example.com',
  'anna@ku.dk',
  'anna@mac.com',
  'anna',
  'a@b@',
  '',
])('%s is left alone', (typed) => expect(emailHint(typed)).toBeNull());
