// Runs before the first paint, so that the page never flashes in the wrong colours. The app takes over from here
// (src/ui/theme/colour-mode.ts); both read the same cookie.
(function () {
  var cookies = '';
  try {
    cookies = document.cookie;
  } catch (error) {
    // Sandboxed frames have no access to cookies.
  }
  var match = /(?:^|;\s*)muster_colour_mode=(light|dark|system)/.exec(cookies);
  var mode = match ? match[1] : 'system';
  var dark = mode === 'dark' || (mode === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  var root = document.documentElement;
  root.dataset.colourMode = dark ? 'dark' : 'light';
  root.style.colorScheme = dark ? 'dark' : 'light';
})();

// Draws the snapshot of today's list that src/app/start/startup-snapshot.ts has stored.
(function () {
  var kept;
  try {
    kept = JSON.parse(localStorage.getItem('muster-picture'));
  } catch (error) {
    return;
  }
  if (!kept || location.hash) return;
  // An installed app starts at its home, which redirects guides to the list.
  var home = location.pathname === '/' && (location.search === '' || location.search === '?source=installed');
  if (home ? !kept.isHome : location.search !== '') return;
  var now = Date.now();
  if (!(kept.from <= now && now < kept.until)) return;
  // Signing out deletes the cookie (src/offline/device/browser-ports.ts).
  if (document.cookie.indexOf('muster_mirror_' + kept.userId.slice(0, 8) + '=') < 0) return;
  var language = (/(?:^|;\s*)muster_locale=([a-z]{2})/.exec(document.cookie) || [])[1] || navigator.language;
  var place = [home ? '/check-in' : location.pathname, language, innerWidth, innerHeight, document.documentElement.dataset.colourMode].join(' ');
  if (place !== kept.place) return;

  var picture = document.createElement('div');
  picture.id = 'startup-snapshot';
  picture.setAttribute('aria-hidden', 'true');
  picture.dataset.userId = kept.userId;
  picture.dataset.companyId = kept.companyId;
  picture.innerHTML = kept.html;
  picture.addEventListener('click', function (event) {
    var hit = event.target.closest('[data-href], button');
    if (!hit) return;
    var href = hit.getAttribute('data-href');
    if (href === null) picture.tapped = hit.getAttribute('aria-label') || hit.textContent;
    else {
      // A running router receives the event; otherwise it reads the URL when it starts.
      history.pushState(null, '', href);
      dispatchEvent(new PopStateEvent('popstate', { state: null }));
    }
  });
  new MutationObserver(function (_, observer) {
    if (!document.body) return;
    observer.disconnect();
    var sheet = document.querySelector('link[rel=stylesheet]');
    if (sheet && sheet.getAttribute('href') === kept.look) document.body.prepend(picture);
  }).observe(document.documentElement, { childList: true });
})();
