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
 * Supports `import url from '….wasm?packed'`, the URL of the gzipped module. Uncompressed, the scanner would be
 * half of the precache. The file name has no `.gz`, because hosts would then decompress it.
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
      // Shorter blocks than the default's suit the module's mixture of code and data.
      const packed = gzipSync(readFileSync(id.replace('?packed', '')), { level: 9, memLevel: 6 });
      if (this.environment.mode === 'dev')
        return `export default 'data:application/octet-stream;base64,${packed.toString('base64')}'`;
      const name = id.replace(/^.*[\\/]/, '').replace('.wasm?packed', '.packed');
      const reference = this.emitFile({ type: 'asset', name, source: packed });
      return `export default import.meta.ROLLUP_FILE_URL_${reference}`;
    },
  };
}

/** Serves booking.html for the guests' paths in development, as hosts do with the build. */
function bookingPages(): Plugin {
  return {
    name: 'muster:booking-pages',
    enforce: 'post',
    // After the PWA plugin, which adds the link: guest pages are embedded in other sites and not installable.
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

/** The document and its first module stay outside groups, or the manifest would have no entry. */
const ENTRY = /\.html$|[\\/]src[\\/]main\.tsx$/;

const precached = precache();

const onlyInApp = (plugins: Plugin[]) =>
  plugins.map((plugin): Plugin => ({ ...plugin, applyToEnvironment: ({ name }) => name === 'client' }));

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  resolve: {
    alias: [
      // Texts are compiled at build time (build/texts.ts), so the parser is left out.
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
    onlyInApp(
      VitePWA({
        registerType: 'prompt',
        injectRegister: false,
        manifest: appManifest,
        includeManifestIcons: false,
        workbox: {
          globPatterns: ['**/*.{js,css,html,woff2,wasm,packed,svg,png,json,mp3,wav}'],
          // Not needed offline, such as error reports, or fetched from the network on purpose, such as the page that
          // leads to a Wi-Fi's sign-in.
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
            // Only read during installation, which needs a network.
            'icons/*.png',
            '.vite/**',
          ],
          manifestTransforms: [
            (entries) => ({ manifest: entries.filter(({ url }) => precached.includes(url)), warnings: [] }),
          ],
          // Cache first, because file names contain a content hash.
          runtimeCaching: [
            {
              urlPattern: ({ url, sameOrigin }) => sameOrigin && /^\/assets\/[^/]+\.js$/.test(url.pathname),
              handler: 'CacheFirst',
              options: {
                cacheName: 'muster-visited',
                expiration: { maxEntries: 200 },
                // Some hosts respond to a missing chunk with a page, which must not be cached in its place.
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
          // The first worker takes over the page that registered it, so that a guide who loses the network right after
          // the first visit has every screen. Later workers wait until the user chooses to reload.
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
    onlyInApp([precached.plugin, classicStartScript()]),
  ],
  // Builds of tests and the backend's data must not reload the page. Mails link to the configured port, so Vite must
  // not choose another one.
  server: { strictPort: true, watch: { ignored: ['**/tests/.output/**', '**/.muster/**', '**/dist/**'] } },
  worker: { format: 'es', plugins: () => [packedWasm()] },
  build: {
    // The browsers of docs/browsers.md.
    target: ['chrome110', 'safari16.4', 'firefox115'],
    // tests/budgets.ts checks sizes in detail.
    chunkSizeWarningLimit: 700,
    manifest: true,
    modulePreload: { polyfill: false },
  },
  // Two separate builds, so that guests fetch none of the app's code. What the app runs before its first paint is one
  // file, because the service worker takes about 8 ms per file on a slow tablet.
  environments: {
    client: {
      build: {
        // One style sheet, linked by the page, also for lazy parts.
        cssCodeSplit: false,
        rolldownOptions: {
          input: 'index.html',
          output: {
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], test: (id) => !ENTRY.test(id) },
                // The code that runs right after the first paint is one file, too, except for what sign-in shares.
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
      // Before building, because a change made during the build belongs to the next one.
      const sources = hashSources();
      for (const environment of Object.values(environments)) if (environment.name !== 'ssr') await build(environment);
      const { root, build: options } = environments['client']!.config;
      const folder = resolve(root, options.outDir);
      // Some hosts respond to unknown paths with 404.html.
      copyFileSync(resolve(folder, 'index.html'), resolve(folder, '404.html'));
      writeSourcesHash(folder, sources);
    },
  },
});
