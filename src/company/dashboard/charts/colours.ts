/** Chart colours with a contrast of at least 3:1 on the card in both themes. A text always accompanies the colour. */
import { tokens } from '@fluentui/react-components';
import type { BookingSource } from '../../../domain/enums.ts';
import { RAIL_COLOURS } from '../../../ui/theme/rail-colours.ts';
import { stateColours } from '../../../ui/theme/state-colours.ts';

const [SKY, BLUE, INDIGO, , PLUM, GREY] = RAIL_COLOURS;

/** In stacking order. */
export const SOURCE_COLOURS: Record<BookingSource, string> = {
  website: SKY,
  office: INDIGO,
  partner: PLUM,
  'walk-in': GREY,
  api: BLUE,
};

export const SINGLE_SERIES_COLOUR = SKY;
export const ATTENDED_COLOUR = stateColours.ok.strong;
export const NO_SHOW_COLOUR = stateColours.no.strong;
export const INK = tokens.colorNeutralForeground2;
export const QUIET_INK = tokens.colorNeutralForeground3;
export const GRID = tokens.colorNeutralStroke2;
export const CARD = tokens.colorNeutralBackground1;
export const HEAT = tokens.colorCompoundBrandBackground;
export const ON_HEAT = tokens.colorNeutralForegroundInverted;
