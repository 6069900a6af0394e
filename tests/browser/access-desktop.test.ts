/** See every-screen.ts. */
import { nothingIsHardToPerceive } from './every-screen.ts';

nothingIsHardToPerceive('a desktop', { touch: false, sizes: ['desktop'] });
