import { serveOnDeno } from '../_shared/deno.ts';
import { mail } from './handler.ts';

serveOnDeno('mail', mail);
