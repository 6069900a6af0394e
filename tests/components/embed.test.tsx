/** public/embed.js: the placeholders on another site's page and its messages with the frame (docs/embedding.md). The frame's side: src/booking/embedding.test.ts. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { waitFor } from '../support/wait-for.ts';

const box = document.createElement('div');
beforeEach(() => {
  box.innerHTML = '';
  document.body.append(box);
  // Nothing is fetched: where the frame was sent is enough.
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'set').mockImplementation(function src(this: HTMLIFrameElement, url) {
    this.dataset['src'] = url;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  box.remove();
});

/** The placeholders as a site writes them, and the script below them. */
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
 * A copy of the script in a file of the site's own, as optimisers make one; `origin`: what the server of Muster has filled in. In a document
 * of its own, as a copy watches its page for ever.
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
])('%s, it shows the pages of the installation that it came from', async (_, type) => {
  const { src } = await embedCopy('<div data-muster="walks"></div>', { origin: 'https://muster.test', type });
  expect(src).toBe('https://muster.test/booking/isolated/walks');
});

test('a copy that says nothing takes the origin of the placeholder, and shows no page of the site without one', async () => {
  expect(await embedCopy('<div data-muster="walks" data-muster-origin="https://muster.test"></div>')).toEqual({
    src: 'https://muster.test/booking/isolated/walks',
    failed: [],
  });
  expect(await embedCopy('<div data-muster="walks"></div>')).toEqual({
    src: null,
    failed: [expect.stringContaining('data-muster-origin')],
  });
});

const response = (data: unknown, from: { origin?: string; source?: Window | null }) =>
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

test('it has a name, a height from the start, and tells nobody more than where it stands', async () => {
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

test('the frame is greeted when it is ready, sized by what it says, and heard: by its own window and origin alone', async () => {
  const frame = await embed('<div data-muster="walks"></div>');
  const received: unknown[] = [];
  box.addEventListener('muster', (event) => received.push((event as CustomEvent).detail));
  const source = frame.contentWindow!;
  const greeted = vi.spyOn(source, 'postMessage').mockReturnValue();
  response({ muster: 1, type: 'ready' }, { source });
  expect(greeted.mock.calls).toEqual([[{ muster: 1, type: 'hello' }, location.origin]]);
  response({ muster: 1, type: 'resized', height: 812.3 }, { source });
  expect(frame.style.height).toBe('813px');
  response({ muster: 1, type: 'failed', code: 'offline' }, { source });
  const result = [
    { muster: 1, type: 'ready' },
    { muster: 1, type: 'resized', height: 812.3 },
    { muster: 1, type: 'failed', code: 'offline' },
  ];
  expect(received).toEqual(result);
  // Another site, another window of this one, another version, and what is none.
  response({ muster: 1, type: 'resized', height: 5000 }, { source, origin: 'https://elsewhere.test' });
  response({ muster: 1, type: 'resized', height: 5000 }, { source: window });
  response({ muster: 2, type: 'resized', height: 5000 }, { source });
  for (const nothing of [null, 'resized', { type: 'resized', height: 5000 }]) response(nothing, { source });
  for (const height of [-5, 0, Number.NaN, 'a']) response({ muster: 1, type: 'resized', height }, { source });
  expect([frame.style.height, received.filter((one) => (one as { height?: unknown }).height === 5000)]).toEqual([
    '813px',
    [],
  ]);
});

test('a lower step leaves its room while what stands below is in view, and gives it back where nobody sees it', async () => {
  const frame = await embed('<div data-muster="walks"></div><p>Below</p><div style="height: 9000px"></div>');
  const resized = (height: number) => response({ muster: 1, type: 'resized', height }, { source: frame.contentWindow });
  window.scrollTo(0, 0);
  const top = frame.getBoundingClientRect().top;
  const inView = Math.floor(innerHeight - top - 40);
  resized(innerHeight + 2000);
  expect(frame.style.height).toBe(`${innerHeight + 2000}px`);
  // Its end is below the window before and after.
  resized(innerHeight + 100);
  expect(frame.style.height).toBe(`${innerHeight + 100}px`);
  resized(inView);
  expect(frame.style.height).toBe(`${innerHeight + 100}px`);
  window.scrollTo(0, innerHeight * 3);
  await expect.poll(() => frame.style.height).toBe(`${inView}px`);
  window.scrollTo(0, 0);
});

test('a button opens it as a dialog, as high as the dialog, and has the focus again', async () => {
  await embed('<button data-muster="walks" data-muster-dialog data-muster-language="es">Reservar</button>');
  expect(box.querySelector('iframe')).toBeNull();
  await userEvent.click(box.querySelector('button')!);
  const dialog = document.querySelector('dialog')!;
  const frame = dialog.querySelector('iframe')!;
  expect([dialog.open, dialog.getAttribute('aria-label'), frame.title]).toEqual([true, 'Reservar', 'Reservas']);
  response({ muster: 1, type: 'resized', height: 3000 }, { source: frame.contentWindow });
  expect(frame.style.height).toBe('');
  await userEvent.click(dialog.querySelector('button')!);
  expect([dialog.open, document.activeElement?.textContent]).toEqual([false, 'Reservar']);
  // Opened again it is the same frame, with what was typed there.
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
])('%s that changes to %j leads the frame to %s', async (name, value, address) => {
  const frame = await embed('<div data-muster="walks"></div>');
  box.querySelector('div')!.setAttribute(name, value);
  await waitFor(() => expect(frame.dataset['src']).toBe(location.origin + address));
  expect(box.querySelector('iframe')).toBe(frame);
});

test('a changed title is the frame’s, and what changes no address loads nothing again', async () => {
  const frame = await embed('<div data-muster="walks" data-muster-language="klingon"></div>');
  delete frame.dataset['src'];
  const place = box.querySelector('div')!;
  place.dataset['musterLanguage'] = 'elvish';
  place.dataset['musterTitle'] = 'Our tours';
  await waitFor(() => expect(frame.title).toBe('Our tours'));
  expect(frame.dataset['src']).toBeUndefined();
});

describe('a page that stays silent', () => {
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
    // A slow one that comes after all is shown.
    response({ muster: 1, type: 'ready' }, { source: frame.contentWindow });
    expect([box.querySelector('a'), frame.style.display]).toEqual([null, 'block']);
  });

  test('is waited for while it loads, and left alone once it was heard', async () => {
    const frame = await embed('<div data-muster="walks"></div>');
    const codes = failures();
    response({ muster: 1, type: 'ready' }, { source: frame.contentWindow });
    frame.dispatchEvent(new Event('load'));
    vi.advanceTimersByTime(60_000);
    expect([box.querySelector('a'), codes]).toEqual([null, [undefined]]);
  });
});

