/** Signals that the server no longer supports this build, so that the update check runs at once. */
let onOutdated: () => void = () => undefined;

/** Sets the page's only listener, which checks for a newer build. */
export function onOutdatedBuild(listener: () => void): void {
  onOutdated = listener;
}

export function reportOutdatedBuild(): void {
  onOutdated();
}
