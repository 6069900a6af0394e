import { serveOnDeno } from '../_shared/deno.ts';
import { calendarFeed } from './handler.ts';

serveOnDeno('calendar-feed', calendarFeed);
