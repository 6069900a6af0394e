/*
 * Embeds Muster's booking pages in another site. One line:
 *   <script async src="https://…/embed.js"></script> and, where the page shall stand,
 *   <div data-muster="operator"></div>   or   <button data-muster="operator" data-muster-dialog>Book</button>
 * Also works as a module, or bundled into another script of the page. Options: data-muster-organisation, -tour,
 * -language (en es da it), -theme (light dark), -referral, -next, -title, -height. The placeholder fires "muster"
 * events with detail {type, …}; docs/embedding.md has the protocol. Placeholders added later are picked up, and changed
 * options update their frame. Muster.find() searches at once.
 */
(function () {
  'use strict';
  var VERSION = 1;
  // Muster's origin, filled in when this file is built or served: a module or a bundled copy has no script element.
  var HOME = '%MUSTER_ORIGIN%';
  // Runs once per page, even if it is included twice: each frame would be drawn twice.
  if (window.Muster && window.Muster.find) return window.Muster.find();
  var origin = originOfMuster();
  if (!origin) {
    console.error('Muster: embed.js cannot tell where it comes from. Load it from its own address, or add data-muster-origin="https://…" to the placeholder.');
    return;
  }
  var frames = [];
  var places = new WeakSet();
  var dialogs = new WeakMap();
  var WORDS = {
    en: ['Booking', 'Close', 'Book in a new tab'], es: ['Reservas', 'Cerrar', 'Reservar en una pestaña nueva'],
    da: ['Booking', 'Luk', 'Book i en ny fane'], it: ['Prenotazioni', 'Chiudi', 'Prenota in una nuova scheda']
  };
  // Milliseconds that a framed page may stay silent: after its load event, and in total.
  var SILENT_MS = 4000, LOADING_MS = 30000;

  function originOfMuster() {
    var place = document.querySelector('[data-muster-origin]');
    var said = place && place.dataset.musterOrigin;
    // The origin in the file wins; without it, the origin of the running script element, or of one that names it.
    var script = document.currentScript || document.querySelector('script[src*="/embed.js"]');
    var sources = [HOME, said, script && /\/embed\.js$/.test(script.src.split(/[?#]/)[0]) && script.src];
    for (var at = 0; at < sources.length; at += 1)
      if (/^https?:\/\//.test(sources[at] || '')) return new URL(sources[at]).origin;
    return '';
  }

  function languageOf(place) {
    return WORDS[place.dataset.musterLanguage] ? place.dataset.musterLanguage : '';
  }
  function wordOf(place, at) {
    return (WORDS[languageOf(place) || (document.documentElement.lang || navigator.language || '').slice(0, 2)] || WORDS.en)[at];
  }

  function addressOf(place) {
    var data = place.dataset;
    var parts = [languageOf(place), 'booking', 'isolated'];
    if (data.musterNext !== undefined) parts.push('next');
    else if (data.musterOrganisation) parts.push(data.musterOrganisation);
    parts.push(data.muster);
    var url = new URL(parts.filter(Boolean).map(encodeURIComponent).join('/'), origin + '/');
    [['tour', data.musterTour], ['theme', data.musterTheme], ['ref', data.musterReferral]].forEach(function (pair) {
      if (pair[1]) url.searchParams.set(pair[0], pair[1]);
    });
    return url.href;
  }

  function greet(frame) {
    frame.contentWindow.postMessage({ muster: VERSION, type: 'hello' }, origin);
  }

  function makeFrame(place, isDialog) {
    var frame = document.createElement('iframe');
    frame.title = place.dataset.musterTitle || wordOf(place, 0);
    frame.allow = 'payment; clipboard-write; web-share';
    frame.referrerPolicy = 'origin';
    // Has a height from the start, so that nothing below shifts when the page loads.
    frame.style.cssText = 'display:block;width:100%;border:0;' + (isDialog ? 'flex:1;min-height:0' : 'height:' + (parseInt(place.dataset.musterHeight, 10) || (place.hasAttribute('data-muster-next') ? 360 : 720)) + 'px');
    var known = { frame: frame, place: place, isDialog: isDialog };
    // Not every browser gives the framed page the host's origin, so each load is greeted.
    frame.onload = function () { greet(frame); expectWord(known, SILENT_MS); };
    frames.push(known);
    update(known);
    return frame;
  }

  // If this site is not allowed or Muster cannot be reached, the browser shows its own error page, which stays silent.
  function expectWord(known, wait) {
    if (known.isHeard) return;
    clearTimeout(known.timer);
    known.timer = setTimeout(function () {
      if (known.isHeard || known.link || !known.frame.isConnected) return;
      var link = known.link = document.createElement('a');
      link.href = addressOf(known.place);
      link.target = '_blank';
      link.rel = 'noopener';
      link.textContent = wordOf(known.place, 2);
      link.style.cssText = 'display:inline-block;padding:12px;font:16px/1.5 sans-serif';
      known.frame.style.display = 'none';
      known.frame.after(link);
      known.place.dispatchEvent(new CustomEvent('muster', { bubbles: true, detail: { muster: VERSION, type: 'failed', code: 'not_shown' } }));
    }, wait);
  }
  function hear(known) {
    known.isHeard = true;
    clearTimeout(known.timer);
    if (!known.link) return;
    known.link.remove();
    known.link = null;
    known.frame.style.display = 'block';
  }

  // Where the browser blocks the frame's storage, this page keeps its step until it is loaded again. Nothing personal is
  // in it, and it takes over only a hold that is not confirmed yet.
  function keep(message) {
    try {
      if (message.entry) sessionStorage.setItem(message.key, message.entry);
      else sessionStorage.removeItem(message.key);
    } catch (error) { /* Blocked here, too. */ }
  }
  function keptEntry(address) {
    var url = new URL(address), entry;
    try { entry = sessionStorage.getItem('muster-entry ' + url.pathname + url.search); } catch (error) { /* Blocked. */ }
    return entry ? '#entry=' + encodeURIComponent(entry) : '';
  }

  // Updates a frame from its placeholder, whose options the page may change at any time.
  function update(known) {
    var address = addressOf(known.place);
    if (known.place.dataset.musterTitle) known.frame.title = known.place.dataset.musterTitle;
    if (known.address === address) return;
    known.address = address;
    known.isHeard = false;
    if (known.link) known.link.href = address;
    known.frame.src = address + keptEntry(address);
    expectWord(known, LOADING_MS);
  }

  function openDialog(button) {
    var opened = dialogs.get(button);
    if (opened && opened.isConnected) {
      find();
      opened.showModal();
      return;
    }
    var dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', button.textContent.trim());
    dialog.style.cssText = 'width:min(720px,100vw);height:min(860px,100vh);height:min(860px,100dvh);max-width:none;max-height:none;padding:0;border:0;border-radius:10px;overflow:hidden;background:#fff';
    var pane = document.createElement('div');
    pane.style.cssText = 'display:flex;flex-direction:column;height:100%';
    var close = document.createElement('button');
    close.type = 'button';
    close.textContent = '×';
    close.setAttribute('aria-label', wordOf(button, 1));
    // In a separate line, because the framed page has its language menu in this corner.
    close.style.cssText = 'flex:none;align-self:flex-end;width:48px;height:44px;border:0;background:none;color:#16201d;font:24px/1 sans-serif;cursor:pointer';
    close.onclick = function () { dialog.close(); };
    var frame = makeFrame(button, true);
    pane.append(close, frame);
    dialog.append(pane);
    // Escape inside the page closes what is open there, not the dialog with its input.
    dialog.oncancel = function (event) { if (document.activeElement === frame) event.preventDefault(); };
    // The dialog stays in the document, so that input is still there on reopening, even without browser storage.
    dialog.onclose = function () { button.focus(); };
    dialogs.set(button, dialog);
    document.body.append(dialog);
    dialog.showModal();
  }

  function find() {
    // Forgets frames whose placeholders the page has removed.
    frames = frames.filter(function (one) {
      if (one.isDialog && !one.place.isConnected) one.frame.closest('dialog').remove();
      return one.frame.isConnected;
    });
    frames.forEach(update);
    document.querySelectorAll('[data-muster]').forEach(function (place) {
      // Recognised by identity: a framework may remove or copy a marker attribute.
      if (places.has(place) && (place.hasAttribute('data-muster-dialog') || place.querySelector('iframe'))) return;
      if (place.hasAttribute('data-muster-dialog')) place.addEventListener('click', function (event) { event.preventDefault(); openDialog(place); });
      else {
        // An iframe that was cloned with its placeholder is not connected to anything.
        place.querySelectorAll('iframe').forEach(function (old) { old.remove(); });
        place.append(makeFrame(place, false));
        // The placeholder reserved the space so far; from now on the frame reports its height.
        place.style.minHeight = '';
      }
      places.add(place);
    });
  }

  // `height`: the height that a frame still waits for, or 0; only then the host's scrolling is measured. A lower step
  // keeps the previous height until what follows the frame can move up out of sight.
  function fit(known) {
    var box = known.frame.getBoundingClientRect();
    if (known.height < box.height && box.top + known.height < innerHeight && box.bottom > 0) return;
    known.frame.style.height = known.height + 'px';
    known.height = 0;
  }
  window.addEventListener('scroll', function () {
    frames.forEach(function (known) { if (known.height) fit(known); });
  }, { capture: true, passive: true });

  window.addEventListener('message', function (event) {
    var message = event.data;
    if (event.origin !== origin || !message || message.muster !== VERSION) return;
    var known = frames.find(function (one) { return one.frame.contentWindow === event.source; });
    if (!known) return;
    var frame = known.frame;
    hear(known);
    if (message.type === 'ready') greet(frame);
    if (message.type === 'entry') return keep(message);
    if (message.type === 'resized' && !known.isDialog && message.height > 0) {
      known.height = Math.min(Math.ceil(message.height), 20000);
      fit(known);
    }
    if (message.type === 'step') {
      if (typeof message.title === 'string' && message.title && !known.place.dataset.musterTitle) frame.title = message.title;
      // The next step begins at the top of the frame. The host's page scrolls only when the guest goes on.
      if (!known.isDialog && document.activeElement === frame && frame.getBoundingClientRect().top < 0) frame.scrollIntoView();
    }
    known.place.dispatchEvent(new CustomEvent('muster', { bubbles: true, detail: message }));
  });

  // Searches at most once per frame, however many elements the page adds.
  var isDue = false;
  function findSoon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(function () { isDue = false; find(); });
  }

  window.Muster = { find: find };
  find();
  new MutationObserver(findSoon).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ['', '-organisation', '-tour', '-language', '-theme', '-referral', '-next', '-title', '-dialog'].map(function (end) { return 'data-muster' + end; }) });
})();
