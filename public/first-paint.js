// Runs before the first paint, so that the page never flashes in the wrong colours. The app takes over from here
// (src/ui/colour-mode.ts); both read the same cookie.
(function () {
  var match = /(?:^|;\s*)muster_colour_mode=(light|dark|system)/.exec(document.cookie);
  var mode = match ? match[1] : 'system';
  var dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.dataset.colourMode = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
})();
