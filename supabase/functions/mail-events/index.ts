import { serveOnDeno } from '../_shared/deno.ts';
import { mailEvents } from './handler.ts';

serveOnDeno('mail-events', mailEvents);
