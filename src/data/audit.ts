/** A company's audit log. */
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { Json } from './database-types.ts';
import { instant, localised } from './departure-schemas.ts';
import { defineRpc } from './define-rpc.ts';
import { rpc } from './rpc.ts';

const event = v.object({
  id: v.string(),
  at: instant,
  action: v.string(),
  /** What the event is about, as far as it still exists. */
  subject: v.object({
    reference: v.optional(v.string()),
    booking: v.optional(v.string()),
    title: v.optional(localised),
    startsAt: v.optional(instant),
    person: v.optional(v.string()),
    partner: v.optional(v.string()),
    /** Reason that the platform gave for changing the company's status. */
    reason: v.optional(v.string()),
    /** Export by mail: its view and the recipients outside the team. */
    view: v.optional(v.string()),
    outside: v.optional(v.array(v.string())),
    roles: v.optional(v.array(v.string())),
  }),
  /**
   * Null: a job or a guest did it. `isMember`: a present or former team member; otherwise someone acting for the
   * company.
   */
  actor: v.nullable(v.object({ id: v.string(), name: v.nullable(v.string()), isMember: v.boolean() })),
});
export type AuditEvent = v.InferOutput<typeof event>;

const page = v.object({
  events: v.array(event),
  next: v.nullable(v.object({ at: v.string(), id: v.string() })),
  people: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type AuditPage = v.InferOutput<typeof page>;
export type AuditCursor = NonNullable<AuditPage['next']>;

export interface AuditFilter {
  /** Empty: all actions. */
  actions: readonly string[];
  people: readonly Uuid[];
  since: LocalDate | null;
  until: LocalDate | null;
}

export const readAuditRpc = defineRpc('read_audit', { response: page });

/** Reads a page of the audit log, newest first. Fails with `not_permitted` unless the person manages the company. */
export const readAudit = (
  company: Uuid,
  { actions, people, since, until, after, signal }: AuditFilter & { after: AuditCursor | null; signal?: AbortSignal },
): Promise<Result<AuditPage>> =>
  rpc(
    readAuditRpc,
    {
      company,
      ...(actions.length > 0 ? { actions: [...actions] } : {}),
      ...(people.length > 0 ? { people: [...people] } : {}),
      ...(since ? { since } : {}),
      ...(until ? { until } : {}),
      ...(after ? { after: after as Json } : {}),
    },
    { signal },
  );
