import { serveOnDeno } from '../_shared/deno.ts';
import { unsubscribe } from './handler.ts';

serveOnDeno('unsubscribe', unsubscribe);
