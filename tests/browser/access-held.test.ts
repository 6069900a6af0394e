/** See every-screen.ts. A tablet lying down is the tightest of all: two panes and large type. */
import { nothingIsHardToPerceive } from './every-screen.ts';

nothingIsHardToPerceive('phones and a tablet', {
  touch: true,
  sizes: ['phone', 'phone of the narrowest', 'tablet lying down'],
});
