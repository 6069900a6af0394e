/** Plain text part of a mail; links have their own lines. */
import { assertWebUrl } from './html.ts';
import type { MailContent } from './mail-content.ts';

const WIDTH = 72;

/** Wraps at word boundaries and collapses whitespace; longer words stay whole. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line].join('\n');
}

export function textPart(content: MailContent): string {
  const {
    title,
    paragraphs,
    emphasis,
    facts = [],
    tickets = [],
    button,
    links = [],
    code,
    notes,
    footer,
    unsubscribe,
  } = content;
  const blocks = [
    wrapped(title),
    ...paragraphs.map(wrapped),
    emphasis ? wrapped(`*** ${emphasis} ***`) : '',
    facts.map(({ name, value }) => wrapped(`${name}: ${value}`)).join('\n'),
    tickets.map(({ label }) => `    ${label}`).join('\n'),
    ...links.map(({ label, href }) => `${wrapped(`${label}:`)}\n${assertWebUrl(href)}`),
    code ? `    ${code}` : '',
    button ? `${wrapped(`${button.label}:`)}\n${assertWebUrl(button.href)}` : '',
    ...notes.map(wrapped),
    // Signature delimiter.
    `-- \n${wrapped(footer)}`,
    unsubscribe ? `${wrapped(`${unsubscribe.label}:`)}\n${assertWebUrl(unsubscribe.href)}` : '',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
