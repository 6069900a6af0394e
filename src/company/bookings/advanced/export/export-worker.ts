/** Builds the export file in a worker, so that the page stays responsive. */
import { exportFile, type ExportFile } from './export-file.ts';
import type { ExportFormat, ExportHead, ExportRow } from './export-types.ts';

export type ToWorker =
  | { kind: 'begin'; format: ExportFormat; head: ExportHead }
  | { kind: 'rows'; rows: readonly ExportRow[] }
  | { kind: 'end' };
export type FromWorker = { kind: 'more' } | { kind: 'file'; blob: Blob } | { kind: 'failed'; message: string };

let file: ExportFile | null = null;

async function handleMessage(message: ToWorker): Promise<FromWorker> {
  if (message.kind === 'begin') {
    file = exportFile(message.format, message.head);
    return { kind: 'more' };
  }
  if (file === null) throw new Error('The export has not been started');
  if (message.kind === 'end') return { kind: 'file', blob: await file.end() };
  await file.add(message.rows);
  return { kind: 'more' };
}

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  handleMessage(data).then(
    (result) => postMessage(result),
    (error: unknown) => postMessage({ kind: 'failed', message: String(error) } satisfies FromWorker),
  );
});
