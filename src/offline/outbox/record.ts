/** Records actions of screens with the engine of the signed-in person. */
import { fail } from '../../domain/result.ts';
import { deleteStartupSnapshot } from '../../lib/startup-snapshot.ts';
import { currentEngine } from '../device/current-engine.ts';
import type { Recorder } from './recorder.ts';

type Name = keyof Recorder;

/** Returns a function that records with the current engine; without one it fails with `signed_out`. */
function recordWith<K extends Name>(name: K): Recorder[K] {
  return ((args: never) => {
    // The startup snapshot would show the list without this action.
    deleteStartupSnapshot();
    const engine = currentEngine();
    return engine ? engine.record[name](args) : Promise.resolve(fail('signed_out'));
  }) as Recorder[K];
}

export const checkIn = recordWith('checkIn');
export const undo = recordWith('undo');
export const restore = recordWith('restore');
export const markNoShow = recordWith('markNoShow');
export const addWalkIn = recordWith('addWalkIn');
export const collect = recordWith('collect');
export const addNote = recordWith('addNote');
export const recordCount = recordWith('recordCount');
export const depart = recordWith('depart');
export const reopen = recordWith('reopen');
export const report = recordWith('report');
