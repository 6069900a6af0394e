import { sendDeviceCommand } from '../../data/devices.ts';
import type { Uuid } from '../../domain/ids.ts';
import { useMutation } from '../../online/use-mutation.ts';

export const useDeviceCommands = (company: Uuid) => useMutation({ send: sendDeviceCommand, invalidates: [[company]] });
