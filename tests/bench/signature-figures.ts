/** Time to verify a signed ticket on a tablet, offline, with the CPU throttled four times. */
import type { Device } from '../support/browser-device.ts';
import { median, percentile, type Figure } from './figures.ts';
import { throttle } from './probe.ts';
import { scriptOf } from './script-of.ts';
import type { Checked } from './signature-page.ts';

const SLOWER = 4;
const ROUNDS = 60;
/** Rounds until the engine has compiled the code. */
const WARM = 5;

export async function signatureFigures(tablet: Device): Promise<Figure[]> {
  const { page } = tablet;
  await page.evaluate(await scriptOf('./signature-page.ts'));
  const session = await tablet.cdp(page);
  await throttle(session, SLOWER);
  const times = await page.evaluate(
    (rounds) => (window as unknown as { checkSignatures(rounds: number): Promise<Checked> }).checkSignatures(rounds),
    ROUNDS,
  );
  await throttle(session, 1);
  const of = (kind: keyof Checked) => times[kind].slice(WARM);
  const floor = { what: 'floor: the bare verification', value: median(of('bare')) };
  const figure = (what: string, kind: 'own' | 'library'): Figure => ({
    what: `a ticket's text read and its signature proved ${what}, ${SLOWER}×`,
    value: median(of(kind)),
    unit: 'ms',
    budget: 20,
    beside: floor,
    note: `p95 ${percentile(of(kind), 0.95).toFixed(1)} ms, the first ${times[kind][0]!.toFixed(1)}`,
  });
  return [figure('by the browser', 'own'), figure('by the library, where the browser cannot', 'library')];
}
