/**
 * The baseline of a start: the least that a page from the service worker can do and still render a list from the
 * device, with one Dexie read and one React row.
 */
import { Dexie, type Table } from 'dexie';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

interface Row {
  id: number;
  name: string;
}

class FloorDatabase extends Dexie {
  declare rows: Table<Row, number>;
  constructor() {
    super('muster-floor');
    this.version(1).stores({ rows: 'id' });
  }
}

async function draw(): Promise<void> {
  const db = new FloorDatabase();
  let row = await db.rows.get(1);
  if (!row) await db.rows.put((row = { id: 1, name: 'A departure' }));
  createRoot(document.getElementById('root')!).render(createElement('a', { href: '?departure=1' }, row.name));
}

void draw();
