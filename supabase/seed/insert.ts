import type { PGlite } from '@electric-sql/pglite';

export type Sql = Pick<PGlite, 'query' | 'exec'>;
export type Row = Record<string, unknown>;

const PER_STATEMENT = 4000;

/** Puts many rows into a table at once; the first row says which columns there are, the others are left to their defaults. */
export async function insertRows(db: Sql, table: string, rows: readonly Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).map((column) => `"${column}"`).join(', ');
  for (let from = 0; from < rows.length; from += PER_STATEMENT) {
    const part = JSON.stringify(rows.slice(from, from + PER_STATEMENT));
    await db.query(
      `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1::text::json)`,
      [part],
    );
  }
}
