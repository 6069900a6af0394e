/** Signals that the server no longer supports this build, so that the update check runs at once. */
let look: () => void = () => undefined;

/** Sets the page's only listener, which checks for a newer build. */
export function onOutdatedBuild(listener: () => void): void {
  look = listener;
}

export function reportOutdatedBuild(): void {
  look();
}
