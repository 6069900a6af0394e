/** The interface of a browser for engine journeys: a page, touch and keys, through W3C protocols. */
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { EVENTUALLY_TIMEOUT_MS } from './eventually.ts';

/** Pointer or key actions in the format that WebDriver and WebDriver BiDi share. */
export interface InputSource {
  type: 'pointer' | 'key';
  id: string;
  parameters?: { pointerType: 'mouse' | 'touch' };
  actions: Record<string, unknown>[];
}

export interface EngineBrowser {
  /** Such as `Firefox 153.7.0`. */
  name: string;
  go(url: string): Promise<void>;
  /** Calls `work` in the page with JSON arguments. It cannot see its surroundings here. */
  run<Args extends unknown[], T>(work: (...args: Args) => T | Promise<T>, ...args: Args): Promise<T>;
  perform(sources: InputSource[]): Promise<void>;
  picture(): Promise<Buffer>;
  /** Ends the app's process and returns to an empty page with the same storage. */
  startAgain(): Promise<void>;
  quit(): Promise<void>;
}

export interface Engine {
  name: string;
  /** Null if it can be started, otherwise a sentence that says what is missing. */
  missing: string | null;
  start(): Promise<EngineBrowser>;
}

/** Returns the program's path, searched in PATH, or null. */
export function programPath(name: string): string | null {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));
  return places.find((path) => existsSync(path)) ?? null;
}

/** Returns the page's half of `run`: one string in, one string out, because protocols serialise values differently. */
export function inPage(work: (...args: never[]) => unknown): string {
  return `async (text) => { globalThis.__name ??= (named) => named; return JSON.stringify({ value: await (${work.toString()})(...JSON.parse(text)) }); }`;
}

export function fromPage<T>(text: string): T {
  return (JSON.parse(text) as { value: T }).value;
}

/** A program that runs until `stop`; `waitForOutput` waits for its output. */
export class Program {
  readonly #child: ChildProcess;
  #output = '';
  readonly #ended: Promise<void>;

  constructor(path: string, { args, env = {} }: { args: string[]; env?: Record<string, string> }) {
    this.#child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => (this.#output += text.toString()));
    this.#ended = new Promise((resolve) => {
      this.#child.on('exit', () => resolve());
      this.#child.on('error', (error) => {
        this.#output += String(error);
        resolve();
      });
    });
  }

  async waitForOutput(pattern: RegExp, within = EVENTUALLY_TIMEOUT_MS): Promise<RegExpExecArray> {
    for (const end = Date.now() + within; Date.now() < end;) {
      const found = pattern.exec(this.#output);
      if (found) return found;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error(`No output matching ${pattern} within ${within} ms. Output:\n${this.#output.slice(-2000)}`);
  }

  async stop(): Promise<void> {
    const kill = setTimeout(() => this.#child.kill('SIGKILL'), 5000);
    this.#child.kill();
    await this.#ended;
    clearTimeout(kill);
  }

  /** Waits until it has exited, and stops it after the time-out. */
  async ended(within = 10_000): Promise<void> {
    const late = new Promise<'late'>((resolve) => setTimeout(() => resolve('late'), within).unref());
    if ((await Promise.race([this.#ended, late])) === 'late') await this.stop();
  }
}
