/**
 * Captures the console output of `@supabase/lite`, which prints whole errors with stacks; the terminal gets one line
 * per failed request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const listening = new AsyncLocalStorage<string[]>();
const capturing = new WeakSet<object>();

/** Replaces the console's methods, also those that something else has replaced since the last call. */
function install() {
  for (const level of ['error', 'warn', 'info', 'log'] as const) {
    if (capturing.has(console[level])) continue;
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      const lines = listening.getStore();
      if (!lines) return print(...values);
      for (const value of values) {
        const message = value instanceof Error ? value.message : typeof value === 'string' ? value : '';
        if (message) lines.push(message.split('\n')[0] ?? '');
      }
    };
    capturing.add(console[level]);
  }
}

/** Runs `work` with the console captured; `lines` are the first lines of each message. */
export async function captureConsole<T>(work: () => Promise<T>): Promise<{ result: T; lines: string[] }> {
  install();
  const lines: string[] = [];
  const result = await listening.run(lines, work);
  return { result, lines };
}
