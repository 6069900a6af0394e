import { serveOnDeno } from '../_shared/deno.ts';
import { api } from './handler.ts';

serveOnDeno('api', api);
