/** One PostgreSQL for all journey lanes: the demo is seeded once, and each lane gets a copy. */
import { createPostgresConnection } from '@supabase/lite/postgres';
import { openDatabase, type DatabaseConnection } from '../../supabase/local/database.ts';
import { seedDemo, type DemoSize } from '../../supabase/seed/seed.ts';
import { openEmptyPostgres } from './database-postgres.ts';
import { pgAsPglite } from './pg-as-pglite.ts';

export interface LaneDatabases {
  /** Creates a copy and returns its URL. */
  copy(): Promise<string>;
  close(): Promise<void>;
}

/** Accepts JSON like PGlite: a string is JSON already. postgres.js would encode it as a JSON string. */
const asJson = (oid: number) => ({
  to: oid,
  from: [oid],
  serialize: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  parse: (text: string): unknown => JSON.parse(text),
});

/** Connects the local host to a PostgreSQL, for `connect` of `openDatabase`. */
export async function connectPostgres(url: string): Promise<DatabaseConnection> {
  const connection = createPostgresConnection({
    url,
    postgresOptions: { max: 1, types: { json: asJson(114), jsonb: asJson(3802) } },
  });
  const { db, close } = pgAsPglite(url);
  return { connection, db, close: async () => void (await Promise.all([connection.close(), close()])) };
}

/** All lanes share `jwtSecret`, because the demo contains keys derived from it. */
export async function openLaneDatabases(demo: { size: DemoSize; jwtSecret: string }): Promise<LaneDatabases> {
  // The demo is analysed when it is made. Visits every few seconds to each lane cost more than the journeys' queries.
  const server = await openEmptyPostgres({ superuser: 'postgres', autovacuumSeconds: 60 });
  const addressOf = (name: string) => {
    const address = new URL(server.url);
    address.pathname = name;
    return address.href;
  };
  try {
    await server.exec('create database demo');
    const now = new Date();
    const database = await openDatabase({
      folder: null,
      jwtSecret: demo.jwtSecret,
      siteUrl: 'http://127.0.0.1',
      connect: () => connectPostgres(addressOf('demo')),
      seed: (db) => seedDemo(db, { now, size: demo.size }),
      seededAt: now,
    });
    await database.close();
    let copies = 0;
    return {
      async copy() {
        const name = `lane_${(copies += 1)}`;
        await server.exec(`create database ${name} template demo strategy file_copy`);
        return addressOf(name);
      },
      close: () => server.close(),
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}
