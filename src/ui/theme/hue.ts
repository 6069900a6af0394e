import { linearizeChannel } from '../../lib/contrast.ts';

/** OKLCH chroma below which a colour is grey and its hue meaningless. */
const GREY = 0.045;

/** Returns the OKLCH hue in degrees; null for a grey or for text that is not `#rrggbb`. */
export function hueOf(hex: string): number | null {
  if (!/^#[0-9a-f]{6}$/i.test(hex)) return null;
  const [r, g, b] = [1, 3, 5].map((at) => linearizeChannel(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as [
    number,
    number,
    number,
  ];
  const l = Math.cbrt(0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b);
  const m = Math.cbrt(0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b);
  const s = Math.cbrt(0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b);
  const a = 1.977_998_495_1 * l - 2.428_592_205 * m + 0.450_593_709_9 * s;
  const c = 0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766 * s;
  return Math.hypot(a, c) < GREY ? null : ((Math.atan2(c, a) * 180) / Math.PI + 360) % 360;
}
