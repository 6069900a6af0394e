/** Device status reports and the commands that come back. */
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
  /** Number of actions not yet sent, and number refused, grouped as a person counts them. */
  waiting: number;
  parked: number;
  syncedAt: Instant | null;
}

const reportResponse = v.object({ command: deviceCommand });

/**
 * Reports the device's status and returns a pending command. `as` is the device's person; another session sends
 * nothing.
 */
export const reportDevice = (report: DeviceReport, as: Uuid): Promise<Result<{ command: DeviceCommand | null }>> => {
  const { device, company, waiting, parked, syncedAt } = report;
  return rpc(
    'report_device',
    {
      device: { id: device.id, label: device.label, app_version: device.appVersion },
      company,
      waiting,
      parked,
      synced_at: syncedAt as string,
    },
    { as, response: reportResponse },
  );
};

/** Confirms a wipe: everything is sent, and the device is about to delete its data. */
export const confirmDeviceWipe = (device: Uuid, as: Uuid): Promise<Result<unknown>> =>
  rpc('confirm_device_wipe', { device }, { as, response: v.object({}) });

/** Ends the session of a member's device at its next request, or wipes the device once it has sent everything. */
export const sendDeviceCommand = (input: { company: Uuid; person: Uuid; device: Uuid; command: DeviceCommand }) =>
  rpc('send_device_command', { ...input }, { response: v.object({}) });
