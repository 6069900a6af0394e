/** Signals when the first screen shows its content, so that other work can wait until then. */
let painted = false;
let waiting: (() => void)[] = [];

/** Called by a screen when its first content is rendered; later calls do nothing. */
export function reportScreenPainted(): void {
  painted = true;
  for (const begin of waiting.splice(0)) begin();
}

/** Runs `task` once the first screen has been reported. */
export function whenScreenPainted(task: () => void): void {
  if (painted) task();
  else waiting = [...waiting, task];
}

/** Runs `begin` after the first screen's paint, or `atMost` milliseconds from now if no screen reports one. */
export function afterScreenPaint(begin: () => void, atMost: number): void {
  let begun = false;
  const once = () => {
    if (begun) return;
    begun = true;
    clearTimeout(timer);
    // Two frames: the first one has been painted when the second begins.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  };
  const timer = setTimeout(once, atMost);
  if (painted) once();
  else waiting = [...waiting, once];
}
