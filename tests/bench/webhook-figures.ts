/** Ten thousand webhook deliveries by four workers, a tenth of which fail: none may be lost or reordered. */
import { manyDeliveries } from '../support/many-deliveries.ts';
import type { Figure } from './figures.ts';

export async function webhookFigures(bookings = 1000): Promise<Figure[]> {
  const { wanted, queued, failures, lost, outOfOrder, states, seconds } = await manyDeliveries({ bookings });
  if (queued !== wanted || failures < wanted / 10)
    throw new Error(`${queued} of ${wanted} queued, ${failures} failed.`);
  const what = `${wanted.toLocaleString('en')} deliveries, ${failures.toLocaleString('en')} tries of which failed`;
  return [
    { what: `${what}: lost`, value: wanted - (states['delivered'] ?? 0) + lost, unit: 'deliveries', budget: 0 },
    { what: 'the same: bookings told of out of order', value: outOfOrder, unit: 'bookings', budget: 0 },
    { what: 'the same: until the last was delivered', value: seconds, unit: 's', budget: null },
  ];
}
