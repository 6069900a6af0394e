/** `useDeviceQuery` on a real database: its results follow the rows and are never mixed up. */
import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { RouteErrorBoundary } from '../../src/app/routing/route-error.tsx';
import { UserDatabase } from '../../src/offline/device/database.ts';
import type { Engine } from '../../src/offline/device/engine.ts';
import { useEngine } from '../../src/offline/read/live-queries.ts';
import { useDeviceQuery } from '../../src/offline/read/use-device-query.ts';
import { stays } from '../support/eventually.ts';
import { mockModule } from './mock-module.ts';
import { renderScreen } from './render-screen.tsx';

const [ANNA, METTE] = [crypto.randomUUID(), crypto.randomUUID()] as const;
let db: UserDatabase;
let engine: Engine;
let isClosed = false;
let failure: Error | null = null;
/** What each render showed: the requested person, and the name. */
let renders: [string, string | undefined][] = [];

await mockModule(import('../../src/offline/read/live-queries.ts'), async (original) => ({
  ...(await original()),
  useEngine: (() => engine) satisfies typeof useEngine,
}));

beforeEach(async () => {
  db = new UserDatabase(crypto.randomUUID());
  engine = { db, isClosed: () => isClosed } as Engine;
  isClosed = false;
  failure = null;
  renders = [];
  await db.people.bulkPut([
    { id: ANNA, displayName: 'Anna' },
    { id: METTE, displayName: 'Mette' },
  ]);
});
afterEach(() => db.delete());

async function readName(of: UserDatabase, id: string): Promise<string | undefined> {
  const person = await of.people.get(id);
  if (failure) throw failure;
  return person?.displayName;
}

function Person() {
  const [id, setId] = useState<string>(ANNA);
  const name = useDeviceQuery(readName, id);
  renders.push([id, name]);
  return (
    <>
      <output aria-label="Name">{name}</output>
      <button onClick={() => setId(METTE)}>Next</button>
    </>
  );
}

const shown = () => page.getByRole('status', { name: 'Name' });

test('shows changes of its rows', async () => {
  await renderScreen(<Person />);
  await expect.element(shown()).toHaveTextContent('Anna');
  await db.people.update(ANNA, { displayName: 'Anna Lind' });
  await expect.element(shown()).toHaveTextContent('Anna Lind');
});

test('never shows one id’s rows for another', async () => {
  await renderScreen(<Person />);
  await expect.element(shown()).toHaveTextContent('Anna');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect.element(shown()).toHaveTextContent('Mette');
  expect(renders).toContainEqual([METTE, undefined]);
  expect(renders).not.toContainEqual([METTE, 'Anna']);
});

test('keeps its rows when a read fails because the database was closed', async () => {
  await renderScreen(<Person />);
  await expect.element(shown()).toHaveTextContent('Anna');
  isClosed = true;
  failure = new Error('The database is closed');
  await db.people.update(ANNA, { displayName: 'Anna Lind' });
  await stays(
    () =>
      shown()
        .elements()
        .map(({ textContent }) => textContent),
    (names) => names.join() === 'Anna',
    300,
  );
});

test('throws any other failure, so that the error page is shown', async () => {
  await renderScreen(
    <RouteErrorBoundary path="/">
      <Person />
    </RouteErrorBoundary>,
  );
  await expect.element(shown()).toHaveTextContent('Anna');
  failure = new Error('The rows are unreadable');
  await db.people.update(ANNA, { displayName: 'Anna Lind' });
  await expect.element(page.getByRole('heading', { name: 'Internal Server Error' })).toBeVisible();
});
