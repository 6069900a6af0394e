/** Whether the app can be put on the home screen here, and how: by the browser's own offer, or by hand on iOS. */
export type InstallState = 'unavailable' | 'offered' | 'by-hand';

interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface Surroundings {
  standalone: boolean;
  userAgent: string;
  touchPoints: number;
}

/** iPads call themselves Macs; a Mac has no touch screen. */
export function isIos({ userAgent, touchPoints }: Surroundings): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

export function installStateWithoutOffer(surroundings: Surroundings): InstallState {
  return !surroundings.standalone && isIos(surroundings) ? 'by-hand' : 'unavailable';
}

let state: InstallState = 'unavailable';
let offer: InstallPromptEvent | null = null;
const listeners = new Set<() => void>();

function set(next: InstallState): void {
  state = next;
  for (const listener of listeners) listener();
}

export const installOffer = {
  getState: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  /** To be called early: the browser makes its offer once. */
  listen(): void {
    const standalone =
      matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
    state = installStateWithoutOffer({
      standalone,
      userAgent: navigator.userAgent,
      touchPoints: navigator.maxTouchPoints,
    });
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      offer = event as InstallPromptEvent;
      set('offered');
    });
    window.addEventListener('appinstalled', () => {
      offer = null;
      set('unavailable');
    });
  },
  /** Shows the browser's own question; an offer is good for one time. */
  async accept(): Promise<void> {
    const asked = offer;
    offer = null;
    set('unavailable');
    await asked?.prompt();
  },
};
