/** Firefox through WebDriver BiDi, which it speaks without a driver. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'ws';
import { Program, fromPage, inPage, programPath, type Engine, type EngineBrowser } from './engine.ts';

const path = programPath('firefox-esr') ?? programPath('firefox');

/** No telemetry or update checks, which would only run into time-outs offline. */
const QUIET = {
  'app.update.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
};

interface BidiResponse {
  id?: number;
  type: 'success' | 'error' | 'event';
  result?: unknown;
  error?: string;
  message?: string;
}

class Bidi {
  readonly #socket: WebSocket;
  readonly #open = new Map<number, { resolve(result: unknown): void; reject(error: Error): void }>();
  #count = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.on('message', (data: Buffer) => {
      const result = JSON.parse(data.toString()) as BidiResponse;
      const waiting = this.#open.get(result.id ?? -1);
      this.#open.delete(result.id ?? -1);
      if (result.type === 'error') waiting?.reject(new Error(`${result.error}: ${result.message}`));
      else waiting?.resolve(result.result);
    });
    socket.on('close', () => {
      for (const { reject } of this.#open.values()) reject(new Error('Firefox closed the connection'));
    });
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise<void>((resolve, reject) => {
      socket.on('open', () => resolve());
      socket.on('error', reject);
    });
    return new Bidi(socket);
  }

  call<T>(method: string, params: Record<string, unknown> = {}): Promise<T> {
    const id = (this.#count += 1);
    const result = new Promise<unknown>((resolve, reject) => this.#open.set(id, { resolve, reject }));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return result as Promise<T>;
  }
}

interface Running {
  bidi: Bidi;
  program: Program;
  context: string;
  version: string;
}

async function launch(profile: string): Promise<Running> {
  const program = new Program(path!, {
    args: ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port=0', 'about:blank'],
  });
  const [, address] = await program.waitForOutput(/WebDriver BiDi listening on (ws:\S+)/);
  const bidi = await Bidi.connect(`${address}/session`);
  const { capabilities } = await bidi.call<{ capabilities: { browserVersion: string } }>('session.new', {
    capabilities: {},
  });
  const { contexts } = await bidi.call<{ contexts: { context: string }[] }>('browsingContext.getTree');
  const context = contexts[0]!.context;
  await bidi.call('browsingContext.setViewport', { context, viewport: { width: 820, height: 1000 } });
  return { bidi, program, context, version: capabilities.browserVersion };
}

async function start(): Promise<EngineBrowser> {
  const profile = mkdtempSync(join(tmpdir(), 'muster-firefox-'));
  writeFileSync(
    join(profile, 'user.js'),
    Object.entries(QUIET)
      .map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`)
      .join('\n'),
  );
  let running = await launch(profile);
  const end = async () => {
    await running.bidi.call('browser.close').catch(() => undefined);
    await running.program.ended();
  };
  return {
    name: `Firefox ${running.version}`,
    async go(url) {
      await running.bidi.call('browsingContext.navigate', { context: running.context, url, wait: 'complete' });
    },
    async run(work, ...args) {
      const result = await running.bidi.call<{
        type: string;
        result: { value: string };
        exceptionDetails?: { text: string };
      }>('script.callFunction', {
        functionDeclaration: inPage(work),
        arguments: [{ type: 'string', value: JSON.stringify(args) }],
        awaitPromise: true,
        target: { context: running.context },
      });
      if (result.exceptionDetails) throw new Error(result.exceptionDetails.text);
      return fromPage(result.result.value);
    },
    async perform(sources) {
      const perform = () =>
        running.bidi.call('input.performActions', { context: running.context, actions: sources }).then(() => undefined);
      // Firefox's pointer action sometimes fails internally right after a page load, before anything was pressed.
      await perform().catch((error: unknown) => {
        if (!String(error).includes('NS_ERROR_FAILURE')) throw error;
        return running.bidi.call('input.releaseActions', { context: running.context }).then(perform);
      });
    },
    async picture() {
      const { data } = await running.bidi.call<{ data: string }>('browsingContext.captureScreenshot', {
        context: running.context,
      });
      return Buffer.from(data, 'base64');
    },
    async startAgain() {
      await end();
      running = await launch(profile);
    },
    async quit() {
      await end();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export const firefox: Engine = {
  name: 'Firefox',
  missing: path ? null : 'Firefox is not installed (on Debian: apt-get install firefox-esr).',
  start,
};
