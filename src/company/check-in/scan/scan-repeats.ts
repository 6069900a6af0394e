/** A code that stays in front of the lens counts once: it is taken again only after being out of sight for a while. */

/** Milliseconds. */
export const REPEAT_AFTER_MS = 3000;

export interface RepeatFilter {
  /** Whether the code is to be acted on, seen at `now` (milliseconds, any steady clock). */
  isNew(code: string, now: number): boolean;
}

export function createRepeatFilter(): RepeatFilter {
  const seen = new Map<string, number>();
  return {
    isNew(code, now) {
      for (const [other, at] of seen) if (now - at >= REPEAT_AFTER_MS) seen.delete(other);
      const fresh = !seen.has(code);
      seen.set(code, now);
      return fresh;
    },
  };
}
