/** The server no longer fits this build: whoever looks for newer builds looks at once. */
let look: () => void = () => undefined;

/** Who looks for a newer build; one a page. */
export function onOutdatedBuild(listener: () => void): void {
  look = listener;
}

export function reportOutdatedBuild(): void {
  look();
}
