/** Builds the patterns page for the local host; it is not part of the app (ADR 017). */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { styleSheet } from '../../../build/style-sheet.ts';
import { texts } from '../../../build/texts.ts';
import { themes } from '../../../build/themes.ts';
import { withoutSonnerStyles } from '../../../build/without-sonner-styles.ts';
import { PATTERNS_FOLDER, PATTERNS_PATH } from './patterns-path.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: `${PATTERNS_PATH}/`,
  publicDir: false,
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify('patterns') },
  resolve: {
    alias: [
      // Texts are compiled at build time (build/texts.ts), so the parser is left out.
      { find: /^@formatjs\/icu-messageformat-parser$/, replacement: '@formatjs/icu-messageformat-parser/no-parser.js' },
    ],
  },
  plugins: [texts(), themes(), withoutSonnerStyles(), react(), styleSheet()],
  build: {
    outDir: PATTERNS_FOLDER,
    emptyOutDir: true,
    cssCodeSplit: false,
    target: ['chrome110', 'safari16.4', 'firefox115'],
  },
});
