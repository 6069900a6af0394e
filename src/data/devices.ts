/** A device tells the office how it stands, and hears what is asked of it. */
import * as v from 'valibot';
import type { Instant, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { rpc } from './rpc.ts';

export const DEVICE_COMMANDS = ['sign_out', 'wipe'] as const;
export type DeviceCommand = (typeof DEVICE_COMMANDS)[number];
export const deviceCommand = v.nullable(v.picklist(DEVICE_COMMANDS));

export interface DeviceReport {
  device: { id: Uuid; label: string; appVersion: string };
  company: Uuid;
  /** As a person counts what was done: what the server does not have yet, and what it refused. */
  waiting: number;
  parked: number;
  syncedAt: Instant | null;
}

const reportAnswer = v.object({ asked: deviceCommand });

/** `as`: whose device it is; with another person's session nothing is said. */
export const reportDevice = (given: DeviceReport, as: Uuid): Promise<Result<{ asked: DeviceCommand | null }>> => {
  const { device, company, waiting, parked, syncedAt } = given;
  return rpc(
    'report_device',
    {
      device: { id: device.id, label: device.label, app_version: device.appVersion },
      company,
      waiting,
      parked,
      synced_at: syncedAt as string,
    },
    { as, answer: reportAnswer },
  );
};

/** All of it is sent, and it forgets now what is on it. */
export const confirmDeviceWipe = (device: Uuid, as: Uuid): Promise<Result<unknown>> =>
  rpc('confirm_device_wipe', { device }, { as, answer: v.object({}) });

/** Ends the session of a member's device at its next request, or has it forget what is on it at its next contact. */
export const sendDeviceCommand = (given: { company: Uuid; person: Uuid; device: Uuid; asked: DeviceCommand }) =>
  rpc('send_device_command', { ...given }, { answer: v.object({}) });
