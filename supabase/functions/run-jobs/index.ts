import { serveOnDeno } from '../_shared/deno.ts';
import { runJobs } from './handler.ts';

serveOnDeno('run-jobs', runJobs);
