/** Sends an export whose time has come: its mails are written in one transaction, once a due time, so that it may run twice. */
import { isoTimestamp, object, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

export const sendExport = defineJob({
  kind: 'send_export',
  payload: object({ export: pipe(string(), uuid()), due: pipe(string(), isoTimestamp()) }),
  async run(payload, { ports }) {
    await ports.database.call('send_scheduled_export', payload);
  },
});
