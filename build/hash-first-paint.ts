/**
 * Adds a content hash to the script that guest pages run before the first paint. Under its plain name it would be
 * revalidated at each visit and block rendering. The app keeps the plain name, as its service worker caches the script.
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
    name: 'muster:hash-first-paint',
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
