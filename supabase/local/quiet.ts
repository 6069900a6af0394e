/** `@supabase/lite` prints whole error objects with their stacks; the terminal gets one line a failed request instead. */
import { AsyncLocalStorage } from 'node:async_hooks';

const listening = new AsyncLocalStorage<string[]>();
let installed = false;

function install() {
  if (installed) return;
  installed = true;
  for (const level of ['error', 'warn', 'info', 'log'] as const) {
    const print = console[level].bind(console);
    console[level] = (...values: unknown[]) => {
      const said = listening.getStore();
      if (!said) return print(...values);
      for (const value of values) {
        const message = value instanceof Error ? value.message : typeof value === 'string' ? value : '';
        if (message) said.push(message.split('\n')[0] ?? '');
      }
    };
  }
}

/** Runs `work` with the console caught; `said` are the first lines of what it wanted to print. */
export async function quietly<T>(work: () => Promise<T>): Promise<{ result: T; said: string[] }> {
  install();
  const said: string[] = [];
  const result = await listening.run(said, work);
  return { result, said };
}
