/** Working off an outbox: mails per second by four workers on PostgreSQL, each sent once. */
import { JOBS } from '../../supabase/functions/run-jobs/jobs.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { fakePorts, serviceDatabase } from '../functions/fakes.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import { openPostgresServer } from '../support/database-postgres.ts';
import { fillBookings } from '../support/fill-bookings.ts';
import type { Figure } from './figures.ts';

const MAILS = 10_000;
const WORKERS = 4;

export async function mailFigures(): Promise<Figure[]> {
  const db = await openPostgresServer();
  const sessions = await Promise.all(Array.from({ length: WORKERS }, () => db.connect()));
  try {
    const company = await makeCompany(db);
    await fillBookings(db, company, { own: MAILS, others: 0 });
    // Confirmations, the largest mails: a link, QR codes as pictures, and a calendar file.
    await db.query(
      `update public.bookings set status = 'CONFIRMED', expires_at = null, contact_email = 'guest-' || id || '@mail.test' where company_id = $1`,
      [company.id],
    );
    await db.exec('delete from private.jobs; delete from private.outbox_messages');
    await db.query(
      `select private.enqueue_mail('booking-confirmed', contact_email, locale, '{}', company => company_id, booking => id)
       from public.bookings where company_id = $1`,
      [company.id],
    );
    await db.exec('vacuum analyze');
    const sentCounts = new Map<string, number>();
    const began = performance.now();
    await Promise.all(
      sessions.map(async (session) => {
        const ports = fakePorts({ database: serviceDatabase(session) });
        // A call of the function has a time limit; the job scheduler calls again.
        for (;;) {
          const { done, waiting, dead } = await runDueJobs(ports, JOBS);
          // Mails that the schedule adds meanwhile, such as report reminders, are ignored.
          for (const { id, madeOf } of ports.mailer.sent.splice(0))
            if (madeOf.template === 'booking-confirmed') sentCounts.set(id, (sentCounts.get(id) ?? 0) + 1);
          if (waiting + dead > 0) throw new Error(`${waiting} mails wait again, ${dead} are given up.`);
          if (done === 0) break;
        }
      }),
    );
    const seconds = (performance.now() - began) / 1000;
    const twice = [...sentCounts.values()].filter((times) => times > 1).length;
    if (sentCounts.size !== MAILS || twice > 0)
      throw new Error(`${sentCounts.size} of ${MAILS} mails were sent, ${twice} twice.`);
    // A budget is a maximum, so a rate becomes the time of a thousand mails.
    return [
      {
        what: `outbox: 1,000 of ${MAILS.toLocaleString('en')} confirmations by ${WORKERS} workers, none twice`,
        value: seconds / (MAILS / 1000),
        unit: 's',
        budget: 10,
        note: `${Math.round(MAILS / seconds)} jobs a second`,
      },
    ];
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
    await db.close();
  }
}
