import type { Job } from '../_shared/job.ts';
import { retryStep } from './jobs/retry-step.ts';
import { endCompany } from './jobs/end-company.ts';
import { exportCompany } from './jobs/export-company.ts';
import { eraseGuests } from './jobs/erase-guests.ts';
import { createDepartures } from './jobs/create-departures.ts';
import { paymentEvent } from './jobs/payment-event.ts';
import { reconcilePayments } from './jobs/reconcile-payments.ts';
import { refundPayment } from './jobs/refund-payment.ts';
import { sendExport } from './jobs/send-export.ts';
import { sendMail } from './jobs/send-mail.ts';

export const JOBS: readonly Job[] = [
  sendMail,
  createDepartures,
  paymentEvent,
  refundPayment,
  reconcilePayments,
  eraseGuests,
  exportCompany,
  sendExport,
  endCompany,
  retryStep,
];
