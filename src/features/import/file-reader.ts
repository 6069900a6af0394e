import type { ParsedRow } from '../../domain/import/rows.ts';
import type { TextEncoding } from '../../domain/import/text.ts';
import type { FileProblem, FromWorker, OpenedFile, ToWorker } from './import-worker.ts';

export class FileRefused extends Error {
  readonly problem: FileProblem;
  constructor(problem: FileProblem) {
    super(problem);
    this.problem = problem;
  }
}
/** Thrown when the person cancels; no message is shown. */
export class ReadAborted extends Error {}

export interface AskOptions {
  onShare?: ((share: number) => void) | undefined;
  signal: AbortSignal;
}

export interface ImportFileReader {
  /** Starts the worker ahead of time. */
  prepare(): void;
  open(bytes: ArrayBuffer, options: AskOptions): Promise<OpenedFile>;
  /** Decodes the same file again in the chosen encoding. */
  reopen(encoding: TextEncoding, options: AskOptions): Promise<OpenedFile>;
  ask<T>(message: ToWorker, options: AskOptions): Promise<T>;
  /** `onPage` receives rows as soon as they are parsed. */
  rows<Sent>(
    message: ToWorker,
    options: AskOptions & { onPage?(rows: readonly ParsedRow<Sent>[]): void },
  ): Promise<ParsedRow<Sent>[]>;
  close(): void;
}

/** Reads a file in a worker. Aborting a request terminates the worker; the next request reopens the file. */
export function openFileReader(): ImportFileReader {
  let worker: Worker | null = null;
  let opened: { bytes: ArrayBuffer; encoding?: TextEncoding } | null = null;
  const start = (): Worker => {
    const made = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    // A worker that crashed while idle never answers, so the next request starts another.
    made.addEventListener('error', () => {
      if (worker === made) worker = null;
    });
    return made;
  };

  async function ask<T>(
    message: ToWorker,
    { onShare, signal }: AskOptions,
    onPage?: (rows: ParsedRow<unknown>[]) => void,
  ): Promise<T> {
    if (signal.aborted) throw new ReadAborted();
    if (worker === null) {
      worker = start();
      if (message.kind !== 'open' && opened) await ask({ kind: 'open', ...opened }, { signal });
    }
    const own = worker;
    return new Promise<T>((resolve, reject) => {
      const end = (settle: () => void) => {
        own.removeEventListener('message', hear);
        own.removeEventListener('error', fail);
        signal.removeEventListener('abort', stop);
        settle();
      };
      const hear = ({ data }: MessageEvent<FromWorker>) => {
        if (data.kind === 'share') onShare?.(data.share);
        else if (data.kind === 'page') onPage?.(JSON.parse(data.rows) as ParsedRow<unknown>[]);
        else if (data.kind === 'done') end(() => resolve(data.value as T));
        else end(() => reject(data.kind === 'problem' ? new FileRefused(data.problem) : new Error(data.message)));
      };
      const fail = (event: ErrorEvent) => end(() => reject(new Error(event.message || 'The file could not be read')));
      const stop = () => {
        own.terminate();
        if (worker === own) worker = null;
        end(() => reject(new ReadAborted()));
      };
      own.addEventListener('message', hear);
      own.addEventListener('error', fail);
      signal.addEventListener('abort', stop);
      own.postMessage(message);
    });
  }

  return {
    prepare: () => {
      worker ??= start();
    },
    open: (given, options) => {
      opened = { bytes: given };
      return ask({ kind: 'open', bytes: given }, options);
    },
    reopen: (encoding, options) => {
      if (!opened) throw new Error('No file is open');
      opened = { ...opened, encoding };
      return ask({ kind: 'open', ...opened }, options);
    },
    ask,
    rows: async <Sent>(
      message: ToWorker,
      { onPage, ...options }: AskOptions & { onPage?(rows: readonly ParsedRow<Sent>[]): void },
    ) => {
      const all: ParsedRow<Sent>[] = [];
      await ask(message, options, (page) => {
        const rows = page as ParsedRow<Sent>[];
        for (const row of rows) all.push(row);
        onPage?.(rows);
      });
      return all;
    },
    close: () => {
      worker?.terminate();
      worker = null;
    },
  };
}
