/** The web app manifest: name, icons and shortcuts to mounted screens. */
import type { ManifestOptions } from 'vite-plugin-pwa';
import { paths } from '../../lib/paths.ts';
import { brand, ground } from '../../ui/theme/brand.ts';

const shortcut = (name: string, url: string) => ({
  name,
  url,
  icons: [{ src: '/icons/muster-192.png', sizes: '192x192', type: 'image/png' }],
});

export const appManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Muster',
  short_name: 'Muster',
  description: 'Tours, departures, bookings and the roll-call at the meeting point.',
  lang: 'en',
  start_url: '/?source=installed',
  scope: '/',
  display: 'standalone',
  orientation: 'any',
  background_color: ground.light,
  theme_color: brand[80],
  categories: ['business', 'travel', 'productivity'],
  icons: [
    { src: '/icons/muster-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/muster-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/muster-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/muster.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
  ],
  screenshots: [
    { src: '/screenshots/phone.png', sizes: '412x915', type: 'image/png', form_factor: 'narrow' },
    { src: '/screenshots/desktop.png', sizes: '1280x800', type: 'image/png', form_factor: 'wide' },
  ],
  shortcuts: [
    shortcut('Check-in', paths.checkIn),
    shortcut('Calendar', paths.toursCalendar),
    shortcut('Bookings', paths.bookings),
  ],
};
