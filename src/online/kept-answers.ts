import { now } from '../lib/clock.ts';
import * as v from 'valibot';
import { dropKeptAnswer, readKeptAnswer, writeKeptAnswer } from '../offline/device/kept-answers.ts';
import type { AnswerKey } from './answer-key.ts';

/** The shape of an answer that is kept: another version of the app may have written it, so it is checked when it is read. */
export type KeptShape<T> = v.GenericSchema<unknown, T>;

const nameOf = (key: AnswerKey) => JSON.stringify(key);

export function keepAnswer(key: AnswerKey, data: unknown): Promise<void> {
  return writeKeptAnswer({ key: nameOf(key), owner: key[0], at: now(), data });
}

export function forgetAnswer(key: AnswerKey): Promise<void> {
  return dropKeptAnswer(nameOf(key));
}

/** The kept answer with when the server gave it (milliseconds since 1970); null when there is none of this shape. */
export async function keptAnswer<T>(key: AnswerKey, shape: KeptShape<T>): Promise<{ data: T; at: number } | null> {
  const kept = await readKeptAnswer(nameOf(key));
  if (!kept) return null;
  const read = v.safeParse(shape, kept.data);
  return read.success ? { data: read.output, at: kept.at } : null;
}
