/** A letter as plain text: what a person would type, links on lines of their own. */
import { webAddress } from './html.ts';
import type { Letter } from './letter.ts';

const WIDTH = 72;

/** Breaks between words; a longer word stays whole. Whatever was typed is one line of text here. */
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

export function textPart(letter: Letter): string {
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
    wayOut,
  } = letter;
  const blocks = [
    wrapped(title),
    ...paragraphs.map(wrapped),
    emphasis ? wrapped(`*** ${emphasis} ***`) : '',
    facts.map(({ name, value }) => wrapped(`${name}: ${value}`)).join('\n'),
    tickets.map(({ shown }) => `    ${shown}`).join('\n'),
    ...links.map(({ label, href }) => `${wrapped(`${label}:`)}\n${webAddress(href)}`),
    code ? `    ${code}` : '',
    button ? `${wrapped(`${button.label}:`)}\n${webAddress(button.href)}` : '',
    ...notes.map(wrapped),
    // What mail programs know as the end of a letter and the beginning of its signature.
    `-- \n${wrapped(footer)}`,
    wayOut ? `${wrapped(`${wayOut.label}:`)}\n${webAddress(wayOut.href)}` : '',
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
