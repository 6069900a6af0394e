/**
 * Captures the console output of `@supabase/lite`, which prints whole errors with stacks; the terminal gets one line
 * per failed request.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

const listening = new AsyncLocalStorage<string[]>();
let installed = false;

function install() {
  if (installed) return;
  installed = true;
  for (const level of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      const response = listening.getStore();
      if (!response) return print(...values);
      for (const value of values) {
        const message = value instanceof Error ? value.message : typeof value === 'string' ? value : '';
        if (message) response.push(message.split('\n')[0] ?? '');
      }
    };
  }
}

/** Runs `work` with the console captured; `lines` are the first lines of each message. */
export async function captureConsole<T>(work: () => Promise<T>): Promise<{ result: T; lines: string[] }> {
  install();
  const lines: string[] = [];
  const result = await listening.run(lines, work);
  return { result, lines };
}
