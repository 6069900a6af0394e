/** The server no longer fits this build: whoever looks for newer builds looks at once. */
let look: () => void = () => undefined;

/** Who looks for a newer build; one a page. */
export function onOutdated(listener: () => void): void {
  look = listener;
}

export function reportOutdated(): void {
  look();
}
