/**
 * public/embed.js: placeholders on another site's page and messages with the frame (docs/embedding.md). The frame's
 * side: src/booking/embedding.test.ts.
 */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { waitFor } from '../support/wait-for.ts';

const box = document.createElement('div');
beforeEach(() => {
  box.innerHTML = '';
  document.body.append(box);
  // Nothing is fetched: the tests only need the frame's URL.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function src(this: HTMLIFrameElement, url) {
    this.dataset['src'] = url;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  box.remove();
});

/** Renders placeholders as a site writes them, followed by the script. */
async function embed(html: string): Promise<HTMLIFrameElement> {
  box.innerHTML = html;
  const script = document.createElement('script');
  script.src = '/embed.js';
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
  box.append(script);
  await loaded;
  return box.querySelector('iframe')!;
}
/**
 * Runs a copy of the script in a file of the site's own, as bundlers and optimisers produce it. `origin` is what
 * Muster's server fills in. Uses a separate document, because the script never stops observing its page.
 */
async function embedCopy(
  html: string,
  { origin = '', type = '' } = {},
): Promise<{ src: string | null; failed: string[] }> {
  const site = document.createElement('iframe');
  box.append(site);
  const page = site.contentDocument!;
  const failed: string[] = [];
  (site.contentWindow as Window & { console: Console }).console.error = (text: string) => failed.push(text);
  page.body.innerHTML = html;
  const text = (await (await fetch('/embed.js')).text()).replace('%MUSTER_ORIGIN%', origin || '%MUSTER_ORIGIN%');
  const script = page.createElement('script');
  script.src = URL.createObjectURL(new Blob([`;var combined = 1;\n${text}`], { type: 'text/javascript' }));
  if (type) script.type = type;
  const loaded = new Promise((resolve) => script.addEventListener('load', resolve));
  page.body.append(script);
  await loaded;
  return { src: page.querySelector('iframe')?.src ?? null, failed };
}

test.each([
  ['combined with other scripts', ''],
  ['loaded as a module', 'module'],
])('shows the pages of the installation it came from, %s', async (_, type) => {
  const { src } = await embedCopy('<div data-muster="walks"></div>', { origin: 'https://muster.test', type });
  expect(src).toBe('https://muster.test/booking/isolated/walks');
});

test('a copy without an origin uses that of the placeholder, and shows nothing without one', async () => {
  expect(await embedCopy('<div data-muster="walks" data-muster-origin="https://muster.test"></div>')).toEqual({
    src: 'https://muster.test/booking/isolated/walks',
    failed: [],
  });
  expect(await embedCopy('<div data-muster="walks"></div>')).toEqual({
    src: null,
    failed: [expect.stringContaining('data-muster-origin')],
  });
});

const dispatchMessage = (data: unknown, from: { origin?: string; source?: Window | null }) =>
  window.dispatchEvent(new MessageEvent('message', { data, origin: location.origin, ...from }));

test.each([
  ['', '/booking/isolated/walks'],
  ['data-muster-language="da"', '/da/booking/isolated/walks'],
  ['data-muster-language="klingon"', '/booking/isolated/walks'],
  ['data-muster-organisation="hotel"', '/booking/isolated/hotel/walks'],
  ['data-muster-next', '/booking/isolated/next/walks'],
  [
    'data-muster-tour="old town" data-muster-theme="dark" data-muster-referral="a&amp;b"',
    '/booking/isolated/walks?tour=old+town&theme=dark&ref=a%26b',
  ],
])('with %s the frame shows %s', async (attributes, address) => {
  const frame = await embed(`<div data-muster="walks" ${attributes}></div>`);
  expect(frame.dataset['src']).toBe(location.origin + address);
});

test('the frame has a title and an initial height, and sends no full referrer', async () => {
  const frame = await embed(
    `<div data-muster="walks" data-muster-title="Our tours" data-muster-height="400" style="min-height: 720px"></div><div data-muster="walks" data-muster-language="it"></div><div data-muster="walks" data-muster-next></div>`,
  );
  const [, second, third] = box.querySelectorAll('iframe');
  expect([frame.title, frame.style.height, second!.title, second!.style.height, third!.style.height]).toEqual([
    'Our tours',
    '400px',
    'Prenotazioni',
    '720px',
    '360px',
  ]);
  expect((frame.parentElement as HTMLElement).style.minHeight).toBe('');
  expect(frame.referrerPolicy).toBe('origin');
});

