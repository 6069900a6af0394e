import { serveOnDeno } from '../_shared/deno.ts';
import { scheduledExport } from './handler.ts';

serveOnDeno('scheduled-export', scheduledExport);
