/** Fills a device's outbox and mirror directly in IndexedDB, because tapping would take hours. */
import type { Page } from 'playwright';

/** Opens the signed-in person's database in the page, for the statements that follow. */
const OPEN = `
  const name = (await indexedDB.databases()).map((one) => one.name).find((one) => /^muster-[0-9a-f]{8}-/.test(one));
  const db = await new Promise((resolve, reject) => { const o = indexedDB.open(name); o.onsuccess = () => resolve(o.result); o.onerror = () => reject(o.error); });
  const wait = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error); });
  const done = (transaction) => new Promise((resolve, reject) => { transaction.oncomplete = () => resolve(); transaction.onerror = () => reject(transaction.error); });
`;

const run = <T>(page: Page, body: string) =>
  page.evaluate(`(async () => { ${OPEN} try { ${body} } finally { db.close(); } })()`) as Promise<T>;

export const countGuests = (page: Page) =>
  run<number>(page, `return wait(db.transaction('guests').objectStore('guests').count());`);
export const countOutbox = (page: Page) =>
  run<number>(page, `return wait(db.transaction('outbox').objectStore('outbox').count());`);

/** Copies the mirror's parties into new departures of 250 guests, until `total` guests are stored. */
export const multiplyGuests = (page: Page, total: number) =>
  run<void>(
    page,
    `
    const departures = await wait(db.transaction('departures').objectStore('departures').getAll());
    const model = departures[0];
    const summaries = await wait(db.transaction('summaries').objectStore('summaries').getAll());
    const bookings = new Map((await wait(db.transaction('bookings').objectStore('bookings').getAll())).map((one) => [one.id, one]));
    const guests = await wait(db.transaction('guests').objectStore('guests').getAll());
    const code = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => '23456789ABCDEFGHJKMNPQRSTVWXYZ'[byte % 30]).join('');
    let missing = ${'${TOTAL}'} - guests.length;
    while (missing > 0) {
      const tx = db.transaction(['departures', 'summaries', 'bookings', 'guests'], 'readwrite', { durability: 'relaxed' });
      const departureId = crypto.randomUUID();
      tx.objectStore('departures').put({ ...model, id: departureId });
      tx.objectStore('summaries').put({ ...summaries[0], departureId, stamp: crypto.randomUUID() });
      for (let index = 0; index < 250 && missing > 0; index += 1, missing -= 1) {
        const guest = guests[index % guests.length];
        const bookingId = crypto.randomUUID();
        tx.objectStore('bookings').put({ ...bookings.get(guest.bookingId), id: bookingId, departureId, reference: code().slice(0, 6) });
        tx.objectStore('guests').put({ ...guest, id: crypto.randomUUID(), departureId, bookingId, ticketCode: code() });
      }
      await done(tx);
    }`.replace('${TOTAL}', String(total)),
  );

/**
 * Copies an unsent check-in to further guests on the device until `total` are queued; `except` names guests to leave
 * alone.
 */
export const multiplyQueue = (page: Page, total: number, except: readonly string[] = []) =>
  run<number>(
    page,
    `
    const tx = db.transaction(['outbox', 'guests', 'meta'], 'readwrite', { durability: 'strict' });
    const waiting = await wait(tx.objectStore('outbox').getAll());
    const model = waiting.find((entry) => entry.action.kind === 'check_in');
    const taken = new Set([...waiting.map((entry) => entry.action.guestId), ...${JSON.stringify(except)}]);
    const guests = await wait(tx.objectStore('guests').getAll());
    const device = await wait(tx.objectStore('meta').get('device'));
    let count = waiting.length;
    for (const guest of guests) {
      if (count >= ${total}) break;
      if (taken.has(guest.id) || guest.cancelled) continue;
      device.sequence += 1;
      const id = crypto.randomUUID();
      const action = { ...model.action, id, guestId: guest.id, bookingId: guest.bookingId, departureId: guest.departureId, deviceSequence: device.sequence };
      tx.objectStore('outbox').put({ ...model, id, deviceSequence: device.sequence, departureId: guest.departureId, action });
      count += 1;
    }
    tx.objectStore('meta').put(device);
    await done(tx);
    return count;`,
  );
