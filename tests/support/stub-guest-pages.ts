/**
 * Serves an empty document for guest pages in component tests. The tour form shows one in a frame, which would load the
 * whole app, module by module, each time a test opens the form.
 */
import type { Plugin } from 'vite';

export function stubGuestPages(): Plugin {
  return {
    name: 'muster:blank-frames',
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        if (!/^\/(?:\w\w\/)?booking\//.test(request.url ?? '')) return next();
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><title>Guests</title>');
      });
    },
  };
}
