import type { ExportFile } from './export-file.ts';
import type { ExportFormat, ExportHead } from './export-types.ts';
import type { FromWorker, ToWorker } from './export-worker.ts';

const startWorker = () => new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' });

/** Creates an export file in a worker. Aborting `signal` terminates the worker and rejects the pending call. */
export async function makeExport(
  format: ExportFormat,
  { signal, start = startWorker, ...head }: ExportHead & { signal: AbortSignal; start?: () => Worker },
): Promise<ExportFile> {
  const worker = start();
  let pending: { resolve(result: FromWorker): void; reject(error: Error): void } | null = null;
  // Keeps an error that occurs between calls for the next caller.
  let failure: Error | null = null;
  const fail = (message: string) => {
    worker.terminate();
    failure ??= new Error(message);
    pending?.reject(failure);
    pending = null;
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'failed') return fail(data.message);
    pending?.resolve(data);
    pending = null;
  });
  worker.addEventListener('error', (event) => fail(event.message || 'The export could not be created'));
  worker.addEventListener('messageerror', () => fail('The export worker sent an unreadable message'));
  signal.addEventListener('abort', () => fail('The export was cancelled'), { once: true });
  if (signal.aborted) fail('The export was cancelled');
  const request = (message: ToWorker) =>
    new Promise<FromWorker>((resolve, reject) => {
      if (failure) return reject(failure);
      pending = { resolve, reject };
      worker.postMessage(message);
    });
  await request({ kind: 'begin', format, head });
  return {
    add: async (rows) => void (await request({ kind: 'rows', rows })),
    end: async () => {
      const result = await request({ kind: 'end' });
      worker.terminate();
      if (result.kind !== 'file') throw new Error('The export worker returned no file');
      return result.blob;
    },
  };
}
