/** Styles of a clickable card, such as a departure's report or a guide's month. */
import { tokens, type GriffelStyle } from '@fluentui/react-components';

/** Spread into makeStyles: `...card`. */
export const card = {
  display: 'grid',
  // Keeps the longest word of the title whole, and half of the card for it; the badges stack instead.
  gridTemplateColumns: 'minmax(min-content, 1fr) fit-content(50%)',
  gap: '2px 12px',
  width: '100%',
  padding: '10px 12px',
  boxSizing: 'border-box',
  font: 'inherit',
  textAlign: 'start',
  color: tokens.colorNeutralForeground1,
  backgroundColor: tokens.colorNeutralBackground1,
  border: `1px solid ${tokens.colorNeutralStroke2}`,
  borderRadius: tokens.borderRadiusLarge,
  cursor: 'pointer',
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorNeutralBackground1Hover } },
  ':active': { backgroundColor: tokens.colorNeutralBackground1Pressed },
} as const satisfies GriffelStyle;

export const selectedCard = {
  backgroundColor: tokens.colorBrandBackground2,
  border: `1px solid ${tokens.colorBrandStroke1}`,
  '@media (hover: hover)': { ':hover': { backgroundColor: tokens.colorBrandBackground2 } },
} as const satisfies GriffelStyle;
