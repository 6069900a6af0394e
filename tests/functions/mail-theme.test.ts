import { expect, test } from 'vitest';
import { brand, ground } from '../../src/ui/theme/brand.ts';
import { themeFor } from '../../src/ui/theme/themes.ts';
import { DARK, LIGHT } from '../../supabase/functions/_shared/mail/mail-theme.ts';

test.each([
  ['light', LIGHT, brand[80]],
  ['dark', DARK, brand[130]],
] as const)('mails use the colours of the theme: %s', (mode, look, ours) => {
  const theme = themeFor(mode, { mobile: false });
  expect(look).toEqual({
    page: ground[mode],
    card: theme.colorNeutralBackground1,
    line: theme.colorNeutralStroke2,
    text: theme.colorNeutralForeground1,
    quiet: theme.colorNeutralForeground3,
    brand: ours,
    onBrand: mode === 'light' ? theme.colorNeutralForegroundOnBrand : brand[10],
    wash: mode === 'light' ? theme.colorNeutralBackground3 : theme.colorNeutralBackground1Hover,
  });
});
