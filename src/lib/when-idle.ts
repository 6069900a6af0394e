/** Milliseconds after which idle time is taken to have come where the browser does not tell. */
const WITHOUT_WORD = 500;

/** Runs `task` when nothing else is to be done. Returns how to call it off. */
export function whenIdle(task: () => void): () => void {
  // Safari does not tell.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, WITHOUT_WORD);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(() => task());
  return () => cancelIdleCallback(handle);
}
