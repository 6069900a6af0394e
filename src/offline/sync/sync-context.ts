/** Dependencies and state that the parts of one tab's sync share. */
import type { Uuid } from '../../domain/ids.ts';
import type { Result } from '../../domain/result.ts';
import type { UserDatabase } from '../device/database.ts';
import type { EnginePorts } from '../device/ports.ts';
import type { SyncStateStore } from './sync-state.ts';

export interface SyncContext {
  db: UserDatabase;
  ports: EnginePorts;
  state: SyncStateStore;
  access<T>(work: () => Promise<T>): Promise<Result<T>>;
  /** The company that the tab acts for at first; null: none. */
  companyId: Uuid | null;
  /** Cleanup at the start of each pass. */
  tidy(): Promise<unknown>;
}

/** Each part reads it when it acts, as it may change during a pass. */
export interface SyncProgress {
  /** The company that the tab acts for; null: none. */
  companyId: Uuid | null;
  /** Whether passes are scheduled. */
  started: boolean;
  /** Aborted when the engine stops for good. */
  stopped: AbortSignal;
  /** Failed passes in a row. */
  failures: number;
  /** Whether all companies were pulled since the start or the last change of company. */
  hasReadAllCompanies: boolean;
}
