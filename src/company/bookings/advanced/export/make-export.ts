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
  let open: { resolve(answer: FromWorker): void; reject(error: Error): void } | null = null;
  // Keeps an error that occurs between calls for the next caller.
  let broken: Error | null = null;
  const giveUp = (why: string) => {
    worker.terminate();
    broken ??= new Error(why);
    open?.reject(broken);
    open = null;
  };
  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if (data.kind === 'failed') return giveUp(data.message);
    open?.resolve(data);
    open = null;
  });
  worker.addEventListener('error', (event) => giveUp(event.message || 'The export could not be made'));
  worker.addEventListener('messageerror', () => giveUp('The export could not be read'));
  signal.addEventListener('abort', () => giveUp('The export was given up'), { once: true });
  if (signal.aborted) giveUp('The export was given up');
  const ask = (message: ToWorker) =>
    new Promise<FromWorker>((resolve, reject) => {
      if (broken) return reject(broken);
      open = { resolve, reject };
      worker.postMessage(message);
    });
  await ask({ kind: 'begin', format, head });
  return {
    add: async (rows) => void (await ask({ kind: 'rows', rows })),
    end: async () => {
      const answer = await ask({ kind: 'end' });
      worker.terminate();
      if (answer.kind !== 'file') throw new Error('The export has no file');
      return answer.blob;
    },
  };
}
