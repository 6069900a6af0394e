/** "Something changed in company X": wakes the pull. Realtime dies in background tabs, so it is a hint and never a source. */
import type { Uuid } from '../domain/ids.ts';
import { supabase } from './client.ts';

/** Calls back at each hint and whenever the channel (re)joins, as hints may have been missed meanwhile. Returns how to stop. */
export function onHint(companyId: Uuid, listener: () => void): () => void {
  let stopped = false;
  let leave = () => {};
  void supabase()
    .then(async (client) => {
      await client.realtime.setAuth();
      if (stopped) return;
      const channel = client
        .channel(`company:${companyId}`, { config: { private: true } })
        .on('broadcast', { event: 'changed' }, () => listener())
        .subscribe((status) => {
          if (status === 'SUBSCRIBED') listener();
        });
      leave = () => void client.removeChannel(channel);
    })
    .catch(() => {
      // No hints then; the timer pulls.
    });
  return () => {
    stopped = true;
    leave();
  };
}