test('greets a ready frame, resizes it, and accepts messages only from its window and origin', async () => {
  const frame = await embed('<div data-muster="walks"></div>');
  const events: unknown[] = [];
  box.addEventListener('muster', (event) => events.push((event as CustomEvent).detail));
  const source = frame.contentWindow!;
  const greeted = vi.spyOn(source, 'postMessage').mockReturnValue();
  dispatchMessage({ muster: 1, type: 'ready' }, { source });
  expect(greeted.mock.calls).toEqual([[{ muster: 1, type: 'hello' }, location.origin]]);
  dispatchMessage({ muster: 1, type: 'resized', height: 812.3 }, { source });
  expect(frame.style.height).toBe('813px');
  dispatchMessage({ muster: 1, type: 'failed', code: 'offline' }, { source });
  const received = [
    { muster: 1, type: 'ready' },
    { muster: 1, type: 'resized', height: 812.3 },
    { muster: 1, type: 'failed', code: 'offline' },
  ];
  expect(events).toEqual(received);
  // Another site, another window of the same site, another version, and a malformed message.
  dispatchMessage({ muster: 1, type: 'resized', height: 5000 }, { source, origin: 'https://elsewhere.test' });
  dispatchMessage({ muster: 1, type: 'resized', height: 5000 }, { source: window });
  dispatchMessage({ muster: 2, type: 'resized', height: 5000 }, { source });
  for (const nothing of [null, 'resized', { type: 'resized', height: 5000 }]) dispatchMessage(nothing, { source });
  for (const height of [-5, 0, Number.NaN, 'a']) dispatchMessage({ muster: 1, type: 'resized', height }, { source });
  expect([frame.style.height, events.filter((event) => (event as { height?: unknown }).height === 5000)]).toEqual([
    '813px',
    [],
  ]);
});

test('keeps the entry of a frame without storage until the frame is loaded again', async () => {
  const address = '/booking/isolated/walks';
  const key = `muster-entry ${address}`;
  const entry = '{"url":"/booking/isolated/walks?date=2027-05-01","resume":"r"}';
  const reload = async () => (await embed('<div data-muster="walks"></div>')).dataset['src'];
  const frame = await embed('<div data-muster="walks"></div>');
  const events: unknown[] = [];
  box.addEventListener('muster', (event) => events.push((event as CustomEvent).detail));
  const source = frame.contentWindow!;
  dispatchMessage({ muster: 1, type: 'entry', key, entry }, { source, origin: 'https://elsewhere.test' });
  expect(await reload()).toBe(location.origin + address);

  const current = box.querySelector('iframe')!.contentWindow;
  dispatchMessage({ muster: 1, type: 'entry', key, entry }, { source: current });
  expect(events).toEqual([]);
  expect(await reload()).toBe(`${location.origin}${address}#entry=${encodeURIComponent(entry)}`);
  expect((await embed('<div data-muster="walks" data-muster-tour="old-town"></div>')).dataset['src']).not.toContain(
    '#',
  );

  dispatchMessage(
    { muster: 1, type: 'entry', key, entry: null },
    { source: box.querySelector('iframe')!.contentWindow },
  );
  expect(await reload()).toBe(location.origin + address);
});

test('keeps the height of a taller step while the content below is in view', async () => {
  const frame = await embed('<div data-muster="walks"></div><p>Below</p><div style="height: 9000px"></div>');
  const sendResized = (height: number) =>
    dispatchMessage({ muster: 1, type: 'resized', height }, { source: frame.contentWindow });
  window.scrollTo(0, 0);
  const top = frame.getBoundingClientRect().top;
  const inView = Math.floor(innerHeight - top - 40);
  sendResized(innerHeight + 2000);
  expect(frame.style.height).toBe(`${innerHeight + 2000}px`);
  // The frame ends below the viewport before and after.
  sendResized(innerHeight + 100);
  expect(frame.style.height).toBe(`${innerHeight + 100}px`);
  sendResized(inView);
  expect(frame.style.height).toBe(`${innerHeight + 100}px`);
  window.scrollTo(0, innerHeight * 3);
  await expect.poll(() => frame.style.height).toBe(`${inView}px`);
  window.scrollTo(0, 0);
});

test('a button opens a dialog as high as its content, and gets the focus back', async () => {
  await embed('<button data-muster="walks" data-muster-dialog data-muster-language="es">Reservar</button>');
  expect(box.querySelector('iframe')).toBeNull();
  await userEvent.click(box.querySelector('button')!);
  const dialog = document.querySelector('dialog')!;
  const frame = dialog.querySelector('iframe')!;
  expect([dialog.open, dialog.getAttribute('aria-label'), frame.title]).toEqual([true, 'Reservar', 'Reservas']);
  dispatchMessage({ muster: 1, type: 'resized', height: 3000 }, { source: frame.contentWindow });
  expect(frame.style.height).toBe('');
  await userEvent.click(dialog.querySelector('button')!);
  expect([dialog.open, document.activeElement?.textContent]).toEqual([false, 'Reservar']);
  // Reopened, it is the same frame with its input.
  await userEvent.click(box.querySelector('button')!);
  expect([dialog.open, dialog.querySelector('iframe'), document.querySelectorAll('dialog').length]).toEqual([true, frame, 1]); // prettier-ignore
  await userEvent.click(dialog.querySelector('button')!);
  box.querySelector('button')!.remove();
  await waitFor(() => expect(document.querySelector('dialog')).toBeNull());
});

