/** The command that makes the first owner of an empty Muster, who can then sign in and act for the company. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createLocalBackend } from '../../supabase/local/backend.ts';
import { PUBLISHABLE_KEY } from '../../supabase/local/database.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'muster-owner-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const owner = (...words: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'supabase/local/owner.ts', ...words], {
    env: { ...process.env, MUSTER_DATA: dataDir },
  });

test('makes the first owner once, who signs in and owns the company', async () => {
  const { stdout } = await owner('ida@example.org', 'Ida går tur');
  const password = /password (\S+)/.exec(stdout)?.[1];
  await expect(owner('ida@example.org', 'Another company')).rejects.toMatchObject({
    stderr: expect.stringContaining('already has an account'),
  });
  await expect(owner('bo@example.org', 'ida GÅR tur')).rejects.toMatchObject({
    stderr: expect.stringContaining('already exists'),
  });

  const backend = await createLocalBackend({ dataDir, demo: 'none', port: null, dist: null });
  try {
    const request = (path: string, init: { body?: string; token?: string }) =>
      backend.fetch(
        new Request(`http://127.0.0.1${path}`, {
          ...(init.body === undefined ? {} : { method: 'POST', body: init.body }),
          headers: {
            apikey: PUBLISHABLE_KEY,
            'Content-Type': 'application/json',
            ...(init.token ? { Authorization: `Bearer ${init.token}` } : {}),
          },
        }),
      );
    const signedIn = await request('/auth/v1/token?grant_type=password', {
      body: JSON.stringify({ email: 'ida@example.org', password }),
    });
    const { access_token: token } = (await signedIn.json()) as { access_token: string };
    const mine = await request('/rest/v1/users?select=companies(name,has_active_subscription)', { token });
    const roles = await request('/rest/v1/roles_users?select=role(guard_name),company(name)', { token });
    expect(await roles.json()).toEqual([{ role: { guard_name: 'owner' }, company: { name: 'Ida går tur' } }]);
    expect(await mine.json()).toEqual([{ companies: [{ name: 'Ida går tur', has_active_subscription: true }] }]);
  } finally {
    await backend.close();
  }
});
