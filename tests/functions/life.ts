/** One database and company with an API key, for functions in this process and on Deno. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomUUID } from 'node:crypto';
import { getRequestListener } from '@hono/node-server';
import { vi } from 'vitest';
import type { Ports } from '../../supabase/functions/_shared/ports.ts';
import { postgrest } from '../../supabase/functions/_shared/postgrest.ts';
import { serviceKey } from '../../supabase/local/functions/keys.ts';
import { newSecret } from '../support/api-keys.ts';
import { makeCompanyOf, type Company } from '../support/database-fixtures.ts';
import { openHostDatabase } from '../support/host-database.ts';
import { fakePorts } from './fakes.ts';

const JWT_SECRET = 'a secret of this test and of nothing else, long enough';
export const JOBS_SECRET = 'what-the-job-scheduler-shows-to-run-jobs-in-this-test';

export type Life = Awaited<ReturnType<typeof openLife>>;

export async function openLife(tag: string, scopes: readonly string[]) {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const database = await openHostDatabase({ jwtSecret: JWT_SECRET });
  const listener = getRequestListener((request) => database.fetch(request), { overrideGlobalObjects: false });
  const server = createServer((request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const env: Record<string, string> = {
    APP_URL: 'https://app.example.com',
    JOBS_SECRET,
    MAIL_FROM: 'no-reply@mail.example.com',
    SMTP_URL: 'smtp://127.0.0.1:9',
    SUPABASE_URL: url,
    SUPABASE_SECRET_KEYS: JSON.stringify({ default: serviceKey(JWT_SECRET) }),
  };
  const db = {
    query: async <T>(sql: string, params: readonly unknown[] = []) =>
      database.exclusive(async (session) => (await session.query(sql, [...params])).rows as T[]),
  };
  const company = (await makeCompanyOf(db, async () => ({ guide: null }), { tag })) as unknown as Company;
  const secret = newSecret();
  await db.query(
    `insert into private.api_keys (id, company_id, name, scopes, key_hash, last_four) values ($1, $2, 'Life', $3, $4, $5)`,
    [randomUUID(), company.id, `{${scopes.join()}}`, secret.hash, secret.last_four],
  );
  return {
    env,
    db,
    company,
    key: secret.key,
    /** Returns the ports of a function in this process. */
    ports: (more: Partial<Ports> = {}): Ports =>
      fakePorts({
        database: postgrest({ url, key: serviceKey(JWT_SECRET), fetch: (request) => fetch(request) }),
        secrets: ((name: string) => env[name]!) as Ports['secrets'],
        ...more,
      }),
    close: async () => {
      vi.restoreAllMocks();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await database.close();
    },
  };
}

/**
 * Replaces what differs between runs (ids, the values of `named` fields, and `moments`) by placeholders in order of
 * appearance, so that runs can be compared.
 */
export function normalised(
  outcome: unknown,
  { named, moments }: { named: Record<string, RegExp>; moments: RegExp },
): unknown {
  const seen = new Map<string, string>();
  const nameOf = (word: string, kind: string) => {
    if (!seen.has(word)) seen.set(word, `${kind} ${seen.size}`);
    return seen.get(word)!;
  };
  let text = JSON.stringify(outcome).replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
    nameOf(id, 'id'),
  );
  for (const [kind, pattern] of Object.entries(named))
    text = text.replace(pattern, (_, name: string, word: string) => `"${name}":"${nameOf(word, kind)}"`);
  return JSON.parse(text.replace(moments, '"$1":"then"'));
}
