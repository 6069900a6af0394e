/** Whether the app can be installed here, and how: by the browser's prompt, or manually on iOS. */
import { createStore } from '../../lib/store.ts';

export type InstallState = 'unavailable' | 'offered' | 'by-hand';

interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallEnvironment {
  standalone: boolean;
  userAgent: string;
  touchPoints: number;
}

/** iPads identify as Macs, but Macs have no touch screen. */
export function isIos({ userAgent, touchPoints }: InstallEnvironment): boolean {
  return /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
}

export function installStateWithoutOffer(surroundings: InstallEnvironment): InstallState {
  return !surroundings.standalone && isIos(surroundings) ? 'by-hand' : 'unavailable';
}

const state = createStore<InstallState>('unavailable');
let offer: InstallPromptEvent | null = null;

export const installOffer = {
  getState: state.get,
  subscribe: state.subscribe,
  /** Call early, as the browser fires its event once. */
  listen(): void {
    const standalone =
      matchMedia('(display-mode: standalone)').matches || Reflect.get(navigator, 'standalone') === true;
    state.set(
      installStateWithoutOffer({
        standalone,
        userAgent: navigator.userAgent,
        touchPoints: navigator.maxTouchPoints,
      }),
    );
    window.addEventListener('beforeinstallprompt', (event) => {
      event.preventDefault();
      offer = event as InstallPromptEvent;
      state.set('offered');
    });
    window.addEventListener('appinstalled', () => {
      offer = null;
      state.set('unavailable');
    });
  },
  /** Shows the browser's prompt, which can be used only once. */
  async accept(): Promise<void> {
    const currentOffer = offer;
    offer = null;
    state.set('unavailable');
    await currentOffer?.prompt();
  },
};
