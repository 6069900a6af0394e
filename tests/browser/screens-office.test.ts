/** Accessibility and layout of the office's and partners' screens (every-screen.ts). */
import { isForGuidesOrGuests, isForOwners, testScreens } from './every-screen.ts';

testScreens('the office and of partners', (screen) => !isForGuidesOrGuests(screen) && !isForOwners(screen));
