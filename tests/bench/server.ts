/**
 * `npm run bench:server`: cost of roll-call, calendar, schedules, bookings and guests in PostgreSQL, and how many
 * tablets it supports; or the named parts (`postgres server calendar feeds api schedules bookings lists dashboard
 * guests import mail webhooks`).
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
import { scheduleFigures } from './schedule-figures.ts';
import { serverFigures } from './server-figures.ts';
import { postgresFigures } from './sync-figures.ts';
import { webhookFigures } from './webhook-figures.ts';

const PARTS = {
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
const requestedParts = process.argv.slice(2);

const figures: Figure[] = [];
for (const [part, measure] of Object.entries(PARTS))
  if (requestedParts.length === 0 || requestedParts.includes(part)) figures.push(...(await measure()));
console.log(table(figures));
