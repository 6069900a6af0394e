/** See every-screen.ts. */
import { isOfOwners, nothingIsHardToPerceive } from './every-screen.ts';

nothingIsHardToPerceive('owners', isOfOwners);
