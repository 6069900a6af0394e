import { contrastRatio } from './contrast.ts';

const mixed = (hex: string, other: number, share: number) =>
  `#${[1, 3, 5]
    .map((at) =>
      Math.round(Number.parseInt(hex.slice(at, at + 2), 16) * (1 - share) + other * share)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

/** Mixes `colour` with black or white, as little as needed for a contrast of 4.5:1 on `ground` (WCAG AA). */
export function ensureContrast(colour: string, ground: string): string {
  const towards = contrastRatio(ground, '#000000') > contrastRatio(ground, '#ffffff') ? 0 : 255;
  for (let share = 0; share < 1; share += 0.02) {
    const bent = mixed(colour, towards, share);
    if (contrastRatio(bent, ground) >= 4.5) return bent;
  }
  return mixed(colour, towards, 1);
}
