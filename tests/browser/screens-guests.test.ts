/** Accessibility and layout of the guides' and guests' screens (every-screen.ts). */
import { isForGuidesOrGuests, testScreens } from './every-screen.ts';

testScreens('guides and guests', isForGuidesOrGuests);
