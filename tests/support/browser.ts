/** Finds and starts a Chromium: an installed one, or the one from the npm registry, so that a fresh machine needs nothing more. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';
import { registryBrowser } from './browser-registry.ts';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
];

/** No call home, no background work that would disturb a measurement. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Its package's own flags switch off what serverless hosts lack; the storage and workers that we test must stay. */
const REGISTRY_ARGS = ['--headless=new', '--no-zygote', '--use-gl=angle', '--use-angle=swiftshader'];

/** `installed`: this machine's own; `registry`: the one that npm brings; `any`: the first of them that is there. */
export type BrowserChoice = 'installed' | 'registry' | 'any';

/**
 * The projects of journeys and the browser of each: `browser` in npm's Chromium, `browser-installed` in this machine's. Where there is
 * neither, the second, so that it says what is missing.
 */
export function browserProjects(): Partial<Record<'browser' | 'browser-installed', BrowserChoice>> {
  const fromNpm = process.platform === 'linux' && process.arch === 'x64';
  return {
    ...(fromNpm ? { browser: 'registry' as const } : {}),
    ...(installedBrowser() !== null || !fromNpm ? { 'browser-installed': 'installed' as const } : {}),
  };
}

export interface LaunchOptions {
  browser?: BrowserChoice;
  /** Further command-line switches, for instance of the fake camera. */
  args?: string[];
}

/** The installed browser, or null. `CHROME_PATH` goes before everything else. */
export function installedBrowser(): string | null {
  const named = process.env['CHROME_PATH'];
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, and there is no such file.`);
  return named ?? INSTALLED.find((path) => existsSync(path)) ?? null;
}

/** What Playwright is told to start a browser of ours. Throws where there is none. */
export function howToStart({ browser = 'any', args = [] }: LaunchOptions = {}) {
  const installed = browser === 'registry' ? null : installedBrowser();
  if (installed) return { executablePath: installed, args: [...QUIET, ...args] };
  if (browser === 'installed') throw new Error('No Chromium is installed on this machine.');
  const unpacked = registryBrowser();
  if (typeof unpacked === 'string') throw new Error(`${unpacked} Install one and name it by CHROME_PATH.`);
  const { executablePath, env } = unpacked;
  return {
    executablePath,
    args: [...QUIET, ...REGISTRY_ARGS, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch(howToStart(options));
}

/** A browser whose storage lives in `folder`, to be started again after it was killed. */
export async function launchInstalled(folder: string, options: LaunchOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...howToStart(options),
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
  });
}
