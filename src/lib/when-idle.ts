/** Milliseconds after which idle time is taken to have come where the browser does not tell. */
const WITHOUT_WORD = 200;

/** Runs `task` when nothing else is to be done, at the latest `within` milliseconds. Returns how to call it off. */
export function whenIdle(task: () => void, { within }: { within?: number } = {}): () => void {
  // Safari does not tell.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, Math.min(WITHOUT_WORD, within ?? WITHOUT_WORD));
    return () => clearTimeout(timer);
  }
  // eslint-disable-next-line compat/compat -- where it is missing, the timer above
  const handle = requestIdleCallback(() => task(), within === undefined ? {} : { timeout: within });
  return () => cancelIdleCallback(handle);
}
