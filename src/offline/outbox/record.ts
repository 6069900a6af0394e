/** What screens record, an action or several at once; it goes to the engine of the signed-in person. */
import { fail } from '../../domain/result.ts';
import { dropPicture } from '../../lib/first-picture.ts';
import { currentEngine } from '../device/current-engine.ts';
import type { Recorder } from './make-recorder.ts';

type Name = keyof Recorder;

/** Without an engine nobody is signed in on this device: `signed_out`, and nothing is recorded. */
function recorded<K extends Name>(name: K): Recorder[K] {
  return ((args: never) => {
    // The picture for the next start would show the list without it.
    dropPicture();
    const engine = currentEngine();
    return engine ? engine.record[name](args) : Promise.resolve(fail('signed_out'));
  }) as Recorder[K];
}

export const checkIn = recorded('checkIn');
export const undo = recorded('undo');
export const restore = recorded('restore');
export const markNoShow = recorded('markNoShow');
export const addWalkIn = recorded('addWalkIn');
export const collect = recorded('collect');
export const addNote = recorded('addNote');
export const recordCount = recorded('recordCount');
export const depart = recorded('depart');
export const reopen = recorded('reopen');
export const report = recorded('report');
