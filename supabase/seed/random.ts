/** Deterministic random numbers: the demo never uses Math.random. */
import { createHash } from 'node:crypto';

const hex = (bytes: Uint8Array | Buffer) => Buffer.from(bytes).toString('hex');

function asUuid(bytes: Uint8Array): string {
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = hex(bytes.subarray(0, 16));
  return `${text.slice(0, 8)}-${text.slice(8, 12)}-${text.slice(12, 16)}-${text.slice(16, 20)}-${text.slice(20)}`;
}

/** Returns an id derived from a name, the same in every demo. */
export function idOf(name: string): string {
  return asUuid(new Uint8Array(createHash('sha256').update(`muster:${name}`).digest()));
}

/** Characters that are not confused when read aloud (docs/protocol.md). */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

export class Random {
  #a: number;
  #b: number;
  #c: number;
  #counter = 1;

  constructor(seed: string) {
    const digest = createHash('sha256').update(seed).digest();
    this.#a = digest.readInt32LE(0);
    this.#b = digest.readInt32LE(4);
    this.#c = digest.readInt32LE(8);
    for (let warmUp = 0; warmUp < 12; warmUp += 1) this.#word();
  }

  /** sfc32: returns 32 random bits. */
  #word(): number {
    const sum = (this.#a + this.#b + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = this.#b ^ (this.#b >>> 9);
    this.#b = (this.#c + (this.#c << 3)) | 0;
    this.#c = ((this.#c << 21) | (this.#c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** Returns a number in [0, 1). */
  fraction(): number {
    return this.#word() / 4294967296;
  }

  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number {
    return low + Math.floor(this.fraction() * (high - low + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('Nothing to pick from');
    return list[Math.floor(this.fraction() * list.length)] as T;
  }

  /** Returns one of the values by weight. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let rest = this.fraction() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [value, weight] of choices) {
      rest -= weight;
      if (rest < 0) return value;
    }
    return (choices[choices.length - 1] as readonly [T, number])[0];
  }

  uuid(): string {
    const bytes = new Uint8Array(16);
    const view = new DataView(bytes.buffer);
    for (let at = 0; at < 16; at += 4) view.setUint32(at, this.#word());
    return asUuid(bytes);
  }

  code(length: number): string {
    return Array.from({ length }, () => this.pick([...CODE_LETTERS])).join('');
  }

  digits(length: number): string {
    return Array.from({ length }, () => this.between(0, 9)).join('');
  }
}
