/** Accessibility and layout of the owners' screens (every-screen.ts). */
import { isForOwners, testScreens } from './every-screen.ts';

testScreens('owners', isForOwners);
