import { expect, test } from 'vitest';
import { groupPhoneDigits } from './group-phone-digits.ts';

test.each([
  ['+4533112233', '+45 33 11 22 33'],
  ['+34912345678', '+34 912 34 56 78'],
  ['+390612345678', '+39 06 12 34 56 78'],
  ['+3545812345', '+354 581 23 45'],
  ['+49301234567890', '+49 30 12 34 56 78 90'],
  ['+43512345678901', '+43 51 23 45 67 89 01'],
  ['+420123456789', '+420 123 45 67 89'],
  ['+12015550123', '+1 20 15 55 01 23'],
  ['+45 33 11 22 33', '+45 33 11 22 33'],
  ['33112233', '33112233'],
  ['', ''],
])('groups %j', (phone, grouped) => {
  expect(groupPhoneDigits(phone).replaceAll('\u00a0', ' ')).toBe(grouped);
  expect(groupPhoneDigits(phone).replace(/\s/g, '')).toBe(phone.replace(/\s/g, ''));
});
