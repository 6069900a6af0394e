/** A company's mails, sent and queued, for the office. */
import * as v from 'valibot';
import { SUPPRESSION_REASONS, MAIL_PROBLEMS, MESSAGE_STATES, type MessageState } from '../domain/bookings.ts';
import type { Uuid } from '../domain/ids.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';
import { textOrNull } from './parse-response.ts';

const message = v.object({
  id: v.string(),
  template: v.string(),
  recipient: v.string(),
  locale: v.string(),
  mailState: v.picklist(MESSAGE_STATES),
  createdAt: v.string(),
  sentAt: textOrNull,
  /** Time of the next attempt; null when none is planned. */
  nextTryAt: textOrNull,
  attempts: v.number(),
  /** It is being sent at this moment. */
  isLeaving: v.boolean(),
  problem: v.nullable(v.picklist(MAIL_PROBLEMS)),
  /** Error message of the mail server. */
  error: textOrNull,
  suppression: v.nullable(v.picklist(SUPPRESSION_REASONS)),
  mayResend: v.boolean(),
  booking: v.nullable(v.object({ id: v.string(), reference: v.string(), name: v.string() })),
});
const outbox = v.object({
  counts: v.object({ pending: v.number(), failed: v.number(), sent: v.number() }),
  messages: v.array(message),
});
export type OutboxMessage = v.InferOutput<typeof message>;
export type OutboxPage = v.InferOutput<typeof outbox>;

/** Messages per page. */
export const OUTBOX_PAGE = 50;

export interface OutboxQuestion {
  filter: MessageState | null;
  /** Only mails of this booking. */
  booking: Uuid | null;
  /** Last message of the previous page. */
  after: Uuid | null;
}

export const readOutboxRpc = defineRpc('read_outbox', { response: outbox });

/** Reads a page of mails, newest first. Fails with `not_permitted` unless the person may see guests. */
export const readOutbox = (company: Uuid, { filter, booking, after }: OutboxQuestion, signal?: AbortSignal) =>
  rpc(
    readOutboxRpc,
    {
      company,
      row_limit: OUTBOX_PAGE,
      ...(filter === null ? {} : { filter }),
      ...(booking === null ? {} : { booking }),
      ...(after === null ? {} : { after }),
    },
    { signal },
  );

const REFUSALS = {
  /** It is being sent at this moment. */
  is_leaving: v.object({}),
  /** The booking has changed since, so the mail is no longer true. */
  superseded: v.object({}),
  /** Its link is no longer stored. */
  link_used: v.object({}),
  /** Its link works only for the original address. */
  recipient_fixed: v.object({}),
};
export type ResendRefusal = { status: keyof typeof REFUSALS };

export const resendMessageRpc = defineRpc('resend_message', {
  response: v.object({ messageId: v.string() }),
  refusals: REFUSALS,
});

/** Resends a message to `recipient`, or to its original address. Idempotent by `request`. */
export const resendMessage = (message: Uuid, { recipient, request }: { recipient: string; request: Uuid }) =>
  rpc(resendMessageRpc, { request, message, recipient });

const deadJob = v.object({
  id: v.string(),
  kind: v.string(),
  attempts: v.number(),
  /** Error of the last attempt, as logged, without guests' data. */
  error: textOrNull,
  diedAt: v.string(),
});
const deadJobs = v.object({ jobs: v.array(deadJob) });
export type DeadJob = v.InferOutput<typeof deadJob>;

export const readDeadJobsRpc = defineRpc('read_dead_jobs', { response: deadJobs });

/** Reads dead jobs, newest first; failed mails are in the outbox instead. Needs COMPANY_ALL_ACCESS. */
export const readDeadJobs = (company: Uuid, signal?: AbortSignal) => rpc(readDeadJobsRpc, { company }, { signal });

export const retryJobRpc = defineRpc('retry_job', { response: v.object({}), refusals: { unknown: v.object({}) } });

/** Revives a dead job with all its attempts. `unknown`: already revived, or more than a month old. */
export const retryJob = (job: Uuid) => rpc(retryJobRpc, { job });
