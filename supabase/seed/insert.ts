import type { PGlite } from '@electric-sql/pglite';

export type Sql = Pick<PGlite, 'query' | 'exec'>;
/** Any database client with parameters. */
interface Statements {
  query(sql: string, values: unknown[]): Promise<unknown>;
}
export type Row = object;

const PER_STATEMENT = 4000;

/**
 * Inserts rows table by table in the given order. The first row of a table defines the columns; others keep their
 * defaults.
 */
export async function insertRows(db: Statements, tables: Record<string, readonly Row[]>): Promise<void> {
  for (const [table, rows] of Object.entries(tables)) {
    const columns = Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(', ');
    for (let from = 0; from < rows.length; from += PER_STATEMENT) {
      await db.query(
        `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
        [JSON.stringify(rows.slice(from, from + PER_STATEMENT))],
      );
    }
  }
}
