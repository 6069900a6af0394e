/** See every-screen.ts. */
import { isOfGuests, isOfOwners, nothingIsHardToPerceive } from './every-screen.ts';

nothingIsHardToPerceive('the office and of partners', (screen) => !isOfGuests(screen) && !isOfOwners(screen));
