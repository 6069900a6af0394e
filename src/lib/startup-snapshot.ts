/**
 * The snapshot of today's list that is shown while the app starts. `public/first-paint.js` draws it. It is in
 * localStorage because nothing else can be read synchronously before the first paint.
 */

/** The stored snapshot. `public/first-paint.js` reads the same fields. */
export interface StartupSnapshot {
  userId: string;
  companyId: string;
  /** Path, viewport size, language and colour scheme of the snapshot; it is drawn in no other place. */
  place: string;
  /** Whether the app's home redirects to this place. */
  isHome: boolean;
  /** Milliseconds by the device's clock: when it was taken, and when its content expires. */
  from: number;
  until: number;
  html: string;
  /** The style sheet in use; that of another build has other class names. */
  look: string;
}

const STORE = 'muster-picture';

export function saveStartupSnapshot(snapshot: StartupSnapshot): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(snapshot));
  } catch {
    // Without storage there is no snapshot, and the app starts normally.
    deleteStartupSnapshot();
  }
}

/**
 * Deletes the snapshot because its content may be outdated or belong to another user. Does not check first
 * whether this tab saved one, because another tab may have.
 */
export function deleteStartupSnapshot(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // A storage that cannot be read cannot be drawn from either.
  }
}

/** Deletes the snapshot unless it belongs to this person and company. */
export function keepStartupSnapshotOf(owner: { userId: string; companyId: string } | null): void {
  const snapshot = readSnapshot();
  if (snapshot && owner !== null && snapshot.userId === owner.userId && snapshot.companyId === owner.companyId) return;
  deleteStartupSnapshot();
}

function readSnapshot(): StartupSnapshot | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? 'null') as StartupSnapshot | null;
  } catch {
    return null;
  }
}
