/** See every-screen.ts. */
import { isOfGuests, nothingIsHardToPerceive } from './every-screen.ts';

nothingIsHardToPerceive('guides and guests', isOfGuests);
