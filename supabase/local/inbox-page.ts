/** /local/inbox: mails that a real installation would have sent, and all templates in each language, light and dark. */
import { LOCALES, isLocale, type Locale } from '../../src/lib/locales.ts';
import { DARK_MODE_QUERY } from '../functions/_shared/mail/mail-theme.ts';
import type { RenderedMail } from '../functions/_shared/mail/mail-content.ts';
import { qrPicture } from '../functions/_shared/mail/qr-picture.ts';
import { TEMPLATES, isTemplateName, render, type TemplateName } from '../functions/_shared/mail/templates.ts';
import { templateSamples } from './functions/template-samples.ts';
import type { Mail, MailBox } from './mail-box.ts';
import { escapeHtml, htmlPage } from './html-page.ts';

/** Display options from the query; null: as sent, or the system's theme. */
interface View {
  locale: Locale | null;
  look: 'light' | 'dark' | null;
  part: 'html' | 'text';
  width: 'phone' | 'desktop';
}

const ROOT = '/local/inbox';

export async function inboxPage(mails: MailBox, url: URL): Promise<Response | null> {
  const [first = '', second = '', third = ''] = url.pathname.slice(ROOT.length + 1).split('/');
  const view = viewOf(url.searchParams);
  if (!first) return list(mails);
  if (first === 'templates') {
    if (!second) return gallery(view);
    if (!isTemplateName(second)) return null;
    const locale = view.locale ?? 'en';
    const mail = render(second, locale, templateSamples(locale)[second]);
    if (third === 'calendar') return calendar(mail);
    if (third === 'file') return attached(mail);
    return third === 'body'
      ? body(mail, view)
      : reader({
          mail,
          view: { ...view, locale },
          path: `${ROOT}/templates/${second}`,
          about: second,
          back: 'templates',
        });
  }
  const storedMail = mails.find(first);
  if (!storedMail) return null;
  const mail =
    view.locale === null ? storedMail : render(storedMail.madeOf.template, view.locale, storedMail.madeOf.data);
  const reply = storedMail.replyTo === null ? '' : `, replies to ${storedMail.replyTo}`;
  if (second === 'body') return body(mail, view);
  if (second === 'calendar') return calendar(mail);
  if (second === 'file') return attached(mail);
  const about = `To ${storedMail.to}, from ${storedMail.from}${reply}, ${storedMail.sentAt}, ${storedMail.madeOf.template}`;
  return reader({ mail, view, path: `${ROOT}/${storedMail.id}`, about, back: '' });
}

function viewOf(parameters: URLSearchParams): View {
  const locale = parameters.get('locale');
  const look = parameters.get('look');
  return {
    locale: isLocale(locale) ? locale : null,
    look: look === 'dark' || look === 'light' ? look : null,
    part: parameters.get('part') === 'text' ? 'text' : 'html',
    width: parameters.get('width') === 'phone' ? 'phone' : 'desktop',
  };
}

const query = (view: Partial<View>) => {
  const parameters = new URLSearchParams(
    Object.entries(view).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  );
  return parameters.size > 0 ? `?${parameters}` : '';
};

