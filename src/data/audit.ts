/** A company's log: who did what and when. */
import * as v from 'valibot';
import type { LocalDate, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import type { Json } from './database-types.ts';
import { instant, localised } from './departure-schemas.ts';
import { rpc } from './rpc.ts';

const event = v.object({
  id: v.string(),
  at: instant,
  action: v.string(),
  /** What it is about, as far as it is still there. */
  about: v.object({
    reference: v.optional(v.string()),
    booking: v.optional(v.string()),
    title: v.optional(localised),
    startsAt: v.optional(instant),
    person: v.optional(v.string()),
    partner: v.optional(v.string()),
    /** Why the platform switched the company. */
    reason: v.optional(v.string()),
    /** Of an export by mail, and the addresses outside the team that it goes to. */
    view: v.optional(v.string()),
    outside: v.optional(v.array(v.string())),
  }),
  /** Null: it happened by itself, or a guest did it. `belongs`: to the team, now or before; else they acted for it. */
  who: v.nullable(v.object({ id: v.string(), name: v.nullable(v.string()), belongs: v.boolean() })),
});
export type AuditEvent = v.InferOutput<typeof event>;

const page = v.object({
  events: v.array(event),
  next: v.nullable(v.object({ at: v.string(), id: v.string() })),
  people: v.array(v.object({ id: v.string(), name: v.string() })),
});
export type AuditPage = v.InferOutput<typeof page>;
export type AuditPlace = NonNullable<AuditPage['next']>;

export interface AuditFilter {
  /** Any of these; none: all. */
  actions: readonly string[];
  people: readonly Uuid[];
  since: LocalDate | null;
  until: LocalDate | null;
}

/** A page of the log, the newest first. Fails like any call; `not_permitted` for who may not see to the company. */
export const readAudit = (
  company: Uuid,
  { actions, people, since, until, after, signal }: AuditFilter & { after: AuditPlace | null; signal?: AbortSignal },
): Promise<Result<AuditPage>> =>
  rpc(
    'read_audit',
    {
      company,
      ...(actions.length > 0 ? { actions: [...actions] } : {}),
      ...(people.length > 0 ? { people: [...people] } : {}),
      ...(since ? { since } : {}),
      ...(until ? { until } : {}),
      ...(after ? { after: after as Json } : {}),
    },
    { signal, answer: page },
  );
