/**
 * Finds and starts a Chromium: an installed one, or the one from the npm registry, so that a fresh machine needs no
 * more.
 */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright';
import { registryBrowser } from './browser-registry.ts';

/** Chromium's headless shell: a page costs a tenth of the CPU time of a page in a Chromium with a window. */
const HEADLESS_SHELLS = ['/usr/bin/chromium-headless-shell', '/usr/lib/chromium/chromium-headless-shell'];

const WINDOWED = [
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

/** No telemetry and no background work, which would disturb measurements. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * The package's own flags switch off what serverless hosts lack, including storage and workers, which the tests need.
 */
const REGISTRY_ARGS = ['--headless=new', '--no-zygote', '--use-gl=angle', '--use-angle=swiftshader'];

/** `installed`: this machine's; `registry`: the one from npm; `any`: the one that runs the journeys. */
export type BrowserChoice = 'installed' | 'registry' | 'any';

const hasRegistryBrowser = process.platform === 'linux' && process.arch === 'x64';

/**
 * Returns the browser that runs all journeys, and the other one for the smoke test, or null if there is none. Order of
 * preference: an installed headless shell (or `CHROME_PATH`), the one from npm, an installed Chromium with a window.
 * Without any, the first is `installed`, whose launch explains what is missing.
 */
export function selectBrowsers(): { journeys: 'installed' | 'registry'; smoke: 'installed' | 'registry' | null } {
  if (!hasRegistryBrowser) return { journeys: 'installed', smoke: null };
  if (installedBrowser() === null) return { journeys: 'registry', smoke: null };
  return isHeadlessShellInstalled()
    ? { journeys: 'installed', smoke: 'registry' }
    : { journeys: 'registry', smoke: 'installed' };
}

export interface LaunchOptions {
  browser?: BrowserChoice;
  /** Additional command-line switches, for example for the fake camera. */
  args?: string[];
}

/** Returns the path of the installed browser, or null. `CHROME_PATH` has precedence. */
export function installedBrowser(): string | null {
  const chromePath = process.env['CHROME_PATH'];
  if (chromePath && !existsSync(chromePath)) throw new Error(`CHROME_PATH is ${chromePath}, which does not exist.`);
  return chromePath ?? [...HEADLESS_SHELLS, ...WINDOWED].find((path) => existsSync(path)) ?? null;
}

const isHeadlessShellInstalled = () =>
  Boolean(process.env['CHROME_PATH']) || HEADLESS_SHELLS.some((path) => existsSync(path));

/** Returns Playwright's launch options. Throws if there is no browser. */
export function launchOptionsFor({ browser = 'any', args = [] }: LaunchOptions = {}) {
  const choice = browser === 'any' ? selectBrowsers().journeys : browser;
  if (choice === 'installed') {
    const executablePath = installedBrowser();
    if (executablePath === null)
      throw new Error('No Chromium is installed on this machine: install one, or set CHROME_PATH.');
    return { executablePath, args: [...QUIET, ...args] };
  }
  const unpacked = registryBrowser();
  if (typeof unpacked === 'string') throw new Error(`${unpacked} Install a Chromium and set CHROME_PATH to it.`);
  const { executablePath, env } = unpacked;
  return {
    executablePath,
    args: [...QUIET, ...REGISTRY_ARGS, ...args],
    env: { ...(process.env as Record<string, string>), ...env },
  };
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  return chromium.launch(launchOptionsFor(options));
}

/** Launches a browser whose profile is in `folder`, so that it can be restarted after it was killed. */
export async function launchInstalled(folder: string, options: LaunchOptions = {}): Promise<BrowserContext> {
  return chromium.launchPersistentContext(folder, {
    ...launchOptionsFor(options),
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
  });
}
