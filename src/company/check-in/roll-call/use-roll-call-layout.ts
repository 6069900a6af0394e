import { useMediaQuery } from '../../../ui/layout/use-media-query.ts';
import { LANDSCAPE_PHONE, PHONE, TOUCH, WIDE, WIDEST } from '../../../ui/theme/breakpoints.ts';

export interface RollCallLayout {
  phone: boolean;
  /** Landscape phone: the tools are beside the list. */
  sideways: boolean;
  wide: boolean;
  /** Whether the party card is beside the list and not a sheet. */
  hasSidePanel: boolean;
  /** Column layout (mouse) instead of two lines (touch). */
  columns: boolean;
}

export function useRollCallLayout(): RollCallLayout {
  const sideways = useMediaQuery(LANDSCAPE_PHONE);
  const phone = useMediaQuery(PHONE) || sideways;
  const wide = useMediaQuery(WIDE);
  const hasSidePanel = useMediaQuery(WIDEST);
  const columns = !useMediaQuery(TOUCH) && !phone;
  return { phone, sideways, wide, hasSidePanel, columns };
}
