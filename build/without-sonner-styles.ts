/**
 * Leaves out the style sheet that Sonner inserts into the page when its code loads: 15 kB of rules that
 * src/ui/toasts/toast-styles.ts replaces, in the page's own style sheet.
 */
import type { Plugin } from 'vite';

const INSERTION = /\b\w+\(`:where\(html\[dir[^`]*`\)/;

export function withoutSonnerStyles(): Plugin {
  return {
    name: 'muster:without-sonner-styles',
    // Otherwise the development server would bundle it before this plugin sees it.
    config: () => ({ optimizeDeps: { exclude: ['sonner'] } }),
    transform(code, id) {
      if (!id.includes('/node_modules/sonner/')) return null;
      const stripped = code.replace(INSERTION, 'void 0');
      if (stripped === code)
        throw new Error('Sonner no longer inserts its styles as build/without-sonner-styles.ts expects.');
      return { code: stripped, map: null };
    },
  };
}
