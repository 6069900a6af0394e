/** Tells when the first screen shows what it is for, so that everything else can wait until then. */
let painted = false;
let waiting: (() => void)[] = [];

/** Said by a screen whose first content is on the page; saying it again means nothing. */
export function reportScreenPainted(): void {
  painted = true;
  for (const begin of waiting.splice(0)) begin();
}

/** Runs `task` as soon as the first screen has said so. */
export function whenScreenPainted(task: () => void): void {
  if (painted) task();
  else waiting = [...waiting, task];
}

/** Runs `begin` after the paint of the first screen, or after `atMost` milliseconds where no screen says so. */
export function afterScreenPaint(begin: () => void, atMost: number): void {
  let begun = false;
  const once = () => {
    if (begun) return;
    begun = true;
    clearTimeout(timer);
    // Two frames: the first has been painted when the second one begins.
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)));
  };
  const timer = setTimeout(once, atMost);
  if (painted) once();
  else waiting = [...waiting, once];
}
