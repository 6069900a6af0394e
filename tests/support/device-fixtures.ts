/** Devices and their actions for database tests, in wire format (docs/protocol.md). */
import { randomUUID } from 'node:crypto';
import type { Action, ActionKind, ActionPayloads } from '../../src/domain/actions.ts';
import type { Uuid } from '../../src/domain/ids.ts';

/** Creates a device that numbers its actions. */
export function makeDevice(id: Uuid = randomUUID()) {
  let sequence = 0;
  return {
    id,
    /** Returns the first argument of check_in_push. */
    header: (now: Date = new Date()) => ({ id, label: 'Tablet', app_version: '1.0.0', now: now.toISOString() }),
    action: <K extends ActionKind>(
      kind: K,
      fields: {
        company: { id: Uuid };
        departureId: Uuid;
        payload: K extends 'walk_in' ? Record<string, unknown> : SnakePayload<K>;
        bookingId?: Uuid | null;
        guestId?: Uuid | null;
        id?: Uuid;
        at?: Date;
      },
    ): WireAction => {
      sequence += 1;
      const at = (fields.at ?? new Date(Date.now() - 1000)).toISOString();
      return {
        id: fields.id ?? randomUUID(),
        schema_version: 1,
        kind,
        company_id: fields.company.id,
        departure_id: fields.departureId,
        booking_id: fields.bookingId ?? null,
        guest_id: fields.guestId ?? null,
        payload: fields.payload,
        device_id: id,
        device_sequence: sequence,
        occurred_at: at,
        device_time: at,
      };
    },
  };
}

type SnakePayload<K extends ActionKind> = K extends 'depart' ? { head_count: number } : ActionPayloads[K];

export interface WireAction {
  id: Uuid;
  schema_version: number;
  kind: Action['kind'];
  company_id: Uuid;
  departure_id: Uuid;
  booking_id: Uuid | null;
  guest_id: Uuid | null;
  payload: unknown;
  device_id: Uuid;
  device_sequence: number;
  occurred_at: string;
  device_time: string;
}
