/** Many due exports and several workers on a real PostgreSQL: each due time is sent once. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendExport } from '../../supabase/functions/run-jobs/jobs/send-export.ts';
import { sendMail } from '../../supabase/functions/run-jobs/jobs/send-mail.ts';
import { runDueJobs } from '../../supabase/functions/run-jobs/run-due-jobs.ts';
import { makeCompany } from '../support/database-fixtures.ts';
import type { Database, Session } from '../support/database.ts';
import { openPostgres } from '../support/database-postgres.ts';
import { fakePorts, serviceDatabase } from './fakes.ts';

const WORKERS = 4;
let db: Database;
let sessions: (Session & { close(): Promise<void> })[];
beforeAll(async () => {
  db = await openPostgres();
  sessions = await Promise.all(Array.from({ length: WORKERS }, () => db.connect()));
});
afterAll(async () => {
  await Promise.all((sessions ?? []).map((session) => session.close()));
  await db?.close();
});

test('twenty due exports, sent by four workers and also requested by hand, are sent once each', async () => {
  const company = await makeCompany(db);
  const { office } = company.people;
  const view = randomUUID();
  await db.rpc(office, 'save_booking_view', {
    company: company.id,
    id: view,
    version: 0,
    name: 'All',
    is_default: false,
    view: { search: '', filter: null, sort: 'upcoming', columns: null },
  });
  const exports = Array.from({ length: 20 }, () => randomUUID());
  for (const id of exports)
    await db.rpc(office, 'save_scheduled_export', {
      company: company.id,
      export: id,
      version: 0,
      input: {
        kind: 'bookings',
        view,
        selection: 'view',
        frequency: 'daily',
        day: null,
        time: '07:00',
        format: 'csv',
        members: [office],
        outside: [],
        locale: 'en',
      },
    });
  await db.query(`update private.scheduled_exports set next_at = now() - interval '1 minute'`);
  // As pg_cron and the workers do: none waits for another.
  await Promise.all(sessions.map((session) => session.query('select private.enqueue_due_exports()')));
  const request = randomUUID();
  const [mails] = await Promise.all([
    Promise.all(
      sessions.map(async (session) => {
        const ports = fakePorts({ database: serviceDatabase(session) });
        await runDueJobs(ports, [sendExport, sendMail]);
        return ports.mailer.sent;
      }),
    ),
    db.rpc(office, 'send_export_now', { export: exports[0], request }),
    db.rpc(office, 'send_export_now', { export: exports[0], request }),
  ]);
  // Mails that were queued after the last claim are sent by the next run.
  const rest = fakePorts({ database: serviceDatabase(sessions[0]!) });
  await runDueJobs(rest, [sendExport, sendMail]);
  expect(mails.flat().length + rest.mailer.sent.length).toBe(21);
  const runs = await db.query<{ export_id: string }>(`select export_id from private.export_runs`);
  expect(runs).toHaveLength(21);
  expect(new Set(runs.map((run) => run.export_id)).size).toBe(20);
  expect(await db.query(`select from private.jobs where state = 'dead'`)).toEqual([]);
});
