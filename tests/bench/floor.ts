/** Puts the floor page beside the app, so that the same worker serves it the same way. */
import { build, type Plugin } from 'vite';

export const FLOOR = '/floor.html';

async function script(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: new URL('./floor-page.ts', import.meta.url).pathname,
        formats: ['iife'],
        name: 'floor',
        fileName: 'floor',
      },
    },
  });
  for (const { output } of [built].flat() as { output: { type: string; code?: string }[] }[])
    for (const part of output) if (part.type === 'chunk' && part.code !== undefined) return part.code;
  throw new Error('The floor page was not built');
}

export function floorPage(): Plugin {
  return {
    name: 'muster:floor-page',
    applyToEnvironment: ({ name }) => name === 'client',
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'assets/floor.js', source: await script() });
      this.emitFile({
        type: 'asset',
        fileName: 'floor.html',
        source:
          '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Floor</title><script defer src="/assets/floor.js"></script></head><body><div id="root"></div></body></html>',
      });
    },
  };
}
