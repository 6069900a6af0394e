/**
 * Replaces exports of an app module for one test file. All files of a worker share one page and its modules, so
 * `vi.mock` cannot swap imports: tests/support/replaceable-modules.ts wraps the functions of each module that a test
 * file names here, and the wrappers call whatever the running file has set.
 */
import { vi } from 'vitest';

type Callable = (...args: never[]) => unknown;

interface Slot {
  readonly original: Callable;
  current: Callable;
}

const slots = new Map<unknown, Slot>();
const replaced = new Set<Slot>();

/** Wraps a function so that calls and properties, also those of a `vi.fn()`, go to the current implementation. */
export function replaceable<T>(original: T): T {
  const isClass = typeof original === 'function' && /^class\b/.test(Function.prototype.toString.call(original));
  if (typeof original !== 'function' || isClass) return original;
  const slot: Slot = { original: original as unknown as Callable, current: original as unknown as Callable };
  const wrapper = new Proxy(() => undefined, {
    apply: (_, self, args) => Reflect.apply(slot.current, self, args),
    get: (_, key) => Reflect.get(slot.current, key) as unknown,
    set: (_, key, value) => Reflect.set(slot.current, key, value),
    has: (_, key) => Reflect.has(slot.current, key),
  });
  slots.set(wrapper, slot);
  return wrapper as T;
}

/** Returns a `vi.fn()` around each function of the module. */
export function spiesOn<M extends object>(module: M): M {
  const entries = Object.entries(module).map(([name, value]) => [
    name,
    typeof value === 'function' ? vi.fn(value as Callable) : (value as unknown),
  ]);
  return Object.fromEntries(entries) as M;
}

type Factory<M> = (original: () => Promise<M>) => Partial<M> | Promise<Partial<M>>;

/**
 * Replaces the module's functions with those of `factory` until the end of the test file; calling another one throws.
 * Without a factory each becomes a `vi.fn()` around the original. Exports that are not functions stay.
 */
export async function mockModule<M extends object>(module: Promise<M>, factory?: Factory<M>): Promise<void> {
  const found = Object.entries(await module).flatMap(([name, value]) => {
    const slot = slots.get(value);
    return slot ? [{ name, slot }] : [];
  });
  if (found.length === 0)
    throw new Error('This module cannot be replaced: restart Vitest after adding a mockModule().');
  const originals = Object.fromEntries(found.map(({ name, slot }) => [name, slot.original]));
  const replacements = factory ? await factory(async () => ({ ...(await module), ...originals })) : spiesOn(originals);
  for (const { name, slot } of found) {
    slot.current = (Reflect.get(replacements, name) as Callable | undefined) ?? missing(name);
    replaced.add(slot);
  }
}

function missing(name: string): Callable {
  return () => {
    throw new Error(`mockModule() of this file has no ${name}.`);
  };
}

/** Restores the originals. Call it at the end of each test file. */
export function restoreModules(): void {
  for (const slot of replaced) slot.current = slot.original;
  replaced.clear();
}
