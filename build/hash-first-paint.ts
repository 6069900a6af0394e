/**
 * What the guests' pages run before their first paint, under a name that tells its content: by its own it is asked for anew at each visit, and
 * nothing is drawn before the answer. The app's worker holds it.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

const PLAIN = '/first-paint.js';

export function hashFirstPaint(): Plugin {
  const source = readFileSync(new URL(`../public${PLAIN}`, import.meta.url));
  const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8);
  const fileName = `assets/first-paint-${hash}.js`;
  return {
    name: 'muster:kept-first-paint',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'booking',
    buildStart() {
      this.emitFile({ type: 'asset', fileName, source });
    },
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) => (path.endsWith('/booking.html') ? html.replace(PLAIN, `/${fileName}`) : html),
    },
  };
}
