/** Rules for every mail in every language. */
import ICAL from 'ical.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { html, markup, assertWebUrl } from '../../supabase/functions/_shared/mail/html.ts';
import type { RenderedMail } from '../../supabase/functions/_shared/mail/mail-content.ts';
import { mailThemeFor, DARK, LIGHT, DARK_MODE_QUERY } from '../../supabase/functions/_shared/mail/mail-theme.ts';
import { render, TEMPLATES, type TemplateName } from '../../supabase/functions/_shared/mail/templates.ts';
import { templateSamples } from '../../supabase/local/functions/template-samples.ts';
import { contrastRatio } from '../../src/lib/contrast.ts';
import { calendarFile } from '../../src/domain/calendar-file.ts';
import { LOCALES, type Locale } from '../../src/lib/locales.ts';

const NAMES = Object.keys(TEMPLATES) as TemplateName[];
const everywhere = LOCALES.flatMap((locale) => NAMES.map((name): [TemplateName, Locale] => [name, locale]));

describe.each(everywhere)('%s in %s', (name, locale) => {
  let mail: RenderedMail;
  beforeAll(() => {
    mail = render(name, locale, templateSamples(locale)[name]);
  });

  test('declares its language, supports dark mode, and loads nothing', () => {
    expect(mail.html).toContain(`<html lang="${locale}">`);
    expect(mail.html).toContain('<meta name="color-scheme" content="light dark">');
    expect(mail.html).toContain(DARK_MODE_QUERY);
    expect(mail.html).not.toMatch(
      /<(?:script|link|iframe|form|svg)|src=(?!"cid:[\w@.]+")|url\(|@import|@font-face|position:|javascript:/i,
    );
  });

  test('is small, with a one-line subject and its title as the only heading', () => {
    expect(new TextEncoder().encode(mail.html).byteLength).toBeLessThan(16_000);
    expect(mail.subject).toMatch(/^[^\r\n]{4,80}$/);
    expect(mail.html.match(/<h1/g)).toHaveLength(1);
  });

  test('groups the characters of a booking reference, also in the calendar file', () => {
    const { reference } = templateSamples(locale)[name] as { reference?: string };
    if (reference === undefined) return;
    for (const part of [mail.text, mail.html, mail.calendar ?? '']) expect(part).not.toContain(reference);
  });

  test('has a text part with the same content and each link on its own line', () => {
    expect(mail.text).not.toMatch(/<\/?[a-z]+[ >]|&(?:amp|lt|#39|quot);|undefined|\{/);
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map((match) => match[1]!.replaceAll('&amp;', '&'));
    for (const link of links) expect(mail.text.split('\n')).toContain(link);
    expect(mail.text.split('\n').filter((line) => line.length > 72 && !line.startsWith('http'))).toEqual([]);
    expect(mail.text).toContain('\n-- \n');
  });
});

test('no two languages have the same text', () => {
  for (const name of NAMES)
    expect(new Set(LOCALES.map((locale) => render(name, locale, templateSamples(locale)[name]).text)).size).toBe(4);
});

test.each(LOCALES)('a security notice in %s names the change, the key or owner, and the person', (locale) => {
  const input = { ...templateSamples(locale)['security-notice'], company: 'Harbour Walks', name: 'Kim Holm' };
  const subjects = new Set<string>();
  const texts = new Set<string>();
  for (const change of [
    'payment_keys',
    'api_key_made',
    'api_key_changed',
    'api_key_revoked',
    'owner_added',
    'owner_removed',
  ]) {
    const { subject, text } = render('security-notice', locale, { ...input, change, name: change === 'payment_keys' ? null : input.name }); // prettier-ignore
    subjects.add(subject);
    texts.add(text);
    expect(subject).toContain('Harbour Walks');
    expect(text).toContain(input.actor);
    expect(text.includes('Kim Holm')).toBe(change !== 'payment_keys');
  }
  // Three subjects (payment keys, API keys, owners) and a text per change.
  expect([subjects.size, texts.size]).toEqual([3, 6]);
});

test.each([
  ['en', '3\u00a0December\u00a02026 at\u00a015:00'],
  ['es', '3\u00a0de\u00a0diciembre\u00a0de\u00a02026'],
  ['da', '3.\u00a0december\u00a02026 kl.\u00a015.00'],
  ['it', '3\u00a0dicembre\u00a02026'],
] as const)('a date in %s stays on one line', (locale, date) => {
  expect(render('booking-confirmed', locale, templateSamples(locale)['booking-confirmed']).html).toContain(date);
});

test.each([
  [129_050, 'DKK 1,290.50'],
  [-5000, '−DKK 50'],
  [0, 'DKK 0'],
])('a commission statement over %i shows its amount', (amount, shown) => {
  const { text } = render('commission-statement', 'en', { ...templateSamples('en')['commission-statement'], amount });
  expect(text.replaceAll('\u00a0', ' ')).toContain(`Commission: ${shown}\n`);
});

describe('the calendar file', () => {
  const eventOf = (file: string) =>
    new ICAL.Event(new ICAL.Component(ICAL.parse(file) as never).getFirstSubcomponent('vevent')!);
  const input = templateSamples('da');
  const eventFor = (name: TemplateName, sequence: number, more: object = {}) =>
    eventOf(
      render(name, 'da', { ...input[name], ...more, entry: { ...input['booking-confirmed'].entry, sequence } })
        .calendar!,
    );
  const statusOf = (event: ICAL.Event) => event.component.getFirstPropertyValue('status');

  test('a booking is one entry, updated by each mail and by the file of its page', () => {
    const { id } = input['booking-confirmed'].entry!;
    const page = eventOf(
      calendarFile({ ...input['booking-confirmed'], id, sequence: 1, isOff: false, title: '', location: '', text: '' }),
    );
    const confirmed = eventFor('booking-confirmed', 2);
    const moved = eventFor('departure-moved', 3, {
      startsAt: '2026-12-04T14:00:00.000Z',
      endsAt: '2026-12-04T15:30:00.000Z',
    });
    const [off, cancelled] = [eventFor('departure-cancelled', 4), eventFor('booking-cancelled', 5)];
    const all = [page, confirmed, moved, off, cancelled];
    expect(new Set(all.map(({ uid }) => uid))).toEqual(new Set([`${id}@muster`]));
    expect(all.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(all.map(statusOf)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'CANCELLED', 'CANCELLED']);
    expect(moved.startDate.toJSDate().toISOString()).toBe('2026-12-04T14:00:00.000Z');
    expect([confirmed.summary, confirmed.location]).toEqual([
      input['booking-confirmed'].tour,
      input['booking-confirmed'].meetingPoint,
    ]);
    expect(confirmed.description).toContain(input['booking-confirmed'].link);
  });

  test('mails that are not about a guest’s booking have no calendar file', () => {
    const { entry: _, ...toGuide } = input['departure-moved'];
    expect(render('departure-moved', 'da', { ...toGuide, audience: 'guide' })).not.toHaveProperty('calendar');
    expect(render('recovery', 'da', input.recovery)).not.toHaveProperty('calendar');
  });
});

describe('user input', () => {
  const invited = (company: string) => render('invitation', 'en', { ...templateSamples('en').invitation, company });

  test('is escaped in HTML and attributes', () => {
    const { html: written } = invited(`<script>alert(1)</script>"'&`);
    expect(written).not.toContain('<script>');
    expect(written).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&amp;');
  });

  test('adds no header or line', () => {
    const { subject, text } = invited('Tours\r\nBcc: all@example.com\n\nhttps://evil.example');
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text.split('\n').some((line) => line.startsWith('Bcc:') || line.startsWith('https://evil'))).toBe(false);
  });

  test('a link must be a web URL, or the mail is refused', () => {
    for (const link of ['javascript:alert(1)', 'data:text/html,x', 'mailto:x@example.com']) {
      expect(() => render('recovery', 'en', { link })).toThrow(TypeError);
      expect(() => assertWebUrl(link)).toThrow(TypeError);
    }
  });
});

test('the html tag escapes values once and keeps nested markup', () => {
  const inner = html`<b>${'a & b'}</b>`;
  expect(markup(html`<p title="${'"'}">${inner}${[inner, inner]}${3}</p>`)).toBe(
    '<p title="&quot;"><b>a &amp; b</b><b>a &amp; b</b><b>a &amp; b</b>3</p>',
  );
});

describe('colours', () => {
  test.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('%s: every text has a contrast of at least 4.5:1', (_, look) => {
    for (const [text, ground] of [
      ['text', 'card'],
      ['text', 'page'],
      ['text', 'wash'],
      ['quiet', 'card'],
      ['quiet', 'page'],
      ['brand', 'card'],
      ['onBrand', 'brand'],
    ] as const)
      expect({ text, ground, enough: contrastRatio(look[text], look[ground]) >= 4.5 }).toEqual({
        text,
        ground,
        enough: true,
      });
  });
});

describe('a company’s brand colour', () => {
  test('replaces ours on buttons and links, adjusted for contrast in both modes', () => {
    const mail = (colour: string | null) =>
      render('booking-confirmed', 'en', templateSamples('en')['booking-confirmed'], { colour }).html;
    expect(mail(null)).toContain(`bgcolor="${LIGHT.brand}"`);
    for (const colour of ['#ffe600', '#000080', '#777777', '#e0115f', '#ffffff', '#000000']) {
      const { light, dark } = mailThemeFor(colour);
      for (const [first, other] of [
        [light.brand, light.onBrand],
        [light.brand, LIGHT.card],
        [light.brand, LIGHT.page],
        [dark.brand, dark.onBrand],
        [dark.brand, DARK.card],
        [dark.brand, DARK.page],
      ] as const)
        expect([colour, first, other, contrastRatio(first, other) >= 4.5]).toEqual([colour, first, other, true]);
      const written = mail(colour);
      expect(written).toContain(`bgcolor="${light.brand}"`);
      expect(written).toContain(`.m-fill{background-color:${dark.brand}!important}`);
      expect(written).not.toContain(LIGHT.brand);
      expect(written).not.toContain(DARK.brand);
    }
  });
});

describe('an attached document', () => {
  const fileOf = (locale: Locale) =>
    render('booking-document', locale, templateSamples(locale)['booking-document']).file!;

  test.each(LOCALES)('is in %s and escapes user input', (locale) => {
    const { name, html: page } = fileOf(locale);
    expect(name).toBe('I-2026-0042.html');
    expect(page).toContain(`<html lang="${locale}">`);
    expect(page).toContain('Smørrebrød &amp; Søn ApS &lt;København&gt;');
    expect(page).toContain('Nyhavn &amp; “Perlerne” &lt;efter mørkets frembrud&gt;');
    expect(page).toContain('DK87654321');
    expect(page).not.toMatch(/<(?:script|link|iframe|img|form)|undefined|\{\w+\}/);
  });

  test('has sums that match its lines', () => {
    const text = fileOf('da')
      .html.replace(/<style>.*?<\/style>/s, '')
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ');
    expect(text).toContain('Faktura I-2026-0042');
    expect(text).toContain('2 × Voksen 500,00 25 % 1.000,00');
    expect(text).toContain('1 × Barn 290,50 12,5 % 290,50');
    expect(text).toContain('Ekskl. moms 1.058,22');
    expect(text).toContain('Moms 25 % af 800,00 200,00');
    expect(text).toContain('Moms 12,5 % af 258,22 32,28');
    expect(text).toContain('I alt 1.290,50 DKK');
  });

  test('shows a discount and a price after it', () => {
    const input = templateSamples('da')['booking-document'];
    const { subject, lines } = input.document;
    const document = {
      ...input.document,
      gross: 100_000,
      net: 80_000,
      vat: 20_000,
      lines: [{ ...lines[0]!, quantity: 2, unit: 62_500, gross: 100_000, net: 80_000, vat: 20_000 }],
      subject: { ...subject, total: 100_000, discount: { code: 'SOMMER-20', amount: 25_000 } },
    };
    const { html: page } = render('booking-document', 'da', { ...input, document }).file!;
    expect(page).toContain('Rabatten SOMMER-20 på 250,00\u00a0DKK er trukket fra prisen.');
    expect(page).not.toContain('Dette bilag lyder på');
  });

  test('a credit note has positive amounts, names what it credits, and marks partial amounts', () => {
    const input = templateSamples('en')['booking-document'];
    const document = {
      ...input.document,
      kind: 'credit_note' as const,
      number: 'C-2026-0007',
      gross: 1000,
      net: 800,
      vat: 200,
      lines: [{ ...input.document.lines[0]!, gross: 1000, net: 800, vat: 200 }],
      buyer: null,
      refers_to: ['R-2026-0001', 'R-2026-0002'],
    };
    const { html: page } = render('booking-document', 'en', { ...input, document }).file!;
    expect(page).toContain('Credit note C-2026-0007');
    expect(page).toContain('−10.00');
    expect(page).toContain('Refers to R-2026-0001, R-2026-0002.');
    expect(page).toContain('This document is for DKK\u00a010.00. The price of the booking is DKK\u00a01,290.50.');
    expect(page).not.toContain('Billed to');
  });
});

test('a tour with a dot in its title has not changed, and its former title has no link', () => {
  const sample = templateSamples('en')['booking-changed'] as { previous: object };
  const mail = (before: string, now: string) =>
    render('booking-changed', 'en', { ...sample, tour: now, previous: { ...sample.previous, tour: before } }).text;
  expect(mail('Route No.7', 'Route No.7')).not.toContain('Previously: Route');
  expect(mail('https://evil.example', 'Route No.7')).not.toMatch(/https?:\/\/evil|evil\.example/);
});
