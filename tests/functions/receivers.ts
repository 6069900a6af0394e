/** Programs that are told by webhooks, with all their vices, on free ports of this machine. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Heard {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Receivers {
  url: string;
  heard: Heard[];
  close(): Promise<void>;
}

const VICES: Record<string, (response: ServerResponse) => void> = {
  '/takes': (response) => response.writeHead(200).end('thanks'),
  '/fails': (response) => response.writeHead(503).end('busy'),
  '/gone': (response) => response.writeHead(410).end(),
  '/redirects': (response) => response.writeHead(307, { location: '/takes' }).end(),
  '/silent': () => undefined,
  '/breaks-off': (response) => response.destroy(),
  '/says-yes-and-breaks-off': (response) => {
    response.writeHead(200, { 'content-length': '100' });
    response.write('half', () => setTimeout(() => response.destroy(), 50));
  },
  '/drips': (response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('.'), 50);
    response.on('close', () => clearInterval(timer));
  },
  '/floods': (response) => {
    response.writeHead(500);
    const pour = () => {
      while (!response.destroyed && response.write('\0long '.repeat(10_000)));
      if (!response.destroyed) response.once('drain', pour);
    };
    pour();
  },
};

export async function openReceivers(): Promise<Receivers> {
  const heard: Heard[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      heard.push({ path: request.url!, headers: request.headers, body });
      response.on('error', () => undefined);
      VICES[request.url!]!(response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    heard,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
