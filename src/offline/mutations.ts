/** The mutations that screens call; they go to the engine of the signed-in person. */
import { fail } from '../domain/result.ts';
import { dropPicture } from '../lib/first-picture.ts';
import { currentEngine } from './current-engine.ts';
import type { Mutations } from './make-mutations.ts';

type Name = keyof Mutations;

/** Without an engine nobody is signed in on this device: `signed_out`, and nothing is recorded. */
function mutation<K extends Name>(name: K): Mutations[K] {
  return ((args: never) => {
    // The picture for the next start would show the list without it.
    dropPicture();
    const engine = currentEngine();
    return engine ? engine.mutations[name](args) : Promise.resolve(fail('signed_out'));
  }) as Mutations[K];
}

export const checkIn = mutation('checkIn');
export const undo = mutation('undo');
export const restore = mutation('restore');
export const markNoShow = mutation('markNoShow');
export const addWalkIn = mutation('addWalkIn');
export const collect = mutation('collect');
export const addNote = mutation('addNote');
export const recordCount = mutation('recordCount');
export const depart = mutation('depart');
export const reopen = mutation('reopen');
