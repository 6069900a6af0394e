/** WebKit through WebDriver: WebKitGTK's MiniBrowser on a virtual screen. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Program, fromPage, inPage, programPath, type Engine, type EngineBrowser } from './engine.ts';
import { EVENTUALLY_TIMEOUT_MS } from './eventually.ts';
import { freePort } from './free-port.ts';

const driver = programPath('WebKitWebDriver');
const screen = programPath('Xvfb');

function miniBrowser(): string | null {
  for (const library of [
    '/usr/lib',
    ...['x86_64', 'aarch64'].map((cpu) => `/usr/lib/${cpu}-linux-gnu`),
    '/usr/libexec',
  ]) {
    if (!existsSync(library)) continue;
    for (const folder of readdirSync(library)
      .filter((name) => name.startsWith('webkit2gtk') || name.startsWith('webkitgtk'))
      .sort()
      .toReversed()) {
      const path = join(library, folder, 'MiniBrowser');
      if (existsSync(path)) return path;
    }
  }
  return null;
}
const browser = miniBrowser();

async function start(): Promise<EngineBrowser> {
  let display = process.env['DISPLAY'];
  let nobodySees: Program | null = null;
  if (!display) {
    // It chooses a free display number and prints it.
    nobodySees = new Program(screen!, {
      args: ['-displayfd', '1', '-screen', '0', '1280x1200x24', '-nolisten', 'tcp'],
    });
    display = `:${(await nobodySees.waitForOutput(/^(\d+)\n/m))[1]}`;
  }
  const port = await freePort();
  const program = new Program(driver!, {
    args: [`--port=${port}`, '--host=127.0.0.1'],
    env: { DISPLAY: display, GDK_BACKEND: 'x11' },
  });
  const stop = async () => {
    await program.stop();
    await nobodySees?.stop();
  };
  const ask = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}),
    });
    const { value } = (await response.json()) as { value: T & { error?: string; message?: string } };
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
  const session = async () => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await ask<{ sessionId: string; capabilities: { browserVersion: string } }>('POST', '/session', {
          capabilities: { alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } } },
        });
      } catch (error) {
        // Retries until the driver listens.
        if (attempt > 50) {
          await stop();
          throw error;
        }
        await new Promise((later) => setTimeout(later, 100));
      }
    }
  };
  const { sessionId, capabilities } = await session();
  const at = `/session/${sessionId}`;
  await ask('POST', `${at}/timeouts`, { script: EVENTUALLY_TIMEOUT_MS, pageLoad: EVENTUALLY_TIMEOUT_MS });
  await ask('POST', `${at}/window/rect`, { width: 820, height: 1038 });
  return {
    name: `WebKitGTK ${capabilities.browserVersion}`,
    go: (url) => ask('POST', `${at}/url`, { url }),
    async run(work, ...args) {
      const script = `const [text, done] = arguments; (${inPage(work)})(text).then((value) => done({ value }), (error) => done({ error: String(error && error.stack || error) }));`;
      const result = await ask<{ value: string; error?: string }>('POST', `${at}/execute/async`, {
        script,
        args: [JSON.stringify(args)],
      });
      if (result.error !== undefined) throw new Error(result.error);
      return fromPage(result.value);
    },
    perform: (sources) => ask('POST', `${at}/actions`, { actions: sources }),
    picture: async () => Buffer.from(await ask<string>('GET', `${at}/screenshot`), 'base64'),
    async startAgain() {
      // A driven WebKit stores nothing beyond its session, so only the page can be ended, which has a separate process.
      const [old] = await ask<string[]>('GET', `${at}/window/handles`);
      const { handle } = await ask<{ handle: string }>('POST', `${at}/window/new`, { type: 'tab' });
      await ask('POST', `${at}/window`, { handle: old });
      await ask('DELETE', `${at}/window`);
      await ask('POST', `${at}/window`, { handle });
    },
    async quit() {
      await ask('DELETE', at).catch(() => undefined);
      await stop();
    },
  };
}

function missing(): string | null {
  if (!driver || !browser) return 'WebKit is not installed (on Debian: apt-get install webkit2gtk-driver).';
  if (!process.env['DISPLAY'] && !screen) return 'WebKit has no display (on Debian: apt-get install xvfb).';
  return null;
}

export const webkit: Engine = { name: 'WebKit', missing: missing(), start };
