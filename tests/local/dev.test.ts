import { utimesSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { REPOSITORY } from '../../supabase/local/settings.ts';
import { freePort } from '../support/free-port.ts';
import { runDev, temporaryFolder, type ServerProcess } from './server-process.ts';

let port: number;
let folder: ReturnType<typeof temporaryFolder>;
let server: ServerProcess | null = null;

const dev = (env: Record<string, string> = {}) => {
  server = runDev(port, { MUSTER_DATA: join(folder.path, 'data'), ...env });
  return server;
};
const page = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();

/** Expects exit code 1 and no stack trace; returns the output. */
async function plainFailureOf({ ended, output }: ServerProcess) {
  expect(await ended).toBe(1);
  expect(output()).not.toMatch(/\n\s+at /);
  return output();
}

beforeEach(async () => {
  port = await freePort();
  folder = temporaryFolder();
});
afterEach(async () => {
  server?.signal('SIGKILL');
  await server?.ended;
  folder.remove();
});

test('serves the app, the guest pages and the backend, also after Vite has restarted itself', async () => {
  const { printed } = dev();
  await printed(`127.0.0.1:${port}`);
  expect(await page('/')).toContain('/src/main.tsx');
  expect(await page('/booking/isolated/copenhagen-on-foot')).not.toContain('/src/main.tsx');
  expect(await page('/local/inbox')).toContain('Nothing has been sent yet');
  // As an edit of a file that the configuration imports, such as src/lib/paths.ts.
  utimesSync(join(REPOSITORY, 'vite.config.ts'), new Date(), new Date());
  await printed('server restarted');
  expect(await page('/local/inbox')).toContain('Nothing has been sent yet');
});

test('refuses a port that is in use, because mails link to it', async () => {
  const other = createServer().listen(port, '127.0.0.1');
  try {
    const message = await plainFailureOf(dev());
    expect(message).toContain(`Port ${port} is already in use.`);
    expect(message).toContain(`--port ${port + 1}`);
  } finally {
    other.close();
  }
});

test('says that it cannot write to the data folder', async () => {
  const file = join(folder.path, 'file');
  writeFileSync(file, '');
  expect(await plainFailureOf(dev({ MUSTER_DATA: join(file, 'data') }))).toMatch(
    /cannot write to its data folder .*file[^]*MUSTER_DATA=/,
  );
});