const framesIn = (place: Element) => place.querySelectorAll('iframe').length;
const drawn = (html: string) => {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  return holder.firstElementChild!;
};

test('a placeholder that the page draws later is found, once, however the page draws it', async () => {
  await embed('<div data-muster="walks"></div>');
  const later = drawn(
    '<section><div data-muster="cycling"></div><button data-muster="walks" data-muster-dialog>Book</button></section>',
  );
  box.append(later);
  const place = later.querySelector('div')!;
  await waitFor(() => expect(framesIn(place)).toBe(1));
  // One that is there already and is given its attribute when somebody has agreed to it.
  const consented = box.appendChild(document.createElement('div'));
  consented.dataset['muster'] = 'rowing';
  await waitFor(() => expect(framesIn(consented)).toBe(1));
  expect(consented.querySelector('iframe')!.dataset['src']).toBe(`${location.origin}/booking/isolated/rowing`);
  // Moved, it is the same one; emptied by its framework, it is drawn again; copied with its frame, the copy has its own.
  box.prepend(later);
  place.innerHTML = '';
  await waitFor(() => expect(framesIn(place)).toBe(1));
  const copy = box.appendChild(place.cloneNode(true) as Element);
  const copied = copy.querySelector('iframe');
  await waitFor(() => expect(copy.querySelector('iframe')).not.toBe(copied));
  expect(copy.querySelector('iframe')!.dataset['src']).toBe(`${location.origin}/booking/isolated/cycling`);
  const received = vi.fn();
  copy.addEventListener('muster', received);
  response({ muster: 1, type: 'ready' }, { source: copy.querySelector('iframe')!.contentWindow });
  expect([framesIn(place), framesIn(copy), received.mock.calls.length]).toEqual([1, 1, 1]);
  await userEvent.click(later.querySelector('button')!);
  expect(document.querySelectorAll('dialog').length).toBe(1);
  document.querySelector<HTMLElement>('dialog button')!.click();
});

test('the call finds them at once, and the script written twice draws none twice', async () => {
  await embed('<div data-muster="walks"></div>');
  await embed('<div data-muster="walks"></div><div data-muster="walks"></div>');
  const place = box.appendChild(drawn('<div data-muster="walks"></div>'));
  (window as unknown as { Muster: { find(): void } }).Muster.find();
  expect(framesIn(place)).toBe(1);
  (window as unknown as { Muster: { find(): void } }).Muster.find();
  expect([...box.querySelectorAll('[data-muster]')].map(framesIn)).toEqual([1, 1, 1]);
});
