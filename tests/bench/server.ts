/** `npm run bench:server`: what the roll-call, the calendar, the schedules and bookings cost PostgreSQL, and how many tablets it holds. */
import { bookingFigures } from './booking-figures.ts';
import { bookingListFigures } from './booking-list-figures.ts';
import { calendarFigures } from './calendar-figures.ts';
import { table } from './figures.ts';
import { importFigures } from './import-figures.ts';
import { mailFigures } from './mail-figures.ts';
import { scheduleFigures } from './schedule-figures.ts';
import { serverFigures } from './server-figures.ts';
import { postgresFigures } from './sync-figures.ts';

console.log(
  table([
    ...(await postgresFigures()),
    ...(await serverFigures()),
    ...(await calendarFigures()),
    ...(await scheduleFigures()),
    ...(await bookingFigures()),
    ...(await bookingListFigures()),
    ...(await importFigures()),
    ...(await mailFigures()),
  ]),
);
