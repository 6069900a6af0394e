/**
 * Builds the code that embeds the booking pages in a website (docs/embedding.md; public/embed.js reads the
 * placeholder).
 */
import { withLocale } from '../../i18n/locale-choice.ts';
import type { Locale } from '../../lib/locales.ts';

/** Embed options; an empty string means the default. */
export interface Embedding {
  operator: string;
  organisation: string;
  /** `tours` shows all tours or the one in `tour`; `next` shows the next departures. */
  page: 'tours' | 'next';
  tour: string;
  language: Locale | '';
  theme: 'light' | 'dark' | '';
  referral: string;
  how: 'place' | 'dialog';
}

/** Returns the attributes of the placeholder in an order that reads well. */
export function attributesOf({
  operator,
  organisation,
  page,
  tour,
  language,
  theme,
  referral,
  how,
}: Embedding): [string, string][] {
  const isNext = page === 'next';
  const attributes: [string, string | null][] = [
    ['data-muster', operator],
    ['data-muster-organisation', isNext ? null : organisation || null],
    ['data-muster-next', isNext ? '' : null],
    ['data-muster-tour', isNext ? null : tour || null],
    ['data-muster-language', language || null],
    ['data-muster-theme', theme || null],
    ['data-muster-referral', referral || null],
    ['data-muster-dialog', how === 'dialog' ? '' : null],
  ];
  return attributes.filter((pair): pair is [string, string] => pair[1] !== null);
}

export function addressOf(
  { operator, organisation, page, tour, language, theme, referral }: Embedding,
  origin: string,
): string {
  const isNext = page === 'next';
  const segments = ['booking', 'isolated', isNext ? 'next' : organisation, operator].filter(Boolean);
  const url = new URL(withLocale(`/${segments.map(encodeURIComponent).join('/')}`, language || null), origin);
  if (!isNext && tour) url.searchParams.set('tour', tour);
  if (theme) url.searchParams.set('theme', theme);
  if (referral) url.searchParams.set('ref', referral);
  return url.href;
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
const escapeHtml = (text: string) => text.replace(/[&"<>]/g, (character) => ESCAPES[character]!);

/** Returns the script embed code; `button` is the label of the button that opens the dialog. */
export function scriptCode(embedding: Embedding, { origin, button }: { origin: string; button: string }): string {
  const attributes = attributesOf(embedding)
    .map(([name, value]) => (value === '' ? name : `${name}="${escapeHtml(value)}"`))
    .join(' ');
  const placeholder =
    embedding.how === 'dialog'
      ? `<button ${attributes}>${escapeHtml(button)}</button>`
      : // Reserves the initial height that embed.js uses, to avoid a layout shift.
        `<div ${attributes} style="min-height: ${embedding.page === 'next' ? 360 : 720}px"></div>`;
  return `${placeholder}\n<script async src="${escapeHtml(origin)}/embed.js"></script>`;
}

export function frameCode(embedding: Embedding, { origin, title }: { origin: string; title: string }): string {
  return `<iframe src="${escapeHtml(addressOf(embedding, origin))}" title="${escapeHtml(title)}" style="width: 100%; height: 900px; border: 0" allow="payment; clipboard-write; web-share" referrerpolicy="origin"></iframe>`;
}
