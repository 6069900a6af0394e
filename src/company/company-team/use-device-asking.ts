import { askOfDevice } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useSave } from '../../online/use-save.ts';

/** What is asked of a member's device. */
export const useDeviceAsking = (company: Uuid) => useSave({ send: askOfDevice, touches: [[company]] });
