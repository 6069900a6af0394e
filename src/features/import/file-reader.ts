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
  request<T>(message: ToWorker, options: AskOptions): Promise<T>;
  /** `onPage` receives rows as soon as they are parsed. */
  rows<Sent>(
    message: ToWorker,
    options: AskOptions & { onPage?(rows: readonly ParsedRow<Sent>[]): void },
  ): Promise<ParsedRow<Sent>[]>;
  close(): void;
}

interface Exchange extends AskOptions {
  onPage?: ((rows: ParsedRow<unknown>[]) => void) | undefined;
  /** Called after an abort has terminated the worker. */
  onTerminated(): void;
}

/** Sends one message to the worker and resolves to its answer. */
function exchange<T>(
  worker: Worker,
  message: ToWorker,
  { onShare, onPage, onTerminated, signal }: Exchange,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const end = (settle: () => void) => {
      worker.removeEventListener('message', onMessage);
      worker.removeEventListener('error', fail);
      signal.removeEventListener('abort', stop);
      settle();
    };
    const onMessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.kind === 'share') onShare?.(data.share);
      else if (data.kind === 'page') onPage?.(JSON.parse(data.rows) as ParsedRow<unknown>[]);
      else if (data.kind === 'done') end(() => resolve(data.value as T));
      else end(() => reject(data.kind === 'problem' ? new FileRefused(data.problem) : new Error(data.message)));
    };
    const fail = (event: ErrorEvent) => end(() => reject(new Error(event.message || 'The file could not be read')));
    const stop = () => {
      worker.terminate();
      onTerminated();
      end(() => reject(new ReadAborted()));
    };
    worker.addEventListener('message', onMessage);
    worker.addEventListener('error', fail);
    signal.addEventListener('abort', stop);
    worker.postMessage(message);
  });
}

/** Reads a file in a worker. Aborting a request terminates the worker; the next request reopens the file. */
export function openFileReader(): ImportFileReader {
  let worker: Worker | null = null;
  let openFile: { bytes: ArrayBuffer; encoding?: TextEncoding } | null = null;
  const forget = (lost: Worker) => {
    if (worker === lost) worker = null;
  };
  const start = (): Worker => {
    const newWorker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
    // A worker that crashed while idle never answers, so the next request starts another.
    newWorker.addEventListener('error', () => forget(newWorker));
    return newWorker;
  };

  async function request<T>(
    message: ToWorker,
    options: AskOptions,
    onPage?: (rows: ParsedRow<unknown>[]) => void,
  ): Promise<T> {
    const { signal } = options;
    if (signal.aborted) throw new ReadAborted();
    if (worker === null) {
      worker = start();
      if (message.kind !== 'open' && openFile) await request({ kind: 'open', ...openFile }, { signal });
    }
    const currentWorker = worker;
    return exchange(currentWorker, message, { ...options, onPage, onTerminated: () => forget(currentWorker) });
  }

  return {
    prepare: () => {
      worker ??= start();
    },
    open: (bytes, options) => {
      openFile = { bytes };
      return request({ kind: 'open', bytes }, options);
    },
    reopen: (encoding, options) => {
      if (!openFile) throw new Error('No file is open');
      openFile = { ...openFile, encoding };
      return request({ kind: 'open', ...openFile }, options);
    },
    request,
    rows: async <Sent>(
      message: ToWorker,
      { onPage, ...options }: AskOptions & { onPage?(rows: readonly ParsedRow<Sent>[]): void },
    ) => {
      const all: ParsedRow<Sent>[] = [];
      await request(message, options, (page) => {
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
