import { build } from 'vite';

/** Returns the bundled text of a script that the benchmarks run in a page. */
export async function scriptOf(entry: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      target: 'es2022',
      lib: { entry: new URL(entry, import.meta.url).pathname, formats: ['iife'], name: 'bench', fileName: 'bench' },
    },
  });
  for (const { output } of [built].flat() as { output: { type: string; code?: string }[] }[])
    for (const part of output) if (part.type === 'chunk' && part.code !== undefined) return part.code;
  throw new Error(`${entry} was not built`);
}
