import { serveOnDeno } from '../_shared/deno.ts';
import { signTickets } from './handler.ts';

serveOnDeno('sign-tickets', signTickets);
