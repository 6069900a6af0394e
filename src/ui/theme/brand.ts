import type { BrandVariants } from '@fluentui/react-components';

/** Sea green, the only accent colour, used for the next step. White text is readable on 80; 160 is the palest tint. */
export const brand: BrandVariants = {
  10: '#021512',
  20: '#04231f',
  30: '#06332d',
  40: '#083f38',
  50: '#094b43',
  60: '#0a5047',
  70: '#0a584f',
  80: '#0b6157',
  90: '#217d71',
  100: '#3a8d82',
  110: '#539d92',
  120: '#6caea3',
  130: '#87beb5',
  140: '#a3cec7',
  150: '#c0dfda',
  160: '#deefec',
};

/** Page background before anything renders. */
export const ground = { light: '#f5f8f7', dark: '#141a18' } as const;

/** Background of rows and bars, and of the browser's toolbar. */
export const paper = { light: '#ffffff', dark: '#1c2422' } as const;
