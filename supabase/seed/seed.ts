/** The demo: deterministic for a given moment, and dated relative to it in each company's own time zone. */
import type { Sql } from './insert.ts';
import { insertPeople } from './people-rows.ts';

export type DemoSize = 'small' | 'full';

export interface SeedOptions {
  now: Date;
  size: DemoSize;
}

/** Fills an empty database. Fails if it is not empty. */
export async function seedDemo(db: Sql, { now }: SeedOptions): Promise<void> {
  await insertPeople(db, now);
}
