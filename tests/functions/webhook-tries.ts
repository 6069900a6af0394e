/**
 * Tries one webhook at each receiver and address, in this process or as a script on Deno, which prints the outcomes.
 * The first argument is the receivers' URL.
 */
import { webhookSender } from '../../supabase/functions/_shared/webhook-sender.ts';

const request = (url: string) => ({ url, headers: { 'webhook-id': 'one' }, body: '{"text":"Gåtur"}' });
const toHere = async () => ['127.0.0.1'];

export const FORBIDDEN = [
  'https://127.0.0.1/',
  'https://127.1/',
  'https://2130706433/',
  'https://0x7f000001/',
  'https://[::1]/',
  'https://[::ffff:127.0.0.1]/',
  'https://[fe80::1]/',
  'https://[fd00::1]/',
  'https://10.0.0.1/',
  'https://172.16.0.1/',
  'https://192.168.1.1/',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/',
  'https://0.0.0.0/',
  'https://[::127.0.0.1]/',
  'https://[64:ff9b::7f00:1]/',
  'https://[2002:7f00:1::]/',
  'https://198.18.0.1/',
  'https://240.0.0.1/',
  'https://[64:ff9b:1::7f00:1]/',
  'https://[2001:0:7f00:1::]/',
  'https://localhost/',
  'http://example.com/',
];

export interface Tried {
  status: number | null;
  failure: string | null;
  response: string | null;
  /** Took at most a few times as long as the time limit. */
  isQuick: boolean;
}

/** Receivers that keep the sender waiting until its time limit. */
const SLOW_RECEIVERS = new Set(['/silent', '/drips']);
const SHORT_TIMEOUT_MS = 2000;
const QUICK_MS = 10_000;

/** Returns the outcomes by path or address. */
export async function tryAll(
  receivers: string,
  secure?: { port: number; ca: string } | null,
): Promise<Record<string, Tried>> {
  const found: Record<string, Tried> = {};
  const note = async (name: string, url: string, options: Parameters<typeof webhookSender>[0]) => {
    const timeout = SLOW_RECEIVERS.has(name) ? { timeoutMs: SHORT_TIMEOUT_MS } : {};
    const { durationMs, ...outcome } = await webhookSender({ ...timeout, ...options }).send(request(url));
    found[name] = { ...outcome, isQuick: durationMs < QUICK_MS };
  };
  const here = { allowed: ['127.0.0.1'] };
  const paths = [
    '/takes',
    '/fails',
    '/ends-within-a-sign',
    '/gone',
    '/redirects',
    '/silent',
    '/breaks-off',
    '/says-yes-and-breaks-off',
    '/drips',
    '/floods',
  ];
  for (const path of paths) await note(path, `${receivers}${path}`, here);
  // Nobody listens there.
  await note('unreachable', 'http://127.0.0.1:9', here);
  await Promise.all(FORBIDDEN.map((url) => note(url, url, {})));
  // A name that was external when saved and now resolves to this machine, or to one external and one internal address.
  const { port } = new URL(receivers);
  await note('half inside', 'https://hooks.example.com/', { resolve: async () => ['93.184.216.34', '10.0.0.1'] });
  await note('rebound', `https://hooks.example.com:${port}/takes`, { resolve: toHere });
  if (secure) {
    const named = `https://hooks.example.com:${secure.port}/takes`;
    await note('vouched for', named, { ...here, resolve: toHere, ca: secure.ca });
    await note('not vouched for', named, { ...here, resolve: toHere });
    await note('of another name', named.replace('hooks', 'other'), { ...here, resolve: toHere, ca: secure.ca });
  }
  return found;
}

declare const Deno: { args: string[]; exit(code: number): never } | undefined;
if (typeof Deno !== 'undefined') {
  console.info(JSON.stringify(await tryAll(Deno.args[0]!, JSON.parse(Deno.args[1]!) as never)));
  // A receiver that never answers would keep the process running.
  Deno.exit(0);
}
