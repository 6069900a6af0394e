/** What a company mailed or is about to, as the office sees it. */
import * as v from 'valibot';
import { ADDRESS_MARKS, MAIL_PROBLEMS, MAIL_STATES, type MailState } from '../domain/bookings.ts';
import type { Uuid } from '../domain/ids.ts';
import { rpc } from './rpc.ts';

const text = v.nullable(v.string());
const message = v.object({
  id: v.string(),
  template: v.string(),
  recipient: v.string(),
  locale: v.string(),
  mailState: v.picklist(MAIL_STATES),
  createdAt: v.string(),
  sentAt: text,
  /** When it leaves, or is tried again; null for what does not wait. */
  nextTryAt: text,
  attempts: v.number(),
  isLeaving: v.boolean(),
  problem: v.nullable(v.picklist(MAIL_PROBLEMS)),
  /** As the mail server said it. */
  error: text,
  mark: v.nullable(v.picklist(ADDRESS_MARKS)),
  mayResend: v.boolean(),
  booking: v.nullable(v.object({ id: v.string(), reference: v.string(), name: v.string() })),
});
const outbox = v.object({
  counts: v.object({ pending: v.number(), failed: v.number(), sent: v.number() }),
  messages: v.array(message),
});
export type OutboxMessage = v.InferOutput<typeof message>;
export type OutboxPage = v.InferOutput<typeof outbox>;

/** A page of so many messages. */
export const OUTBOX_PAGE = 50;

export interface OutboxQuestion {
  filter: MailState | null;
  /** Of one booking alone. */
  booking: Uuid | null;
  /** The last message of the page before. */
  after: Uuid | null;
}

/** The newest first. Fails with `not_permitted` for who may not know the guests, and like any call. */
export const readOutbox = (company: Uuid, { filter, booking, after }: OutboxQuestion, signal?: AbortSignal) =>
  rpc(
    'read_outbox',
    {
      company,
      most: OUTBOX_PAGE,
      ...(filter === null ? {} : { filter }),
      ...(booking === null ? {} : { booking }),
      ...(after === null ? {} : { after }),
    },
    { signal, answer: outbox },
  );

const REFUSALS = {
  is_leaving: v.object({}),
  overtaken: v.object({}),
  link_gone: v.object({}),
  bound: v.object({}),
};
export type ResendRefusal = { status: keyof typeof REFUSALS };

/** Sends a message now, or again, to `recipient` or where it was to go. The same again has no effect. */
export const resendMessage = (message: Uuid, { recipient, request }: { recipient: string; request: Uuid }) =>
  rpc(
    'resend_message',
    { request, message, recipient },
    { answer: v.object({ messageId: v.string() }), refusals: REFUSALS },
  );

const givenUp = v.object({
  id: v.string(),
  kind: v.string(),
  attempts: v.number(),
  /** Of the last attempt, as it was written down; without a word about a guest. */
  error: text,
  diedAt: v.string(),
});
const givenUpJobs = v.object({ jobs: v.array(givenUp) });
export type DeadJob = v.InferOutput<typeof givenUp>;

/** What was given up after all its tries, the newest first; of mails the outbox tells. For who holds COMPANY_ALL_ACCESS. */
export const readDeadJobs = (company: Uuid, signal?: AbortSignal) =>
  rpc('list_dead_jobs', { company }, { signal, answer: givenUpJobs });

/** Wakes what was given up, with all its tries. `unknown`: somebody has done so, or it is a month ago. */
export const retryJob = (job: Uuid) =>
  rpc('retry_job', { job }, { answer: v.object({}), refusals: { unknown: v.object({}) } });
