/**
 * Presents a PostgreSQL through the part of PGlite's API that the local host uses: queries, transactions,
 * notifications.
 */
import type { PGlite } from '@electric-sql/pglite';
import pg from 'pg';
import { types as withNumbers } from './database-postgres.ts';

/** Types of dates and times, which PGlite returns as text. */
const AS_TEXT: ReadonlySet<number> = new Set([1082, 1083, 1114, 1184, 1266]);

const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    AS_TEXT.has(oid) ? (text: string) => text : withNumbers.getTypeParser(oid, format),
};

type Asker = Pick<pg.Pool, 'query'>;

const asking = (asker: Asker) => ({
  query: (sql: string, values: unknown[] = []) => asker.query(sql, values),
  exec: async (sql: string) => void (await asker.query(sql)),
});

/** `close` ends every connection. */
export function pgAsPglite(url: string): { db: PGlite; close(): Promise<void> } {
  const pool = new pg.Pool({ connectionString: url, types, max: 8 });
  // Stopping the server ends open connections.
  pool.on('error', () => undefined);
  const listeners = new Set<pg.Client>();
  const db = {
    ...asking(pool),
    async transaction(work: (tx: ReturnType<typeof asking>) => Promise<unknown>) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work(asking(client));
        await client.query('commit');
        return result;
      } catch (failure) {
        await client.query('rollback');
        throw failure;
      } finally {
        client.release();
      }
    },
    async listen(channel: string, hear: (payload: string) => void) {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      await client.connect();
      listeners.add(client);
      client.on('notification', ({ payload }) => hear(payload ?? ''));
      await client.query(`listen ${channel}`);
      return async () => {
        listeners.delete(client);
        await client.end();
      };
    },
  };
  return {
    db: db as unknown as PGlite,
    close: async () => {
      await Promise.all([...listeners].map((client) => client.end()));
      await pool.end();
    },
  };
}
