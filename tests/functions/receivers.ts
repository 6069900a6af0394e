/** Webhook receivers with all kinds of faults, on free local ports. */
import { once } from 'node:events';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ReceivedRequest {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}
export interface Receivers {
  url: string;
  /** The same over TLS, as hooks.example.com; null where no certificate can be made. */
  secure: { port: number; ca: string } | null;
  received: ReceivedRequest[];
  close(): Promise<void>;
}

const VICES: Record<string, (response: ServerResponse) => void> = {
  '/takes': (response) => response.writeHead(200).end('thanks'),
  '/fails': (response) => response.writeHead(503).end('busy'),
  '/ends-within-a-sign': (response) => response.writeHead(500).end(`${'x'.repeat(999)}😀`),
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

function certificate(): { key: string; cert: string } | null {
  const folder = mkdtempSync(join(tmpdir(), 'muster-receivers-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const name = ['-subj', '/CN=hooks.example.com', '-addext', 'subjectAltName=DNS:hooks.example.com'];
  try {
    execFileSync(
      'openssl',
      // Not a CA: the newer Deno does not trust such a certificate.
      [
        'req',
        '-x509',
        '-newkey',
        'rsa:2048',
        '-nodes',
        '-days',
        '2',
        '-keyout',
        key,
        '-out',
        cert,
        ...name,
        '-addext',
        'basicConstraints=critical,CA:FALSE',
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  } catch {
    console.info('openssl is not installed, so webhooks over TLS are not tested.');
    return null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export async function openReceivers(): Promise<Receivers> {
  const requests: ReceivedRequest[] = [];
  const hear = (request: IncomingMessage, response: ServerResponse) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += String(part)));
    request.on('end', () => {
      requests.push({ path: request.url!, headers: request.headers, body });
      response.on('error', () => undefined);
      VICES[request.url!]!(response);
    });
  };
  const made = certificate();
  const servers = [createServer(hear), ...(made ? [createSecureServer(made, hear)] : [])];
  const ports: number[] = [];
  for (const server of servers) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ports.push((server.address() as AddressInfo).port);
  }
  return {
    url: `http://127.0.0.1:${ports[0]}`,
    secure: made && { port: ports[1]!, ca: made.cert },
    received: requests,
    async close() {
      for (const server of servers) {
        server.closeAllConnections();
        server.close();
        await once(server, 'close');
      }
    },
  };
}
