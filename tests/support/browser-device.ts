/** One person's device in a test: a browser context behind its own network. */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright';
import { openNetwork, type DeviceNetwork } from './browser-network.ts';
import { sessionCookies } from './browser-session.ts';
import { EVENTUALLY_TIMEOUT_MS, within } from './eventually.ts';

/** People of the demo: all of the Copenhagen company except the last four. */
export type Person =
  | 'owner'
  | 'office'
  | 'reservations'
  | 'manager'
  | 'guide'
  | 'accountant'
  | 'partner'
  | 'agent'
  | 'admin'
  | 'rome';

const emailOf = (person: Person | { email: string }) =>
  typeof person === 'string' ? `${person}@muster.test` : person.email;

export interface DeviceOptions extends BrowserContextOptions {
  backendUrl: string;
}

/** Lost requests are what half of these tests are about, and the browser logs them. */
const NETWORK_NOISE = /^Failed to load resource|net::ERR_|WebSocket connection to/;

/** tsx preserves function names with a helper that does not exist in the page. */
const NAMES = 'globalThis.__name ??= (named) => named;';

const MAX_TEXT_LENGTH = 2_000;
const MAX_EVENTS = 20;

export class Device {
  readonly context: BrowserContext;
  readonly network: DeviceNetwork;
  page!: Page;
  /** Console errors of this device's pages that no test expected. */
  readonly complaints: string[] = [];
  /** Navigations and console messages, for the report of a failed test. */
  readonly #events: string[] = [];
  #tolerated: RegExp[] = [];
  #blocksWorkers = false;

  private constructor(context: BrowserContext, network: DeviceNetwork) {
    this.context = context;
    this.network = network;
    context.on('page', (page) => this.#listen(page));
    for (const page of context.pages()) this.#listen(page);
    context.setDefaultTimeout(EVENTUALLY_TIMEOUT_MS);
  }

  static async open(browser: Browser, { backendUrl, ...options }: DeviceOptions): Promise<Device> {
    const network = await openNetwork(backendUrl);
    const context = await browser.newContext({
      baseURL: network.url,
      viewport: { width: 820, height: 1180 },
      locale: 'en-GB',
      timezoneId: 'Europe/Copenhagen',
      reducedMotion: 'reduce',
      ...options,
    });
    const device = new Device(context, network);
    device.#blocksWorkers = options.serviceWorkers === 'block';
    await context.addInitScript({ content: NAMES });
    device.page = await context.newPage();
    return device;
  }

  /** Adopts a device that has a whole browser, so that the browser can be killed. */
  static async adopt(context: BrowserContext, network: DeviceNetwork): Promise<Device> {
    const device = new Device(context, network);
    await context.addInitScript({ content: NAMES });
    device.page = context.pages()[0] ?? (await context.newPage());
    return device;
  }

  #listen(page: Page): void {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.#events.push(`${new Date().toISOString()} opened ${frame.url()}`);
    });
    page.on('console', (message) =>
      this.#events.push(`${new Date().toISOString()} ${message.type()}: ${message.text()}`),
    );
    page.on('pageerror', (error) => this.#note(error.stack || error.message || `${error.name}, without a word`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !NETWORK_NOISE.test(message.text())) this.#note(message.text());
    });
    page.on('crash', () => this.#note('The page crashed'));
  }

  #note(text: string): void {
    if (!this.#tolerated.some((pattern) => pattern.test(text))) this.complaints.push(text);
  }

  /** Returns what each page of this device shows, and its latest events. */
  async describe(): Promise<string> {
    const pages = this.context.pages().map(async (page) => {
      const bodyText = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error));
      return `${page.url()} shows:\n${bodyText.replace(/\n\s*\n/g, '\n').slice(0, MAX_TEXT_LENGTH)}`;
    });
    return [...(await Promise.all(pages)), ...this.#events.slice(-MAX_EVENTS)].join('\n');
  }

  /** Marks such complaints as expected. */
  tolerate(pattern: RegExp): void {
    this.#tolerated.push(pattern);
  }

  url(path: string): string {
    return `${this.network.url}${path}`;
  }

  /** Opens a path. Tries again if the page reloads itself meanwhile (its database was closed under it). */
  async open(path: string): Promise<Page> {
    const go = () => this.page.goto(this.url(path), { waitUntil: 'domcontentloaded' });
    await go().catch((error: unknown) => {
      if (!/interrupted by another navigation/.test(String(error))) throw error;
      return go();
    });
    return this.page;
  }

  async newTab(path: string): Promise<Page> {
    const tab = await this.context.newPage();
    await tab.goto(this.url(path), { waitUntil: 'domcontentloaded' });
    return tab;
  }

  /** Opens `to` signed in as a person of the demo, or by email. */
  async login(person: Person | { email: string }, to = '/check-in'): Promise<Page> {
    await this.context.addCookies(await sessionCookies(this.network.url, emailOf(person)));
    return this.open(to);
  }

  /** Signs in through the form and waits for the redirect. For tests of signing in. */
  async loginByForm(person: Person | { email: string }, to = '/check-in'): Promise<Page> {
    const page = await this.open(`/login?to=${encodeURIComponent(to)}`);
    await this.submitLogin(person);
    return page;
  }

  /** Signs in again through the banner, after the session has ended while the app still shows its data. */
  async signInAgain(person: Person | { email: string }): Promise<void> {
    const bar = this.page.getByRole('link', { name: /^Sign in/ });
    await bar.click();
    await this.page.waitForURL(/\/login/);
    await this.submitLogin(person);
  }

  async submitLogin(person: Person | { email: string }): Promise<void> {
    const { page } = this;
    await page.getByLabel('Email').fill(emailOf(person));
    await page.getByLabel('Password', { exact: true }).fill('muster-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  }

  /** Waits until the service worker has cached the whole app, so that it starts offline. */
  async installed(): Promise<void> {
    if (this.#blocksWorkers)
      throw new Error("Service workers are blocked: open this device with { serviceWorkers: 'allow' }.");
    const within = EVENTUALLY_TIMEOUT_MS;
    const state = await this.page.evaluate(async (limit) => {
      const controlled = async () => {
        await navigator.serviceWorker.ready;
        while (!navigator.serviceWorker.controller) await new Promise((again) => setTimeout(again, 50));
        return 'controlled';
      };
      const late = new Promise<string>((resolve) => setTimeout(() => resolve('late'), limit));
      return Promise.race([controlled(), late]);
    }, within);
    if (state === 'late') throw new Error(`No service worker controls the page after ${within} ms`);
  }

  /** Goes offline as in a tunnel: the browser knows, and no request gets through. */
  async goOffline(): Promise<void> {
    this.network.condition = 'cut';
    await this.context.setOffline(true);
  }

  async goOnline(): Promise<void> {
    this.network.condition = 'open';
    await this.context.setOffline(false);
  }

  cdp(page: Page = this.page): Promise<CDPSession> {
    return this.context.newCDPSession(page);
  }

  async close(): Promise<void> {
    // A context with a crashed page may never report that it has closed; it ends with its browser.
    await within(5000, 'Closing the context', this.context.close()).catch(() => undefined);
    await this.network.close();
  }
}
