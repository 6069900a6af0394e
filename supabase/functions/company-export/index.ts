import { serveOnDeno } from '../_shared/deno.ts';
import { companyExport } from './handler.ts';

serveOnDeno('company-export', companyExport);
