/** "These departures changed": wakes the pull. Realtime dies in background tabs, so it is a hint and never a source. */
import type { Uuid } from '../domain/ids.ts';
import { getClient } from './client.ts';
import { isRecord } from './is-record.ts';

export interface ChangeEvent {
  /** The departures that changed; null: more than can be named. */
  departures: readonly Uuid[] | null;
  /** Whom it concerns whether they hold the departures or not. */
  people: readonly Uuid[];
  /** Which change on the server it tells of, as `asOf` of a pull counts them; null where that is not known. */
  at: string | null;
}

/** What may have been missed while nobody listened: anything. */
const ANYTHING: ChangeEvent = { departures: null, people: [], at: null };

const ids = (value: unknown): Uuid[] | null =>
  Array.isArray(value) && value.every((id) => typeof id === 'string') ? value : null;

/** A hint of a shape that is not known is about anything. */
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
/** One a company: the client knows each topic once, and whoever left it would leave it for the others. */
const channels = new Map<Uuid, Channel>();

/** Calls back at each hint and whenever the channel (re)joins, as hints may have been missed meanwhile. Returns how to stop. */
export function onChangeEvent(companyId: Uuid, listener: Listener): () => void {
  const channel = channels.get(companyId) ?? join(companyId);
  const own: Listener = (changeEvent) => listener(changeEvent);
  channel.listeners.add(own);
  return () => {
    channel.listeners.delete(own);
    if (channel.listeners.size > 0 || channels.get(companyId) !== channel) return;
    channels.delete(companyId);
    channel.leave();
  };
}

function join(companyId: Uuid): Channel {
  let stopped = false;
  let leave = () => {};
  const listeners = new Set<Listener>();
  const tell = (changeEvent: ChangeEvent) => {
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
        .on('broadcast', { event: 'changed' }, ({ payload }) => tell(parseChangeEvent(payload)))
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') tell(ANYTHING);
        });
      leave = () => void client.removeChannel(joined);
    })
    .catch(() => {
      // No hints then; the timer pulls.
    });
  return channel;
}
