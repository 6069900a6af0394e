/** Tracks the network state: from this tab's passes, or from another tab's while that one holds the lock. */
import type { FailureCode, Failure, Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import { NETWORK_KEY, type NetworkRow } from '../device/stored-rows.ts';
import { networkAfter, type Network } from './network.ts';
import type { PassOptions } from './pass.ts';
import type { EnginePorts } from '../device/ports.ts';
import type { SyncStateStore } from './sync-state.ts';

export interface NetworkWatch {
  /** Returns callbacks for one pass. */
  listeners(): Pick<PassOptions, 'onSilence' | 'onResponse'>;
  ended(failure: Failure | null): Promise<void>;
  /** Takes the state that the syncing tab stored. */
  receive(): Promise<void>;
}

export function watchNetwork({
  db,
  ports,
  state,
  access,
}: {
  db: UserDatabase;
  ports: EnginePorts;
  state: SyncStateStore;
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
}): NetworkWatch {
  const hasNetwork = () => ports.hasNetwork?.() ?? false;

  async function setNetwork(network: Network, failure: FailureCode | null): Promise<void> {
    state.set({ network, failure });
    const row: NetworkRow = { key: NETWORK_KEY, network, failure };
    // Write only on change: an identical row would wake live queries in all tabs for nothing.
    await access(() =>
      db.transaction('rw', db.meta, async () => {
        const stored = (await db.meta.get(NETWORK_KEY)) as NetworkRow | undefined;
        if (stored?.network !== network || stored.failure !== failure) await db.meta.put(row);
      }),
    );
  }

  return {
    listeners() {
      let failed = false;
      return {
        onSilence: () => {
          const { network, failure } = state.get();
          if (hasNetwork() || network !== 'offline') void setNetwork('no_response', failure);
        },
        onResponse: (response) => {
          failed ||= !response.ok;
          // Failures are reported at the end of the pass, but a first success at once.
          if (!failed) state.set({ network: 'online' });
        },
      };
    },
    ended: (failure) => setNetwork(networkAfter(failure, hasNetwork()) ?? state.get().network, failure?.code ?? null),
    async receive() {
      const row = await access(async () => (await db.meta.get(NETWORK_KEY)) as NetworkRow | undefined);
      if (row.ok && row.data) state.set({ network: row.data.network, failure: row.data.failure });
    },
  };
}
