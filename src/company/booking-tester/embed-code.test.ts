import { expect, test } from 'vitest';
import { addressOf, frameCode, scriptCode, type Embedding } from './embed-code.ts';

const ORIGIN = 'https://muster.example.com';
const PLAIN: Embedding = {
  operator: 'walks',
  organisation: '',
  page: 'tours',
  tour: '',
  language: '',
  theme: '',
  referral: '',
  how: 'place',
};

test('omits attributes for everything left at its default', () => {
  expect(scriptCode(PLAIN, { origin: ORIGIN, button: 'Book' })).toBe(
    '<div data-muster="walks" style="min-height: 720px"></div>\n<script async src="https://muster.example.com/embed.js"></script>',
  );
  expect(addressOf(PLAIN, ORIGIN)).toBe(`${ORIGIN}/booking/isolated/walks`);
});

test('writes every choice into both codes', () => {
  const all: Embedding = {
    ...PLAIN,
    organisation: 'nordic',
    tour: 'old-town',
    language: 'da',
    theme: 'dark',
    referral: 'lobby & bar',
    how: 'dialog',
  };
  expect(scriptCode(all, { origin: ORIGIN, button: 'Book <now>' })).toContain(
    '<button data-muster="walks" data-muster-organisation="nordic" data-muster-tour="old-town" data-muster-language="da" data-muster-theme="dark" data-muster-referral="lobby &amp; bar" data-muster-dialog>Book &lt;now&gt;</button>',
  );
  const address = `${ORIGIN}/da/booking/isolated/nordic/walks?tour=old-town&theme=dark&ref=lobby+%26+bar`;
  expect(addressOf(all, ORIGIN)).toBe(address);
  expect(frameCode(all, { origin: ORIGIN, title: 'A "tour"' })).toContain(
    `src="${address.replaceAll('&', '&amp;')}" title="A &quot;tour&quot;"`,
  );
});

test('shows the next departures of all tours, whatever partner and tour are set', () => {
  const next: Embedding = { ...PLAIN, organisation: 'nordic', tour: 'old-town', page: 'next' };
  expect(scriptCode(next, { origin: ORIGIN, button: '' })).toContain(
    '<div data-muster="walks" data-muster-next style="min-height: 360px"></div>',
  );
  expect(addressOf(next, ORIGIN)).toBe(`${ORIGIN}/booking/isolated/next/walks`);
});

test('escapes a typed name in the attribute and in the path', () => {
  const odd = { ...PLAIN, operator: 'a"/../b' };
  expect(scriptCode(odd, { origin: ORIGIN, button: '' })).toContain('data-muster="a&quot;/../b"');
  expect(addressOf(odd, ORIGIN)).toBe(`${ORIGIN}/booking/isolated/a%22%2F..%2Fb`);
});
