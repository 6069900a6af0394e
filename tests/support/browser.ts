/** Finds a Chromium: an installed one, else the one from the npm registry, so that a fresh machine needs nothing more. */
import { existsSync } from 'node:fs';
import { chromium, type Browser, type BrowserContext } from 'playwright-core';

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

interface Found {
  executablePath: string;
  args: string[];
}

/** Where the browser is and what it must be started with. `CHROME_PATH` goes before everything that is installed. */
export async function findBrowser(): Promise<Found> {
  const named = process.env['CHROME_PATH'];
  if (named && !existsSync(named)) throw new Error(`CHROME_PATH names ${named}, and there is no such file.`);
  const installed = named ?? INSTALLED.find((path) => existsSync(path));
  if (installed) return { executablePath: installed, args: [] };
  const { default: packaged } = await import('@sparticuz/chromium');
  // Its own flags switch off what serverless hosts lack; the storage and workers that we test must stay.
  return { executablePath: await packaged.executablePath(), args: ['--headless=new', '--no-zygote', '--use-gl=angle', '--use-angle=swiftshader'] };
}

export interface LaunchOptions {
  /** Further command-line switches, for instance of the fake camera. */
  args?: string[];
}

export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const found = await findBrowser();
  return chromium.launch({
    executablePath: found.executablePath,
    args: [...QUIET, ...found.args, ...(options.args ?? [])],
  });
}

/** A browser whose storage lives in `folder`, to be started again after it was killed. */
export async function launchInstalled(folder: string, options: LaunchOptions = {}): Promise<BrowserContext> {
  const found = await findBrowser();
  return chromium.launchPersistentContext(folder, {
    executablePath: found.executablePath,
    args: [...QUIET, ...found.args, ...(options.args ?? [])],
    locale: 'en-GB',
    timezoneId: 'Europe/Copenhagen',
  });
}
