/** Ignores a code that stays in view; it counts again only after it was out of view. */

/** Milliseconds out of view before a code counts again. */
export const REPEAT_AFTER_MS = 3000;

export interface RepeatFilter {
  /** Whether to process the code seen at `now` (milliseconds of a monotonic clock). */
  isNew(code: string, now: number): boolean;
}

export function createRepeatFilter(): RepeatFilter {
  const lastSeenAt = new Map<string, number>();
  return {
    isNew(code, now) {
      for (const [seenCode, at] of lastSeenAt) if (now - at >= REPEAT_AFTER_MS) lastSeenAt.delete(seenCode);
      const isNew = !lastSeenAt.has(code);
      lastSeenAt.set(code, now);
      return isNew;
    },
  };
}
