/** Change events over Realtime, which trigger a pull. Background tabs lose them, so they carry no data. */
import type { Uuid } from '../domain/ids.ts';
import { getClient } from './client.ts';
import { isRecord } from './is-record.ts';

export interface ChangeEvent {
  /** Departures that changed; null: unknown or too many to list. */
  departures: readonly Uuid[] | null;
  /** People affected even if they do not hold these departures. */
  people: readonly Uuid[];
  /** Number of the change on the server, comparable with `asOf` of a pull; null when unknown. */
  at: string | null;
}

/** Sent after joining, because any event may have been missed. */
const ANYTHING: ChangeEvent = { departures: null, people: [], at: null };

const ids = (value: unknown): Uuid[] | null =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value : null;

/** Parses an event's payload; one of an unknown shape means that anything may have changed. */
export function parseChangeEvent(payload: unknown): ChangeEvent {
  if (!isRecord(payload)) return ANYTHING;
  const { departures, people, at } = payload;
  return {
    departures: ids(departures),
    people: ids(people) ?? [],
    at: typeof at === 'string' && /^\d+$/.test(at) ? at : null,
  };
}

type Listener = (changeEvent: ChangeEvent) => void;
interface Channel {
  listeners: Set<Listener>;
  leave(): void;
}
/**
 * One channel per company, shared by all listeners: the client has one channel per topic, and leaving it affects all.
 */
const channels = new Map<Uuid, Channel>();

/**
 * Subscribes to change events; also fires whenever the channel (re)joins, as events may have been missed. Returns the
 * unsubscribe function.
 */
export function onChangeEvent(companyId: Uuid, listener: Listener): () => void {
  const channel = channels.get(companyId) ?? join(companyId);
  // A new function for each subscription, so that one listener can subscribe twice.
  const entry: Listener = (changeEvent) => listener(changeEvent);
  channel.listeners.add(entry);
  return () => {
    channel.listeners.delete(entry);
    if (channel.listeners.size > 0 || channels.get(companyId) !== channel) return;
    channels.delete(companyId);
    channel.leave();
  };
}

function join(companyId: Uuid): Channel {
  let stopped = false;
  let leave = () => {};
  const listeners = new Set<Listener>();
  const notify = (changeEvent: ChangeEvent) => {
    for (const listener of Array.from(listeners)) listener(changeEvent);
  };
  const channel: Channel = {
    listeners,
    leave: () => {
      stopped = true;
      leave();
    },
  };
  channels.set(companyId, channel);
  void getClient()
    .then(async (client) => {
      await client.realtime.setAuth();
      if (stopped) return;
      const joined = client
        .channel(`company:${companyId}`, { config: { private: true } })
        .on('broadcast', { event: 'changed' }, ({ payload }) => notify(parseChangeEvent(payload)))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') notify(ANYTHING);
        });
      leave = () => void client.removeChannel(joined);
    })
    .catch(() => {
      // Without change events the sync timer still pulls.
    });
  return channel;
}