/** Returns the mail's HTML for a sandboxed frame; links open outside it. */
async function body(mail: RenderedMail | Mail, { look }: View): Promise<Response> {
  const html = await withPictures(mail);
  const shown =
    look === null
      ? html
      : html
          .replaceAll(DARK_MODE_QUERY, look === 'dark' ? '@media all' : '@media not all')
          .replaceAll('light dark', look);
  return new Response(shown.replace('<head>', '<head><base target="_top">'), {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Replaces `cid:` references by the attached pictures, as a mail program does. */
async function withPictures({ html, pictures = [] }: RenderedMail | Mail): Promise<string> {
  let shown = html;
  for (const picture of pictures) {
    const png = 'png' in picture ? picture.png : await qrPicture(picture.code);
    shown = shown.replaceAll(`cid:${picture.cid}`, `data:image/png;base64,${png}`);
  }
  return shown;
}

/** Returns the attached calendar file, or null. */
function calendar({ calendar: file }: RenderedMail | Mail): Response | null {
  if (file === undefined) return null;
  return new Response(file, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': 'attachment; filename="tour.ics"',
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

/** Returns the attached HTML page, or null. */
function attached({ file }: RenderedMail | Mail): Response | null {
  if (file === undefined) return null;
  return new Response(file.html, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'X-Content-Type-Options': 'nosniff',
    },
  });
}

const frame = (path: string, { view, title }: { view: View; title: string }) =>
  `<iframe title="${escapeHtml(title)}" src="${escapeHtml(path + '/body' + query({ locale: view.locale, look: view.look }))}"
    sandbox="allow-top-navigation-by-user-activation" class="${view.width}"></iframe>`;

/** Renders links that each change one display option. */
function choices(path: string, { view, sent }: { view: View; sent: boolean }): string {
  const row = <Name extends keyof View>(name: Name, label: string, options: [View[Name], string][]) =>
    `<p class="choice"><span class="quiet">${label}</span> ${options
      .map(([value, word]) =>
        view[name] === value
          ? `<b>${word}</b>`
          : `<a href="${escapeHtml(path + query({ ...view, [name]: value }))}">${word}</a>`,
      )
      .join(' ')}</p>`;
  const NAMES: Record<Locale, string> = { en: 'English', es: 'Español', da: 'Dansk', it: 'Italiano' };
  return [
    row('locale', 'Language', [
      ...(sent ? [[null, 'as sent'] as [null, string]] : []),
      ...LOCALES.map((locale): [Locale, string] => [locale, NAMES[locale]]),
    ]),
    row('look', 'Look', [
      [null, 'as this device'],
      ['light', 'light'],
      ['dark', 'dark'],
    ]),
    row('part', 'Part', [
      ['html', 'HTML'],
      ['text', 'plain text'],
    ]),
    row('width', 'Width', [
      ['desktop', 'desktop'],
      ['phone', '320 px'],
    ]),
  ].join('');
}

const STYLE = `
  .choice { margin: 4px 0; } .choice > * { margin-right: 12px; } .choice span { display: inline-block; min-width: 5.5em; }
  iframe.phone { width: 320px; height: 640px; } iframe.desktop { height: 70vh; } .gallery { display: flex; flex-wrap: wrap; gap: 24px; }
  .gallery h2 { margin: 0 0 8px; font-size: 16px; }
`;

interface Reading {
  mail: RenderedMail | Mail;
  view: View;
  path: string;
  about: string;
  back: '' | 'templates';
}

function reader({ mail, view, path, about, back }: Reading): Response {
  return htmlPage({
    title: mail.subject,
    style: STYLE,
    main: `<p><a href="${ROOT}${back ? '/templates' : ''}">${back ? 'All templates' : 'Inbox'}</a></p>
      <h1>${escapeHtml(mail.subject)}</h1><p class="quiet">${escapeHtml(about)}</p>
      ${choices(path, { view, sent: back === '' })}
      ${mail.calendar === undefined ? '' : `<p><a href="${escapeHtml(path + '/calendar' + query({ locale: view.locale }))}">Calendar file</a></p>`}
      ${mail.file === undefined ? '' : `<p><a href="${escapeHtml(path + '/file' + query({ locale: view.locale }))}">${escapeHtml(mail.file.name)}</a></p>`}
      ${view.part === 'text' ? `<pre>${escapeHtml(mail.text)}</pre>` : frame(path, { view, title: 'The mail' })}`,
  });
}

function gallery(parameters: View): Response {
  const view: View = { ...parameters, locale: parameters.locale ?? 'en' };
  const optionOf = (name: TemplateName) => {
    const path = `${ROOT}/templates/${name}`;
    const { text } =
      view.part === 'text' ? render(name, view.locale!, templateSamples(view.locale!)[name]) : { text: '' };
    const shown =
      view.part === 'text'
        ? `<pre>${escapeHtml(text)}</pre>`
        : frame(path, { view: { ...view, width: 'phone' }, title: name });
    return `<section><h2><a href="${escapeHtml(path + query(view))}">${name}</a></h2>${shown}</section>`;
  };
  return htmlPage({
    title: 'Mail templates',
    style: STYLE,
    main: `<p><a href="${ROOT}">Inbox</a></p><h1>Mail templates</h1><p class="quiet">Filled with sample data.</p>
      ${choices(`${ROOT}/templates`, { view, sent: false })}<div class="gallery">${(Object.keys(TEMPLATES) as TemplateName[]).map(optionOf).join('')}</div>`,
  });
}

function list(mails: MailBox): Response {
  const rows = mails
    .list()
    .map(
      (mail) =>
        `<tr><td>${escapeHtml(mail.sentAt)}</td><td>${escapeHtml(mail.to)}</td><td><a href="${ROOT}/${escapeHtml(mail.id)}">${escapeHtml(mail.subject)}</a></td></tr>`,
    );
  return htmlPage({
    title: 'Inbox',
    main: `<h1>Inbox</h1><p class="quiet">Emails that a real installation would send are kept here. <a href="${ROOT}/templates">All mail templates</a></p>${
      rows.length > 0
        ? `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
        : '<p>Nothing has been sent yet. Request a new password on the sign-in page, and its email appears here.</p>'
    }`,
  });
}
