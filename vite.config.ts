import { parse } from '@formatjs/icu-messageformat-parser';
import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { appManifest } from './src/app/web-manifest.ts';
import { musterLocal } from './supabase/local/vite-plugin.ts';
import { OUTSIDE_THE_APP, isBookingPage } from './src/app/outside-paths.ts';

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as { version: string };

/** Texts with values or tags become syntax trees, so that the parser (a fifth of the texts' code) stays at home. */
function compiledMessages(): Plugin {
  const compile = (message: string) => (/[{}<>']/.test(message) ? parse(message) : message);
  return {
    name: 'muster:compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/[a-z]{2}\.json$/.test(id)) return null;
      const texts = Object.entries(JSON.parse(code) as Record<string, string>);
      return { code: JSON.stringify(Object.fromEntries(texts.map(([key, text]) => [key, compile(text)]))), map: null };
    },
  };
}

/** The guests' pages are a document of their own; the built app's host does the same. */
function bookingPages(): Plugin {
  return {
    name: 'muster:booking-pages',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        if (request.url && isBookingPage(request.url.split('?', 1)[0] ?? '')) request.url = '/booking.html';
        next();
      });
    },
  };
}

export default defineConfig({
  define: { 'import.meta.env.VITE_APP_VERSION': JSON.stringify(version) },
  resolve: {
    alias: [
      {
        find: /^@formatjs\/icu-messageformat-parser$/,
        replacement: '@formatjs/icu-messageformat-parser/no-parser.js',
      },
    ],
  },
  plugins: [
    compiledMessages(),
    musterLocal(),
    bookingPages(),
    react(),
    VitePWA({
      registerType: 'prompt',
      injectRegister: false,
      manifest: appManifest,
      includeManifestIcons: false,
      workbox: {
        globPatterns: ['**/*.{js,css,html,wasm,svg,png,json,mp3,wav,webmanifest}'],
        globIgnores: ['booking.html', 'assets/booking-*', 'screenshots/**', '.vite/**'],
        navigateFallback: '/index.html',
        navigateFallbackDenylist: OUTSIDE_THE_APP,
        // The first worker takes over the page that brought it, so that a guide who goes underground
        // right after the first visit has every screen. Later ones wait until the person says "Reload".
        clientsClaim: true,
        skipWaiting: false,
        cleanupOutdatedCaches: true,
        maximumFileSizeToCacheInBytes: 2_500_000,
      },
    }),
  ],
  build: {
    target: 'es2022',
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: ['index.html', 'booking.html'] },
  },
});
