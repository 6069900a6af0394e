/** HTML part of a mail: tables and inline styles, no pictures except attached QR codes, no external resources. */
import { trustedHtml, html, markup, assertWebUrl, type Html } from './html.ts';
import type { MailContent } from './mail-content.ts';
import { mailThemeFor, LIGHT, mailStyles, type MailTheme } from './mail-theme.ts';

const FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const NOTHING = html``;
/** Keeps mail programs from appending body text to the preview. */
const FILLER = '\u00a0\u200c'.repeat(60);

const text = (size: number, line: number, colour: string) =>
  `font-family:${FONT};font-size:${size}px;line-height:${line}px;color:${colour}`;

/** Keeps each date, and each time with its preposition, on one line. */
const withWholeDates = (words: string) =>
  words.replaceAll(/\d{1,2}\.? (?:de )?\p{L}+ (?:de )?\d{4}|\b(?:at|kl\.|las|ore) \d{1,2}[.:]\d{2}/gu, (whole) =>
    whole.replaceAll(' ', '\u00a0'),
  );

const paragraph = (words: string) =>
  html`<p class="m-text" style="margin:0 0 16px;${text(16, 24, LIGHT.text)}">${withWholeDates(words)}</p>`;

const note = (words: string) =>
  html`<p class="m-quiet" style="margin:0 0 8px;${text(14, 20, LIGHT.quiet)}">${withWholeDates(words)}</p>`;

/** A link that fills its cell, so that it looks like a button even without styles. */
function action(
  { label, href, orCopy }: NonNullable<MailContent['button']>,
  { brand, onBrand }: MailTheme['light'],
): Html {
  const address = assertWebUrl(href);
  return html`<table role="presentation" class="m-button" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="m-fill m-wide" align="center" bgcolor="${brand}" style="background-color:${brand};border-radius:8px"><a class="m-on m-wide" href="${address}" style="display:inline-block;padding:14px 28px;border-radius:8px;text-decoration:none;font-weight:600;${text(16, 20, onBrand)}">${label}</a></td>
</tr></table>
<p class="m-quiet" style="margin:0 0 4px;${text(14, 20, LIGHT.quiet)}">${orCopy}</p>
<p style="margin:0 0 24px;${text(14, 20, brand)};word-break:break-all;overflow-wrap:anywhere"><a class="m-brand" href="${address}" style="color:${brand}">${address}</a></p>`;
}

const codeBox = (code: string) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr>
<td class="m-wash m-text" align="center" bgcolor="${LIGHT.wash}" style="background-color:${LIGHT.wash};border-radius:8px;padding:16px;font-weight:600;letter-spacing:6px;${text(28, 36, LIGHT.text)}">${code}</td>
</tr></table>`;

const factRows = (facts: NonNullable<MailContent['facts']>) =>
  html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">${facts.map(
    ({ name, value, isPast = false }) => html`<tr>
<td class="m-quiet m-line m-stack" valign="top" width="120" style="padding:10px 12px 10px 0;border-top:1px solid ${LIGHT.line};${text(14, 24, LIGHT.quiet)}">${name}</td>
<td class="${isPast ? 'm-quiet' : 'm-text'} m-line m-stack m-value" valign="top" style="padding:10px 0;border-top:1px solid ${LIGHT.line};font-weight:${isPast ? 400 : 600};overflow-wrap:anywhere;${text(16, 24, isPast ? LIGHT.quiet : LIGHT.text)}">${withWholeDates(value)}</td></tr>`,
  )}</table>`;

/** Returns the Content-ID of a code's picture. */
export const contentIdOf = (code: string) => `${code.toLowerCase()}@tickets.muster`;

/** Side by side if there is room. White background also in dark mode, as scanners need it. */
const ticketPictures = (tickets: NonNullable<MailContent['tickets']>) =>
  html`<div style="margin:8px 0 16px">${tickets.map(
    ({ code, label }) =>
      html`<div style="display:inline-block;width:156px;vertical-align:top;margin:0 12px 16px 0"><img src="cid:${contentIdOf(code)}" width="156" height="156" alt="${label}" style="display:block;width:156px;height:156px;border:0;border-radius:8px;background-color:#ffffff">
<div class="m-text" style="padding-top:4px;text-align:center;font-weight:600;${text(14, 20, LIGHT.text)}">${label}</div></div>`,
  )}</div>`;

const linkRows = (links: NonNullable<MailContent['links']>, { brand }: MailTheme['light']) =>
  html`${links.map(
    ({ label, href }) =>
      html`<p style="margin:0 0 16px;${text(16, 24, brand)}"><a class="m-brand" href="${assertWebUrl(href)}" style="color:${brand}">${label}</a></p>`,
  )}`;

const emphasised = (words: string) =>
  html`<p class="m-text" style="margin:0 0 16px;font-weight:700;${text(18, 26, LIGHT.text)}"><strong>${withWholeDates(words)}</strong></p>`;

/** The logo as text, as many mail programs show no pictures. */
const letterhead = ({
  brand,
  onBrand,
}: MailTheme['light']) => html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px"><tr>
<td class="m-fill m-on" align="center" valign="middle" width="32" height="32" bgcolor="${brand}" style="width:32px;height:32px;background-color:${brand};border-radius:8px;font-weight:600;${text(18, 32, onBrand)}">✓</td>
<td class="m-text" style="padding-left:10px;font-weight:600;${text(18, 32, LIGHT.text)}">Muster</td>
</tr></table>`;

export function htmlPart(content: MailContent, locale: string, colour: string | null = null): string {
  const theme = mailThemeFor(colour);
  const { light } = theme;
  const {
    subject,
    preview,
    title,
    paragraphs,
    emphasis,
    facts,
    tickets,
    button,
    links,
    code,
    notes,
    footer,
    unsubscribe,
  } = content;
  return markup(html`<!doctype html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${subject}</title>
<style>${trustedHtml(mailStyles(theme))}</style>
</head>
<body class="m-page" style="margin:0;padding:0;background-color:${LIGHT.page};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden">${preview}${FILLER}</div>
<table role="presentation" class="m-page" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${LIGHT.page}" style="background-color:${LIGHT.page}"><tr>
<td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;text-align:left">
<tr><td style="padding:0 4px">${letterhead(light)}</td></tr>
<tr><td class="m-card m-pad" bgcolor="${LIGHT.card}" style="background-color:${LIGHT.card};border:1px solid ${LIGHT.line};border-radius:14px;padding:32px 36px">
<h1 class="m-text" style="margin:0 0 16px;font-weight:600;overflow-wrap:anywhere;${text(22, 28, LIGHT.text)}">${title}</h1>
${paragraphs.map(paragraph)}${emphasis ? emphasised(emphasis) : NOTHING}${facts ? factRows(facts) : NOTHING}${links ? linkRows(links, light) : NOTHING}${tickets?.length ? ticketPictures(tickets) : NOTHING}${code ? codeBox(code) : NOTHING}${button ? action(button, light) : NOTHING}${notes.map(note)}
</td></tr>
<tr><td class="m-quiet" style="padding:16px 4px 0;${text(12, 18, LIGHT.quiet)}">${footer}${unsubscribe ? html`<br><a class="m-brand" href="${assertWebUrl(unsubscribe.href)}" style="color:${light.brand}">${unsubscribe.label}</a>` : NOTHING}</td></tr>
</table>
</td>
</tr></table>
</body>
</html>
`);
}
