/** Malformed requests and upgrades, generated from a seed. */
import { upgradeHead } from './raw-sockets.ts';

type Random = () => number;

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
const times = (random: Random, max: number, text: string) => text.repeat(Math.floor(random() * max));

const TARGETS = [
  '/',
  '//',
  '///x',
  '/\\',
  '*',
  '?',
  '#',
  'x',
  'http://',
  'http://[',
  'https://evil.example/',
  '/%',
  '/%ff',
  '/%00',
  '/..',
  '/rest/v1/guests?select=*&id=eq.%',
  '/rest/v1/%2e%2e',
  '/auth/v1/verify?token=%&redirect_to=//',
  '/realtime/v1/websocket?apikey=sb_publishable_muster_local',
  '/realtime/v1/websocket?apikey=%',
  '/local/codes?departure=%',
  '/local/inbox/%',
  '/functions/v1/x',
  '/assets/%',
  `/${'é'}`,
  '/\u0000',
  '[::1]:1',
] as const;
const METHODS = [
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'CONNECT',
  'PROPFIND',
  'get',
  '',
  'GÉT',
  'M-SEARCH',
] as const;
const HOSTS = [
  '127.0.0.1',
  '127.0.0.1',
  '127.0.0.1',
  'localhost:99999',
  '[::1]',
  '',
  'evil.example',
  'a b',
  '127.0.0.1:x',
  '\u0000',
  '[',
  '127.0.0.1#',
] as const;
const HEADERS = [
  'Content-Length: -1',
  'Content-Length: 1e9',
  'Content-Length: 5, 6',
  'Content-Length: 99999999999999999999',
  'Content-Length: 3',
  'Transfer-Encoding: chunked',
  'Transfer-Encoding: gzip',
  'Transfer-Encoding: chunked, chunked',
  'Expect: 100-continue',
  'Expect: nothing',
  'Connection: upgrade',
  'Upgrade: websocket',
  'Upgrade: h2c',
  'HTTP2-Settings: AAMAAABkAAQAAP__',
  'Origin: null',
  'Origin: \u00ff',
  'Origin: https://evil.example',
  'Range: bytes=9-1',
  'If-None-Match: "',
  'Accept-Encoding: br;q=x,,,',
  'Content-Type: application/json',
  'Content-Type: multipart/form-data',
  'Authorization: Bearer a.b.c',
  'Authorization: Bearer',
  'apikey: sb_publishable_muster_local',
  'Cookie: =;=;',
  'X: ',
  ': x',
  ' folded',
  'Prefer: tx=',
  'Accept-Profile: x',
] as const;
const ENDINGS = [
  '\r\n\r\n',
  '\n\n',
  '\r\n',
  '',
  '\r\n\r\n{',
  '\r\n\r\n{"email":',
  '\r\n\r\nffffffffff\r\nx',
  '\r\n\r\n-1\r\n',
  '\r\n\r\n0\r\n\r\n',
  '\r\n\r\n3\r\nabc\r\n0\r\nX: y\r\n\r\n',
  '\r\n\r\n\u0000\u0000',
] as const;

export function malformed(random: Random): Buffer {
  const kind = random();
  if (kind < 0.1)
    return Buffer.from(Array.from({ length: Math.floor(random() * 400) + 1 }, () => Math.floor(random() * 256)));
  if (kind < 0.35) {
    const headers = {
      Host: pick(random, HOSTS),
      'Sec-WebSocket-Version': pick(random, ['13', '12', 'x', '']),
      'Sec-WebSocket-Key': pick(random, ['dGhlIHNhbXBsZSBub25jZQ==', 'x', '']),
    };
    const more =
      random() < 0.3 ? { 'Sec-WebSocket-Protocol': ',,', 'Sec-WebSocket-Extensions': 'permessage-deflate; =' } : {};
    const frames = Buffer.from(Array.from({ length: Math.floor(random() * 100) }, () => Math.floor(random() * 256)));
    return Buffer.concat([Buffer.from(upgradeHead(pick(random, TARGETS), { ...headers, ...more }), 'latin1'), frames]);
  }
  const lines = [
    `${pick(random, METHODS)} ${pick(random, TARGETS)}${times(random, 3, 'a')} ${pick(random, ['HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', ''])}`,
    `Host: ${pick(random, HOSTS)}`,
  ];
  for (let left = Math.floor(random() * 6); left > 0; left -= 1) lines.push(pick(random, HEADERS));
  if (random() < 0.05) lines.push(`X-Long: ${'x'.repeat(20_000)}`);
  if (random() < 0.05) lines.push(...Array.from({ length: 3000 }, (_, at) => `X-${at}: 1`));
  return Buffer.from(lines.join('\r\n') + pick(random, ENDINGS), 'latin1');
}
