/** Device status reports and the commands that come back. */
import * as v from 'valibot';
import type { Instant, Uuid } from '../domain/ids.ts';
import type { Result } from '../domain/result.ts';
import { defineRpc } from './define-rpc.ts';
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

export const reportDeviceRpc = defineRpc('report_device', { response: reportResponse });

/**
 * Reports the device's status and returns a pending command. `as` is the device's person; another session sends
 * nothing.
 */
export const reportDevice = (report: DeviceReport, as: Uuid): Promise<Result<{ command: DeviceCommand | null }>> => {
  const { device, company, waiting, parked, syncedAt } = report;
  return rpc(
    reportDeviceRpc,
    {
      device: { id: device.id, label: device.label, app_version: device.appVersion },
      company,
      waiting,
      parked,
      synced_at: syncedAt as string,
    },
    { as },
  );
};

export const confirmDeviceWipeRpc = defineRpc('confirm_device_wipe', { response: v.object({}) });

/** Confirms a wipe: everything is sent, and the device is about to delete its data. */
export const confirmDeviceWipe = (device: Uuid, as: Uuid): Promise<Result<unknown>> =>
  rpc(confirmDeviceWipeRpc, { device }, { as });

export const sendDeviceCommandRpc = defineRpc('send_device_command', { response: v.object({}) });

/** Ends the session of a member's device at its next request, or wipes the device once it has sent everything. */
export const sendDeviceCommand = (input: { company: Uuid; person: Uuid; device: Uuid; command: DeviceCommand }) =>
  rpc(sendDeviceCommandRpc, { ...input });
