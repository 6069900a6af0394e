/**
 * A browser without a driver, on a profile with the installed app. A driver listens to every request, which makes the
 * browser compute line positions for each request by a script, reading the whole script again: a fifth of a start, and
 * no device has that cost. Here a page is throttled, given a script, navigated, and queried when it is idle.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { WebSocket } from 'ws';
import { launchOptionsFor, type BrowserChoice } from '../support/browser.ts';

export interface BarePage {
  ask<T>(expression: string): Promise<T>;
  close(): Promise<void>;
}

export interface BareBrowser {
  /** Opens `url` with the CPU slowed down by `rate`; `script` runs before the page's own. */
  open(url: string, options: { rate: number; script: string }): Promise<BarePage>;
  close(): Promise<void>;
}

interface DevToolsResponse {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

const VIEWPORT = { width: 360, height: 740, deviceScaleFactor: 1, mobile: false };

/** Playwright's switches, so that the cookies of its browser can be read. */
const SAME = ['--password-store=basic', '--use-mock-keychain', '--lang=en-GB'];

export async function bareBrowser(folder: string, browser: BrowserChoice): Promise<BareBrowser> {
  const { executablePath, args, env } = launchOptionsFor({ browser });
  const started = spawn(
    executablePath,
    [...args, ...SAME, '--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'],
    { env: { ...process.env, ...env, TZ: 'Europe/Copenhagen' }, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const ended = once(started, 'exit');
  const address = await new Promise<string>((resolve, reject) => {
    createInterface({ input: started.stderr }).on('line', (line) => {
      const found = /DevTools listening on (ws:\S+)/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => reject(new Error('The browser ended before it accepted a command.')));
  });
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (result: DevToolsResponse) => void>();
  socket.on('message', (data: Buffer) => {
    const result = JSON.parse(data.toString()) as DevToolsResponse;
    if (result.id !== undefined) waiting.get(result.id)?.(result);
  });
  let last = 0;
  const send = async (method: string, params: object = {}, sessionId?: string) => {
    const id = (last += 1);
    const response = new Promise<DevToolsResponse>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) }));
    const { result = {}, error } = await response;
    waiting.delete(id);
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  };

  return {
    async open(url, { rate, script }) {
      const { targetId } = await send('Target.createTarget', { url: 'about:blank' });
      const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true });
      const ask = (method: string, params: object = {}) => send(method, params, sessionId as string);
      await ask('Emulation.setDeviceMetricsOverride', VIEWPORT);
      await ask('Emulation.setCPUThrottlingRate', { rate });
      await ask('Page.enable');
      await ask('Page.addScriptToEvaluateOnNewDocument', { source: script });
      await ask('Page.navigate', { url });
      return {
        async ask<T>(expression: string) {
          const { result, exceptionDetails } = await ask('Runtime.evaluate', {
            expression,
            awaitPromise: true,
            returnByValue: true,
          });
          if (exceptionDetails) throw new Error(JSON.stringify(exceptionDetails).slice(0, 500));
          return (result as { value: T }).value;
        },
        async close() {
          await send('Target.closeTarget', { targetId });
        },
      };
    },
    async close() {
      await send('Browser.close').catch(() => undefined);
      await ended;
      socket.close();
    },
  };
}
