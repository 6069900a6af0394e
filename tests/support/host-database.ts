/**
 * The database of the embedded host, with REST and Auth, on PostgreSQL: for tests that are not about PGlite, which
 * takes several times the processor time.
 */
import { openDatabase, type Database, type DatabaseOptions } from '../../supabase/local/database.ts';
import { createDatabase } from './database-postgres.ts';
import { connectPostgres } from './lane-databases.ts';

/** Opens a new, migrated database. */
export async function openHostDatabase(
  options: Pick<DatabaseOptions, 'jwtSecret' | 'seed' | 'seededAt'>,
): Promise<Database> {
  const empty = await createDatabase();
  const database = await openDatabase({
    folder: null,
    siteUrl: 'http://127.0.0.1',
    connect: () => connectPostgres(empty.url),
    ...options,
  });
  const { close } = database;
  return Object.assign(database, {
    async close() {
      await close();
      await empty.drop();
    },
  });
}
