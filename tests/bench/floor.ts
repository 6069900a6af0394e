/** Adds the baseline page to the app's build, so that the same worker serves it. */
import type { Plugin } from 'vite';
import { scriptOf } from './script-of.ts';

export const FLOOR = '/floor.html';

export function floorPage(): Plugin {
  return {
    name: 'muster:floor-page',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/floor.js', source: await scriptOf('./floor-page.ts') });
      this.emitFile({
        type: 'asset',
        fileName: 'floor.html',
        source:
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title><script defer src="/assets/floor.js"></script></head><body><div id="root"></div></body></html>',
      });
    },
  };
}
