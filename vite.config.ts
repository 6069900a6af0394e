import react from '@vitejs/plugin-react';
import { copyFileSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { classicStartScript } from './build/classic-start-script.ts';
import { hashFirstPaint } from './build/hash-first-paint.ts';
import { precache } from './build/precache.ts';
import { writeSourcesHash, hashSources } from './build/sources.ts';
import { styleSheet } from './build/style-sheet.ts';
import { texts } from './build/texts.ts';
import { themes } from './build/themes.ts';
import { withoutSonnerStyles } from './build/without-sonner-styles.ts';
import { appManifest } from './src/app/start/web-manifest.ts';
import { musterLocal } from './supabase/local/vite-plugin.ts';
import { PATHS_OUTSIDE_APP, isBookingPage } from './src/app/routing/outside-paths.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/**
 * `import url from '….wasm?packed'`: the module gzipped, as the worker's store keeps what it is given byte for byte and
 * the scanner's alone would be half of all that is kept. The name says nothing of gzip, else hosts would unpack it.
 */
function packedWasm(): Plugin {
  return {
    name: 'muster:packed-wasm',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!source.endsWith('.wasm?packed')) return null;
      const resolved = await this.resolve(source.replace('?packed', ''), importer, { skipSelf: true });
      return resolved && `${resolved.id}?packed`;
    },
    load(id) {
      if (!id.endsWith('.wasm?packed')) return null;
      const packed = gzipSync(readFileSync(id.replace('?packed', '')), { level: 9 });
      if (this.environment.mode === 'dev')
        return `export default 'data:application/octet-stream;base64,${packed.toString('base64')}'`;
      const name = id.replace(/^.*[\\/]/, '').replace('.wasm?packed', '.packed');
      const reference = this.emitFile({ type: 'asset', name, source: packed });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
  };
}

/** The guests' pages are a document of their own; the built app's host does the same. */
function bookingPages(): Plugin {
  return {
    name: 'muster:booking-pages',
    enforce: 'post',
    // After the worker's plugin: nobody installs what is embedded in somebody else's site.
    transformIndexHtml: {
      order: 'post',
      handler: (html, { path }) =>
        path.endsWith('/booking.html') ? html.replace(/\s*<link rel="manifest"[^>]*>/, '') : html,
    },
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url && isBookingPage(request.url.split('?', 1)[0] ?? '')) request.url = '/booking.html';
        next();
      });
    },
  };
}

/** The document and its first module stay outside of groups, else the manifest has no entry. */
const ENTRY = /\.html$|[\\/]src[\\/]main\.tsx$/;

const held = precache();

const inTheAppAlone = (plugins: Plugin[]) =>
  plugins.map((plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === 'client' }));

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
      // The package's entry for bundlers is ES5, which no supported browser needs.
      { find: /^workbox-window$/, replacement: 'workbox-window/build/workbox-window.prod.mjs' },
    ],
  },
  plugins: [
    texts(),
    themes(),
    packedWasm(),
    withoutSonnerStyles(),
    musterLocal(),
    react(),
    inTheAppAlone(
      VitePWA({
        registerType: 'prompt',
        injectRegister: false,
        manifest: appManifest,
        includeManifestIcons: false,
        workbox: {
          globPatterns: ['**/*.{js,css,html,woff2,wasm,packed,svg,png,json,mp3,wav}'],
          // Error reports need a network; their code comes with it. The page that shows a Wi-Fi's sign-in must be asked
          // of the network.
          globIgnores: [
            'booking.html',
            'network.html',
            '404.html',
            'embed.js',
            'other-site.html',
            'worker-claims.js',
            'ticket-worker.js',
            'assets/booking-*',
            'assets/bugsnag-*',
            'assets/export-worker-*',
            'assets/import-worker-*',
            'assets/webp_enc*',
            'screenshots/**',
            // The browser reads them when the app is installed, which needs a network, and keeps them.
            'icons/*.png',
            '.vite/**',
          ],
          manifestTransforms: [(entries) => ({ manifest: entries.filter(({ url }) => held.holds(url)), warnings: [] })],
          // Their names tell their content: what was fetched once is right for good.
          runtimeCaching: [
            {
              urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/[^/]+\.js$/.test(url.pathname),
              handler: 'CacheFirst',
              options: {
                cacheName: 'muster-visited',
                expiration: { maxEntries: 200 },
                // A host may answer a chunk that is gone with a page: kept here, it would stand for the chunk for good.
                plugins: [
                  {
                    cacheWillUpdate: ({ response }) =>
                      Promise.resolve(
                        response.status === 200 && /javascript/.test(response.headers.get('content-type') ?? '')
                          ? response
                          : null,
                      ),
                  },
                ],
              },
            },
          ],
          navigateFallback: '/index.html',
          navigateFallbackDenylist: PATHS_OUTSIDE_APP,
          // The first worker takes over the page that brought it, so that a guide who goes underground
          // right after the first visit has every screen. Later ones wait until the person says "Reload".
          clientsClaim: true,
          importScripts: ['/worker-claims.js'],
          skipWaiting: false,
          cleanupOutdatedCaches: true,
          maximumFileSizeToCacheInBytes: 2_500_000,
        },
      }),
    ),
    bookingPages(),
    hashFirstPaint(),
    styleSheet(),
    inTheAppAlone([held.plugin, classicStartScript()]),
  ],
  // Builds of tests and the backend's data must not reload the page that is being worked on.
  // Mails link to the configured port, so Vite must not choose another one.
  server: { strictPort: true, watch: { ignored: ['**/tests/.output/**', '**/.muster/**', '**/dist/**'] } },
  worker: { format: 'es', plugins: () => [packedWasm()] },
  build: {
    // What docs/browsers.md promises.
    target: ['chrome110', 'safari16.4', 'firefox115'],
    // The budgets of tests/budgets.ts say more.
    chunkSizeWarningLimit: 700,
    manifest: true,
    modulePreload: { polyfill: false },
  },
  // Two programs, each built for itself: nobody who books a tour fetches a byte of the app's, and what the app runs
  // before its first paint is one file, as every file costs the worker a request (some 8 ms each on a slow tablet).
  environments: {
    client: {
      build: {
        // One sheet, linked by the page: parts that come later bring none.
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'index.html',
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id) },
                // What comes right after the first paint is one file, too, with all that it needs; but for what signing
                // in needs as well.
                {
                  name: 'client',
                  test: /[\\/]src[\\/](?:data[\\/](?:client|change-events)|domain[\\/](?:actions|codes|email-address))\.ts$/,
                },
                { name: 'engine', test: /[\\/]src[\\/]offline[\\/]device[\\/]start-engine\.ts$/ },
              ],
            },
          },
        },
      },
    },
    booking: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        copyPublicDir: false,
        manifest: '.vite/booking.json',
        rolldownOptions: { input: 'booking.html' },
      },
    },
  },
  builder: {
    async buildApp({ environments, build }) {
      // Taken before: what changes meanwhile is of another build.
      const sources = hashSources();
      for (const environment of Object.values(environments)) if (environment.name !== 'ssr') await build(environment);
      const { root, build: made } = environments['client']!.config;
      const folder = resolve(root, made.outDir);
      // A host that finds a 404.html answers unknown paths with it, and not with index.html and 200.
      copyFileSync(resolve(folder, 'index.html'), resolve(folder, '404.html'));
      writeSourcesHash(folder, sources);
    },
  },
});
