/**
 * Answers the guests' pages with an empty document in component tests. The tour form shows one of them in a frame, and would load the
 * whole app there, module by module, each time that a test opens the form.
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
