/**
 * The picture of today's list that the device shows while the app itself still starts. `public/first-paint.js` draws it; this is where
 * it is kept and thrown away. It lies in localStorage, as nothing else can be read before the first paint.
 */

/** What is kept; the names are short for `first-paint.js`, which reads the same. */
export interface StartupSnapshot {
  userId: string;
  companyId: string;
  /** Address, size, language and colours that it was taken at: drawn in no other. */
  place: string;
  /** Whether the app's home leads there. */
  isHome: boolean;
  /** Milliseconds, by the device's clock: when it was taken, and from when on something in it may be untrue. */
  from: number;
  until: number;
  html: string;
  /** The style sheet that it was drawn with: no other knows all of its classes. */
  look: string;
}

const STORE = 'muster-picture';

export function saveStartupSnapshot(picture: StartupSnapshot): void {
  try {
    localStorage.setItem(STORE, JSON.stringify(picture));
  } catch {
    // Without room there is no picture, and the app starts as ever.
    deleteStartupSnapshot();
  }
}

/**
 * Throws the picture away, at once and for good: something in it may not be true any more, or not for these eyes. Always asks the
 * storage, as another tab may have kept one since.
 */
export function deleteStartupSnapshot(): void {
  try {
    localStorage.removeItem(STORE);
  } catch {
    // What cannot be reached cannot be drawn either.
  }
}

/** Throws the picture away unless it is of this person and company. */
export function keepStartupSnapshotOf(owner: { userId: string; companyId: string } | null): void {
  const picture = readPicture();
  if (picture && owner !== null && picture.userId === owner.userId && picture.companyId === owner.companyId) return;
  deleteStartupSnapshot();
}

function readPicture(): StartupSnapshot | null {
  try {
    return JSON.parse(localStorage.getItem(STORE) ?? 'null') as StartupSnapshot | null;
  } catch {
    return null;
  }
}
