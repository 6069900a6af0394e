/** One person's device in a test: a browser context of its own behind a network of its own. */
import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { openNetwork, type DeviceNetwork } from './browser-network.ts';
import { sessionCookies } from './browser-session.ts';
import { EVENTUALLY_TIMEOUT_MS } from './eventually.ts';

/** The people of the demo, all of the Copenhagen company but the last four. */
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

/** A lost request is what half of these tests are about; the browser logs it by itself. */
const NETWORK_NOISE = /^Failed to load resource|net::ERR_|WebSocket connection to/;

/** tsx keeps the names of functions by a helper of its own, which a function sent into a page does not find there. */
const NAMES = 'globalThis.__name ??= (named) => named;';

const MOST_TEXT = 2_000;
const MOST_EVENTS = 20;

export class Device {
  readonly context: BrowserContext;
  readonly network: DeviceNetwork;
  page!: Page;
  /** What the pages of this device complained about and no test expected. */
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

  /** A device that lives in a browser of its own, to be killed as a whole. */
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
      const shown = await page.evaluate(() => document.body.innerText).catch((error: unknown) => String(error));
      return `${page.url()} shows:\n${shown.replace(/\n\s*\n/g, '\n').slice(0, MOST_TEXT)}`;
    });
    return [...(await Promise.all(pages)), ...this.#events.slice(-MOST_EVENTS)].join('\n');
  }

  /** Such complaints are part of the test. */
  tolerate(pattern: RegExp): void {
    this.#tolerated.push(pattern);
  }

  url(path: string): string {
    return `${this.network.url}${path}`;
  }

  /** A page that loads itself anew meanwhile (its database was closed under it) is opened once more. */
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

  /** Opens `to` as somebody of the demo, or by e-mail, who has signed in. */
  async login(person: Person | { email: string }, to = '/check-in'): Promise<Page> {
    await this.context.addCookies(await sessionCookies(this.network.url, emailOf(person)));
    return this.open(to);
  }

  /** Signs in by the form, and waits until the app has let the person in: for what is about signing in. */
  async loginByForm(person: Person | { email: string }, to = '/check-in'): Promise<Page> {
    const page = await this.open(`/login?to=${encodeURIComponent(to)}`);
    await this.submitLogin(person);
    return page;
  }

  /** Signs in where a session has ended and the app, still showing what it holds, asks for it. */
  async signInAgain(person: Person | { email: string }): Promise<void> {
    const bar = this.page.getByRole('link', { name: /^Sign in/ });
    await bar.click();
    await this.page.waitForURL(/\/login/);
    await this.submitLogin(person);
  }

  /** Fills in the form that is already on the screen. */
  async submitLogin(person: Person | { email: string }): Promise<void> {
    const { page } = this;
    await page.getByLabel('Email').fill(emailOf(person));
    await page.getByLabel('Password', { exact: true }).fill('muster-demo');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith('/login'));
  }

  /** Until the worker holds the whole app, so that it starts without a network. */
  async installed(): Promise<void> {
    if (this.#blocksWorkers) throw new Error("Open this device with { serviceWorkers: 'allow' }.");
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
    if (state === 'late') throw new Error(`No worker controls the page after ${within} ms`);
  }

  /** As in a tunnel: the browser knows, and nothing gets through. */
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
    // A context whose page has crashed may never say that it has closed; it goes with its browser.
    await Promise.race([
      this.context.close().catch(() => undefined),
      new Promise((resolve) => setTimeout(resolve, 5000)),
    ]);
    await this.network.close();
  }
}
