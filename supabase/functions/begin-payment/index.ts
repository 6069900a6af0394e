import { serveOnDeno } from '../_shared/deno.ts';
import { beginPayment } from './handler.ts';

serveOnDeno('begin-payment', beginPayment);
