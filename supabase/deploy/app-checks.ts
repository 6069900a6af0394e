/** Checks of how the app's files are served. */
import { skipped, type Check } from './project-check.ts';

const NO_APP_URL = 'APP_URL is not set';

export const APP_CHECKS: readonly Check[] = [
  {
    name: 'the app is served with its headers and fallbacks',
    async run({ appUrl, url, fetch }) {
      if (appUrl === null) return skipped(NO_APP_URL);
      const missing: string[] = [];
      for (const [path, file] of [
        ['/', 'index.html'],
        ['/check-in', 'index.html'],
        ['/booking/view/deploy-check', 'booking.html'],
      ] as const) {
        const response = await fetch(`${appUrl}${path}`);
        const policy = response.headers.get('content-security-policy') ?? '';
        const isBooking = !/frame-ancestors 'none'/.test(policy);
        if (response.status !== 200) missing.push(`${path} answers ${response.status} instead of ${file}`);
        else if (policy === '') missing.push(`${path} is served without the headers of dist/_headers`);
        else if (isBooking !== (file === 'booking.html')) missing.push(`${path} does not serve ${file}`);
        else if (new URL(url).origin !== new URL(appUrl).origin && !policy.includes(new URL(url).origin))
          missing.push(`${path} may not connect to ${url}: rebuild the app, which was built for another project`);
      }
      return missing;
    },
  },
  {
    name: 'missing files of the app answer 404',
    async run({ appUrl, fetch }) {
      if (appUrl === null) return skipped(NO_APP_URL);
      const found: string[] = [];
      // A page instead of a removed script would be cached as that script for a year.
      for (const path of [
        '/assets/deploy-check-00000000.js',
        '/assets/deploy-check',
        '/deploy-check.webmanifest',
        '/deploy-check-sw.js',
      ]) {
        const { status } = await fetch(`${appUrl}${path}`);
        if (status !== 404)
          found.push(
            `${path} answers ${status}: use dist/_redirects, dist/hosting/nginx.conf or dist/hosting/Caddyfile`,
          );
      }
      return found;
    },
  },
];
