import { runnerImport } from 'vite';

/** Runs a module of the app in Node through Vite and returns its exports. */
export const loadModuleExports = async <T = Record<string, unknown>>(path: string): Promise<T> =>
  (await runnerImport<T>(path, { configFile: false, logLevel: 'error' })).module;
