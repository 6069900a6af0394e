/**
 * Live queries of screens that load after the engine. The hooks of the first screen are in `live-queries.ts`, because
 * this library imports Dexie (ADR 010).
 */
import { useLiveQuery } from 'dexie-react-hooks';
import type { UserDatabase } from '../device/database.ts';
import { useEngine } from './live-queries.ts';

/**
 * Returns the latest result of `read`; undefined until it has a result for exactly this engine and id. `useLiveQuery`
 * alone would return the previous company's rows until the new ones are read.
 */
export function useDeviceQuery<T>(read: (db: UserDatabase, id: string) => Promise<T>, id: string): T | undefined {
  const engine = useEngine();
  const result = useLiveQuery(async () => {
    if (!engine) return undefined;
    try {
      return { engine, id, value: await read(engine.db, id) };
    } catch (error) {
      // Signed out, or closed for a newer version, which has its own notice: keep the last result.
      if (engine.isClosed()) return new Promise<never>(() => {});
      throw error;
    }
  }, [engine, id, read]);
  return result && result.engine === engine && result.id === id ? result.value : undefined;
}
