/**
 * Error reporting. Errors before its code is loaded (after the first paint) wait in a short queue. Without a key it
 * runs in mock mode: it logs to the console and sends nothing.
 */
import type { Client } from '@bugsnag/js';
import { reportingSettings, type ReportingSettings } from './reporting-settings.ts';

type Reporter = (error: unknown) => void;

let reporter: Reporter | null = null;
let waiting: unknown[] = [];
const MAX_WAITING = 10;

/** Reports an unexpected error. Never throws and never blocks. */
export function reportError(error: unknown): void {
  if (reporter) reporter(error);
  else if (waiting.length < MAX_WAITING) waiting.push(error);
}

/** Returns a reporter for mock mode with the same limit per session as the real one. */
export function mockReporter({ maxEvents }: Pick<ReportingSettings, 'maxEvents'>, log: Reporter): Reporter {
  let left = maxEvents;
  return (error) => {
    if (left <= 0) return;
    left -= 1;
    log(error);
  };
}

/** Starts reporting; call it after the first paint. */
export async function startReporting(env: Readonly<Record<string, unknown>> = import.meta.env): Promise<void> {
  const settings = reportingSettings(env);
  if (settings.apiKey === null) {
    console.info(
      settings.reason === 'malformed'
        ? 'Error reporting started in mock mode: its key is not 32 hexadecimal characters.'
        : 'Error reporting started in mock mode: no key is configured.',
    );
    listenToUnhandled();
    begin(mockReporter(settings, (error) => console.error('Not reported (mock mode):', error)));
    return;
  }
  try {
    const { startBugsnag } = await import('./bugsnag.ts');
    const client: Client = startBugsnag({ ...settings, apiKey: settings.apiKey });
    begin((error) => client.notify(error instanceof Error ? error : new Error(String(error))));
  } catch (error) {
    console.warn('Error reporting could not be loaded', error);
  }
}

function begin(next: Reporter): void {
  reporter = next;
  const earlierErrors = waiting;
  waiting = [];
  for (const error of earlierErrors) next(error);
}

/** For mock mode; Bugsnag listens itself. */
function listenToUnhandled(): void {
  window.addEventListener('error', ({ error }) => error && reportError(error));
  window.addEventListener('unhandledrejection', ({ reason }) => reportError(reason));
}
