/**
 * Writes a company's archive page by page. A repeated run continues where the first ended; another job does the rest.
 */
import { boolean, literal, object, parse, pipe, string, uuid } from 'valibot';
import { defineJob } from '../../_shared/job.ts';

const ExportProgress = object({ status: literal('ok'), done: boolean() });
/** A page has 2000 rows. */
const MAX_PAGES = 40;

export const exportCompany = defineJob({
  kind: 'export_company',
  payload: object({ export: pipe(string(), uuid()) }),
  async run(payload, { ports }) {
    for (let page = 0; page < MAX_PAGES; page += 1) {
      const { done } = parse(ExportProgress, await ports.database.call('write_export', payload));
      if (done) return;
    }
    await ports.database.call('resume_export', payload);
  },
});
