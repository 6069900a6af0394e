import { expect, test } from 'vitest';
import { nextUser } from '../testing/synced-device.ts';
import { databaseName, databaseUser } from './stored-rows.ts';

test('databaseUser reads the user from the name of a database', () => {
  const user = nextUser();
  expect(databaseUser(databaseName(user))).toBe(user);
});

test.each([
  ['the database of the device', 'muster-device'],
  ['a longer name', `${databaseName(nextUser())}-copy`],
  ['a longer prefix', `old-${databaseName(nextUser())}`],
  ['another id', 'muster-0000-0000-4000-8000-000000000001'],
  ['letters that are no digits', 'muster-zzzzzzzz-0000-4000-8000-000000000001'],
])('databaseUser returns null for %s', (_, name) => expect(databaseUser(name)).toBeNull());
