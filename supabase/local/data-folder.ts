/** The embedded backend's data folder: created, locked against a second process, with the key that signs sessions. */
import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { UserError } from './user-error.ts';
import { restrictPermissions, PRIVATE_FILE, PRIVATE_FOLDER } from './private-files.ts';

export interface DataFolder {
  path: string;
  database: string;
  mail: string;
  /** Signs sessions; stored, so that people stay signed in over a restart. */
  jwtSecret: string;
  release(): void;
}

const codeOf = (failure: unknown) => (failure as NodeJS.ErrnoException).code;

function cannotWrite(path: string, failure: unknown): UserError {
  return new UserError(
    `Muster cannot write to its data folder ${path} (${codeOf(failure) ?? 'unknown reason'}).`,
    'Make the folder writable, or choose another: MUSTER_DATA=/some/folder npm start.',
  );
}

/** Opens the folder exclusively. Throws a UserError if it is not writable or another Muster has it open. */
export function openDataFolder(path: string): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: PRIVATE_FOLDER });
    writeFileSync(join(path, '.writable'), '');
    rmSync(join(path, '.writable'));
  } catch (failure) {
    throw cannotWrite(path, failure);
  }
  const release = takeLock(path);
  try {
    restrictPermissions(path);
    return {
      path,
      database: join(path, 'database'),
      mail: join(path, 'mail.jsonl'),
      jwtSecret: secretIn(path),
      release,
    };
  } catch (failure) {
    release();
    throw cannotWrite(path, failure);
  }
}

function secretIn(path: string): string {
  const file = join(path, 'jwt-secret');
  try {
    const storedSecret = readFileSync(file, 'utf8').trim();
    if (storedSecret.length >= 32) return storedSecret;
  } catch (failure) {
    if (codeOf(failure) !== 'ENOENT') throw failure;
  }
  const newSecret = randomBytes(48).toString('base64url');
  writeFileSync(file, `${newSecret}\n`, { mode: PRIVATE_FILE });
  return newSecret;
}

interface Lock {
  pid: number;
  /** Start time of the process where available, so that a reused pid is not mistaken for it. */
  began: string | null;
}

function takeLock(path: string): () => void {
  const file = join(path, 'lock');
  const mine: Lock = { pid: process.pid, began: beganAt(process.pid) };
  for (let attempt = 0; ; attempt += 1) {
    try {
      writeFileSync(file, JSON.stringify(mine), { flag: 'wx', mode: PRIVATE_FILE });
      break;
    } catch (failure) {
      if (codeOf(failure) !== 'EEXIST') throw cannotWrite(path, failure);
      const holder = readLock(file);
      if ((holder && isAlive(holder)) || attempt > 2) {
        throw new UserError(
          `The data folder ${path} is in use by another Muster${holder ? ` (process ${holder.pid})` : ''}.`,
          'Stop it first (Ctrl-C), or choose another folder: MUSTER_DATA=/some/folder npm start.',
        );
      }
      rmSync(file, { force: true });
    }
  }
  const release = () => {
    process.off('exit', release);
    if (readLock(file)?.pid === mine.pid) rmSync(file, { force: true });
  };
  // The dev server exits without closing us.
  process.once('exit', release);
  return release;
}

function readLock(file: string): Lock | null {
  try {
    const lock = JSON.parse(readFileSync(file, 'utf8')) as Partial<Lock>;
    return typeof lock.pid === 'number' ? { pid: lock.pid, began: lock.began ?? null } : null;
  } catch {
    return null;
  }
}

function isAlive(lock: Lock): boolean {
  try {
    process.kill(lock.pid, 0);
  } catch (failure) {
    if (codeOf(failure) === 'ESRCH') return false;
  }
  const began = beganAt(lock.pid);
  return began === null || lock.began === null || began === lock.began;
}

function beganAt(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}
