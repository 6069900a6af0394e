/**
 * Mounts the embedded backend in the dev server, and writes the configuration of static hosts next to the built app.
 */
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { Logger, Plugin } from 'vite';

import { writeEmbedOrigin } from '../../build/embed-origin.ts';
import { loadModuleExports } from '../../build/module-exports.ts';
import { requestListener } from './http-server.ts';
import { headersFile } from './headers-file.ts';
import { isBackendPath } from './host.ts';
import { caddyFile, nginxFile, redirectsFile } from './host-configuration.ts';
import { formatError, portInUse } from './user-error.ts';
import { REALTIME_PATH } from './realtime.ts';
import { parseEmbedders, readSettings } from './settings.ts';
import type { createLocalBackend, LocalBackend } from './backend.ts';

/** The dev server's backend; global because a restart loads this module again. */
const running = globalThis as { musterDevBackend?: LocalBackend };

/** Returns an error of which Vite prints only the message. */
function withoutStack(failure: unknown): Error {
  const error = new Error(formatError(failure));
  error.stack = error.message;
  return error;
}

/** Fails before the backend is opened, which takes seconds; Vite itself looks only afterwards. */
const requireFreePort = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const probe = createServer().once('error', () => reject(portInUse(port, `npm run dev -- --port ${port + 1}`)));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve()));
  });

/**
 * Opens the backend. Vite restarts after a change of its configuration, and opens the new server before it closes the
 * old one. Only one backend can use the data folder.
 */
async function openDevBackend(open: typeof createLocalBackend, port: number, logger: Logger): Promise<LocalBackend> {
  const { dataFolder, demo } = readSettings(process.env);
  if (running.musterDevBackend) await running.musterDevBackend.close();
  else await requireFreePort(port);
  const backend = await open({
    dataDir: dataFolder,
    demo: demo ? 'full' : 'none',
    port: null,
    dist: null,
    siteUrl: `http://127.0.0.1:${port}`,
    onProgress: (line) => logger.info(line),
  });
  running.musterDevBackend = backend;
  return backend;
}

const ROUTE_TABLE = join(import.meta.dirname, '../../src/app/routing/routes.ts');

/** Returns the plugin for vite.config.ts. With VITE_SUPABASE_URL the dev server starts no backend. */
export function musterLocal(): Plugin {
  let supabaseUrl: string | undefined;
  let otherOrigin: string | null = null;
  let appUrl: string | undefined;
  return {
    name: 'muster-local',
    configResolved({ env }) {
      supabaseUrl = (env['VITE_SUPABASE_URL'] as string | undefined) || undefined;
      const other = env['VITE_OTHER_ORIGIN'] as string | undefined;
      otherOrigin = other ? new URL(other).origin : null;
      appUrl = (env['VITE_APP_URL'] as string | undefined) || undefined;
    },
    async configureServer(server) {
      if (supabaseUrl || process.env['VITEST']) return;
      const { createLocalBackend } = await import('./backend.ts');
      const port = server.config.server.port ?? 5173;
      const { logger } = server.config;
      const backend = await openDevBackend(createLocalBackend, port, logger).catch((failure: unknown) => {
        throw withoutStack(failure);
      });
      const listener = requestListener((request) => backend.fetch(request));
      server.middlewares.use((request, response, next) => {
        if (isBackendPath(request.url?.split('?')[0] ?? '/')) listener(request, response);
        else next();
      });
      server.httpServer?.on('upgrade', (request, socket, head) => {
        // Other upgrades belong to Vite's HMR socket.
        if (request.url?.startsWith(REALTIME_PATH)) backend.realtime.upgrade(request, socket, head);
      });
      server.httpServer?.on('close', () => void backend.close());
    },
    writeBundle({ dir }) {
      // Workers and patterns are separate bundles.
      if (appUrl && dir && existsSync(join(dir, 'embed.js'))) writeEmbedOrigin(dir, appUrl);
    },
    async generateBundle() {
      // The guest pages are built into the same folder.
      if (this.environment.name !== 'client') return;
      const supabaseOrigin = supabaseUrl ? new URL(supabaseUrl).origin : null;
      const options = { supabaseOrigin, otherOrigin, embedders: parseEmbedders(process.env['MUSTER_EMBEDDERS']) };
      // Not imported: the configuration would then bundle every screen.
      const { ROUTES } = await loadModuleExports<typeof import('../../src/app/routing/routes.ts')>(ROUTE_TABLE);
      for (const [fileName, source] of Object.entries({
        _headers: headersFile(options),
        _redirects: redirectsFile(ROUTES),
        'hosting/nginx.conf': nginxFile(options),
        'hosting/Caddyfile': caddyFile(options),
      }))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}
