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

export function textPart({ title, paragraphs, facts = [], button, code, notes, footer }: Letter): string {
  const blocks = [
    wrapped(title),
    ...paragraphs.map(wrapped),
    facts.map(({ name, value }) => wrapped(`${name}: ${value}`)).join('\n'),
    code ? `    ${code}` : '',
    button ? `${wrapped(`${button.label}:`)}\n${webAddress(button.href)}` : '',
    ...notes.map(wrapped),
    // What mail programs know as the end of a letter and the beginning of its signature.
    `-- \n${wrapped(footer)}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
