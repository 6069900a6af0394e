/**
 * `npm run bench:server`: cost of roll-call, calendar, schedules, bookings and guests in PostgreSQL, and how many
 * tablets it supports; or the named parts (`parts.ts`).
 */
import { apiFigures } from './api-figures.ts';
import { bookingFigures } from './booking-figures.ts';
import { bookingListFigures } from './booking-list-figures.ts';
import { calendarFigures } from './calendar-figures.ts';
import { dashboardFigures } from './dashboard-figures.ts';
import { feedFigures } from './feed-figures.ts';
import { table, type Figure } from './figures.ts';
import { guestFigures } from './guest-figures.ts';
import { importFigures } from './import-figures.ts';
import { mailFigures } from './mail-figures.ts';
import { requestedParts, SERVER_PARTS } from './parts.ts';
import { scheduleFigures } from './schedule-figures.ts';
import { serverFigures } from './server-figures.ts';
import { postgresFigures } from './sync-figures.ts';
import { webhookFigures } from './webhook-figures.ts';

const PARTS: Record<(typeof SERVER_PARTS)[number], () => Promise<Figure[]>> = {
  postgres: postgresFigures,
  server: serverFigures,
  calendar: calendarFigures,
  feeds: feedFigures,
  api: apiFigures,
  schedules: scheduleFigures,
  bookings: bookingFigures,
  lists: bookingListFigures,
  dashboard: dashboardFigures,
  guests: guestFigures,
  import: importFigures,
  mail: mailFigures,
  webhooks: () => webhookFigures(),
};
const wants = requestedParts(SERVER_PARTS);

const figures: Figure[] = [];
for (const part of SERVER_PARTS) if (wants(part)) figures.push(...(await PARTS[part]()));
console.log(table(figures));
