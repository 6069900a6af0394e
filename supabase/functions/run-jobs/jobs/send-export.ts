/** Sends a due scheduled export. Idempotent: its mails are queued in one transaction, once per due time. */
import { isoTimestamp, object, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

export const sendExport = defineJob({
  kind: 'send_export',
  payload: object({ export: pipe(string(), uuid()), due: pipe(string(), isoTimestamp()) }),
  async run(payload, { ports }) {
    await ports.database.call('send_scheduled_export', payload);
  },
});
