import { serveOnDeno } from '../_shared/deno.ts';
import { paymentEvents } from './handler.ts';

serveOnDeno('payment-events', paymentEvents);
