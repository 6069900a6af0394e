/** Settings from the environment, validated at start with clear messages. */
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

import { UserError } from './user-error.ts';

export const REPOSITORY = fileURLToPath(new URL('../../', import.meta.url));
export const DIST = resolve(REPOSITORY, 'dist');

export interface Settings {
  port: number;
  dataFolder: string;
  demo: boolean;
  /** False (MUSTER_BUILD=0) never builds `dist/`; for tests and manual builds. */
  build: boolean;
}

export function readSettings(env: Record<string, string | undefined>): Settings {
  const port = env['PORT'] === undefined || env['PORT'] === '' ? 4173 : Number(env['PORT']);
  if (!Number.isInteger(port) || port < 1 || port > 65535) {
    throw new UserError(
      `PORT is “${env['PORT']}”, which is not a valid port.`,
      'Use a whole number from 1 to 65535, for example PORT=4174 npm start.',
    );
  }
  const demo = env['MUSTER_DEMO'] ?? '1';
  if (demo !== '0' && demo !== '1') {
    throw new UserError(
      `MUSTER_DEMO is “${demo}”, which is not a valid value.`,
      'Use MUSTER_DEMO=0 to start empty, or leave it unset for the demo.',
    );
  }
  return {
    port,
    dataFolder: resolve(REPOSITORY, env['MUSTER_DATA'] || '.muster'),
    demo: demo === '1',
    build: env['MUSTER_BUILD'] !== '0',
  };
}

/** Parses `MUSTER_EMBEDDERS`: space-separated origins that may embed the guest pages. */
export function parseEmbedders(text: string | undefined): string[] {
  const named = (text ?? '').split(/\s+/).filter(Boolean);
  for (const origin of named)
    if (!/^https?:\/\/(?:\*\.)?[\w.-]+(?::(?:\d+|\*))?$/.test(origin))
      throw new UserError(
        `MUSTER_EMBEDDERS contains “${origin}”, which is not an origin.`,
        'Use origins without a path, for example MUSTER_EMBEDDERS="https://hotel.example https://*.partner.example".',
      );
  return named;
}

/** Checks the Node version before anything fails with an obscure message. */
export function checkNode(version: string): void {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new UserError(
    `Muster needs Node 20.19 or later, but this is ${version}.`,
    'Install a newer Node from https://nodejs.org and start again.',
  );
}
