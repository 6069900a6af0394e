/** A receipt, invoice or credit note as an HTML attachment, with the content that the office prints. */
import da from '../../../../locales/documents/da.json' with { type: 'json' };
import en from '../../../../locales/documents/en.json' with { type: 'json' };
import es from '../../../../locales/documents/es.json' with { type: 'json' };
import it from '../../../../locales/documents/it.json' with { type: 'json' };
import { documentSheet, type DocumentTexts, type IssuedDocument } from '../../../../src/domain/document-sheet.ts';
import type { Locale } from '../../../../src/lib/locales.ts';
import { trustedHtml, html, markup } from './html.ts';

const WORDS: Record<Locale, DocumentTexts> = { en, es, da, it };

const STYLE = `body{margin:0 auto;padding:24px;max-width:720px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;color:#000;background:#fff;overflow-wrap:anywhere}
h1{font-size:24px;margin:0 0 20px}p{margin:0 0 12px}.lines{white-space:pre-line;font-style:normal;margin:0 0 20px}
dl{display:grid;grid-template-columns:auto 1fr;gap:2px 16px;margin:0 0 20px}dd{margin:0}
table{width:100%;border-collapse:collapse;font-variant-numeric:tabular-nums;margin:0 0 20px}th,td{overflow-wrap:break-word;padding:4px 8px 4px 0;text-align:start;vertical-align:top;font-weight:400}
thead th{border-bottom:1px solid #000;font-weight:600}tbody td{border-bottom:1px solid #ccc}
th.n,td.n{text-align:end;white-space:nowrap}.total>*{font-weight:600;border-top:1px solid #000}@media (max-width:420px){body{padding:16px;font-size:14px}h1{font-size:20px}}@media print{body{padding:0;max-width:none}}`;

export interface DocumentFile {
  name: string;
  html: string;
}

export const titleOf = (document: IssuedDocument) => documentSheet(document, WORDS[document.locale]).title;

export function documentFile(document: IssuedDocument): DocumentFile {
  const sheet = documentSheet(document, WORDS[document.locale]);
  const figure = (at: number) => trustedHtml(at > 0 ? ' class="n"' : '');
  const page = html`<!doctype html>
<html lang="${document.locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${sheet.title}</title><style>${trustedHtml(STYLE)}</style></head>
<body><h1>${sheet.title}</h1>
<address class="lines">${sheet.seller.join('\n')}</address>
${sheet.buyer ? html`<address class="lines"><strong>${sheet.buyer.title}</strong>\n${sheet.buyer.lines.join('\n')}</address>` : html``}
<dl>${sheet.facts.map(({ name, value }) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>
<table><thead><tr>${sheet.head.map((name, at) => html`<th scope="col"${figure(at)}>${name}</th>`)}</tr></thead>
<tbody>${sheet.rows.map((row) => html`<tr>${row.map((value, at) => html`<td${figure(at)}>${value}</td>`)}</tr>`)}</tbody>
<tfoot>${sheet.sums.map(
    ({ name, value, isTotal }) =>
      html`<tr${trustedHtml(isTotal ? ' class="total"' : '')}><th scope="row" colspan="${sheet.head.length - 2}">${name}</th><td class="n" colspan="2">${value}</td></tr>`,
  )}</tfoot></table>
${sheet.notes.map((note) => html`<p>${note}</p>`)}
</body></html>
`;
  return { name: `${document.number}.html`, html: markup(page) };
}