test.each([
  ['data-muster-tour', 'old-town', '/booking/isolated/walks?tour=old-town'],
  ['data-muster-theme', 'dark', '/booking/isolated/walks?theme=dark'],
  ['data-muster-referral', 'lobby', '/booking/isolated/walks?ref=lobby'],
  ['data-muster-language', 'it', '/it/booking/isolated/walks'],
  ['data-muster-organisation', 'hotel', '/booking/isolated/hotel/walks'],
  ['data-muster-next', '', '/booking/isolated/next/walks'],
  ['data-muster', 'cycling', '/booking/isolated/cycling'],
])('%s that changes to %j loads %s', async (name, value, address) => {
  const frame = await embed('<div data-muster="walks"></div>');
  box.querySelector('div')!.setAttribute(name, value);
  await waitFor(() => expect(frame.dataset['src']).toBe(location.origin + address));
  expect(box.querySelector('iframe')).toBe(frame);
});

test('a changed title is applied; a change that leaves the URL alone reloads nothing', async () => {
  const frame = await embed('<div data-muster="walks" data-muster-language="klingon"></div>');
  delete frame.dataset['src'];
  const place = box.querySelector('div')!;
  place.dataset['musterLanguage'] = 'elvish';
  place.dataset['musterTitle'] = 'Our tours';
  await waitFor(() => expect(frame.title).toBe('Our tours'));
  expect(frame.dataset['src']).toBeUndefined();
});

describe('a page that sends no message', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  const failures = () => {
    const codes: unknown[] = [];
    box.addEventListener('muster', (event) => codes.push((event as CustomEvent<{ code?: string }>).detail.code));
    return codes;
  };

  test('is replaced by a link to a new tab, and reported', async () => {
    const frame = await embed('<div data-muster="walks" data-muster-language="da"></div>');
    const codes = failures();
    frame.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(5000);
    const link = box.querySelector('a')!;
    expect([link.textContent, link.href, link.target, link.rel, frame.style.display]).toEqual([
      'Book i en ny fane',
      `${location.origin}/da/booking/isolated/walks`,
      '_blank',
      'noopener',
      'none',
    ]);
    expect(codes).toEqual(['not_shown']);
    vi.advanceTimersByTime(60_000);
    expect(codes).toEqual(['not_shown']);
    // A slow page that answers later is shown.
    dispatchMessage({ muster: 1, type: 'ready' }, { source: frame.contentWindow });
    expect([box.querySelector('a'), frame.style.display]).toEqual([null, 'block']);
  });

  test('is waited for while it loads, and left alone once it has answered', async () => {
    const frame = await embed('<div data-muster="walks"></div>');
    const codes = failures();
    dispatchMessage({ muster: 1, type: 'ready' }, { source: frame.contentWindow });
    frame.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(60_000);
    expect([box.querySelector('a'), codes]).toEqual([null, [undefined]]);
  });
});

const framesIn = (place: Element) => place.querySelectorAll('iframe').length;
const renderHtml = (html: string) => {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder.firstElementChild!;
};

test('finds placeholders that are added later, once each, however they are added', async () => {
  await embed('<div data-muster="walks"></div>');
  const later = renderHtml(
    '<section><div data-muster="cycling"></div><button data-muster="walks" data-muster-dialog>Book</button></section>',
  );
  box.append(later);
  const place = later.querySelector('div')!;
  await waitFor(() => expect(framesIn(place)).toBe(1));
  // An existing element that becomes a placeholder after the visitor consents.
  const consented = box.appendChild(document.createElement('div'));
  consented.dataset['muster'] = 'rowing';
  await waitFor(() => expect(framesIn(consented)).toBe(1));
  expect(consented.querySelector('iframe')!.dataset['src']).toBe(`${location.origin}/booking/isolated/rowing`);
  // Moved, it keeps its frame; emptied by its framework, it is rendered again; a copy with its frame gets its own.
  box.prepend(later);
  place.innerHTML = '';
  await waitFor(() => expect(framesIn(place)).toBe(1));
  const copy = box.appendChild(place.cloneNode(true) as Element);
  const copied = copy.querySelector('iframe');
  await waitFor(() => expect(copy.querySelector('iframe')).not.toBe(copied));
  expect(copy.querySelector('iframe')!.dataset['src']).toBe(`${location.origin}/booking/isolated/cycling`);
  const onMuster = vi.fn();
  copy.addEventListener('muster', onMuster);
  dispatchMessage({ muster: 1, type: 'ready' }, { source: copy.querySelector('iframe')!.contentWindow });
  expect([framesIn(place), framesIn(copy), onMuster.mock.calls.length]).toEqual([1, 1, 1]);
  await userEvent.click(later.querySelector('button')!);
  expect(document.querySelectorAll('dialog').length).toBe(1);
  document.querySelector<HTMLElement>('dialog button')!.click();
});

test('Muster.find() finds them at once, and a second script tag adds no frames', async () => {
  await embed('<div data-muster="walks"></div>');
  await embed('<div data-muster="walks"></div><div data-muster="walks"></div>');
  const place = box.appendChild(renderHtml('<div data-muster="walks"></div>'));
  (window as unknown as { Muster: { find(): void } }).Muster.find();
  expect(framesIn(place)).toBe(1);
  (window as unknown as { Muster: { find(): void } }).Muster.find();
  expect([...box.querySelectorAll('[data-muster]')].map(framesIn)).toEqual([1, 1, 1]);
});
