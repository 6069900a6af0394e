/** The migrated database on in-memory PGlite, as the embedded host opens it. */
import { openDatabase } from '../../supabase/local/database.ts';
import { checkedQuery, rpcOver, setPersona, type Database, type Session } from './database.ts';

/** Opens a new database; the host caches a migrated one. */
export async function openPglite(): Promise<Database> {
  const { db, close } = await openDatabase({
    folder: null,
    jwtSecret: 'x'.repeat(48),
    siteUrl: 'http://127.0.0.1',
  });
  const query = checkedQuery(
    async <T>(sql: string, params: readonly unknown[] = []) => (await db.query<T>(sql, [...params])).rows,
  );
  const exec = async (sql: string) => void (await db.exec(sql));
  const as: Session['as'] = (persona, fn) =>
    db.transaction(async (transaction) => {
      const inside = checkedQuery(
        async <T>(sql: string, params: readonly unknown[] = []) => (await transaction.query<T>(sql, [...params])).rows,
      );
      await setPersona(inside, persona);
      return fn(inside);
    });
  const session: Session = { query, exec, as, rpc: rpcOver(as) };
  return {
    kind: 'pglite',
    ...session,
    connect: async () => ({ ...session, close: async () => undefined }),
    close,
  };
}
