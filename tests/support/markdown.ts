/** Splits Markdown into what the docs check looks at: sentences, table cells, headings and links. */

export interface MarkdownText {
  text: string;
  line: number;
}

export interface MarkdownParts {
  /** Sentences of paragraphs, list items, quotes and headings. */
  sentences: MarkdownText[];
  cells: MarkdownText[];
  /** Anchors of headings, as GitHub generates them. */
  anchors: Set<string>;
  links: MarkdownText[];
  code: MarkdownText[];
}

const LINK = /!?\[([^\]]*)\]\(([^)\s]+)[^)]*\)/g;
const HTML_TARGET = /\b(?:src|href)="([^"]+)"/g;

/** Returns the anchor that GitHub generates for a heading. */
export const anchorOf = (heading: string): string =>
  heading
    .replace(LINK, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Replaces links by their text, and inline code by one word. */
const plainText = (text: string): string =>
  text
    .replace(/`[^`]*`/g, 'Code')
    .replace(LINK, '$1')
    .replace(/<[^>]+>/g, ' ')
    .replace(/[*_]{1,2}(?=\S)|(?<=\S)[*_]{1,2}/g, '');

/** Returns the number of words, counting only those with a letter or digit. */
export const countWords = (text: string): number =>
  plainText(text)
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

const splitSentences = (block: string): string[] =>
  plainText(block)
    .split(/(?<=[.!?][)"”’]*)\s+(?=["“(]*[\p{Lu}\p{N}])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

/** Returns the cells of a table row, without the pipes in inline code or behind a backslash. */
const splitCells = (row: string): string[] =>
  row
    .replace(/`[^`]*`/g, (code) => code.replaceAll('|', '¦'))
    .replaceAll('\\|', '¦')
    .replace(/^\s*\||\|\s*$/g, '')
    .split('|')
    .map((cell) => cell.trim());

/** Parses the blocks of a Markdown file. Fenced code is left out. */
export function parseMarkdown(source: string): MarkdownParts {
  const parts: MarkdownParts = { sentences: [], cells: [], anchors: new Set(), links: [], code: [] };
  let block: MarkdownText | null = null;
  let fence = '';
  const endBlock = () => {
    if (block) for (const text of splitSentences(block.text)) parts.sentences.push({ text, line: block.line });
    block = null;
  };
  source.split('\n').forEach((raw, index) => {
    const line = index + 1;
    const fenceHere = /^\s*(`{3,}|~{3,})/.exec(raw)?.[1];
    if (fence !== '' || fenceHere) {
      endBlock();
      if (fence === '') fence = fenceHere!;
      else if (fenceHere?.startsWith(fence)) fence = '';
      return;
    }
    const withoutCode = raw.replace(/`[^`]*`/g, '');
    for (const [, , target] of withoutCode.matchAll(LINK)) parts.links.push({ text: target!, line });
    for (const [, target] of withoutCode.matchAll(HTML_TARGET)) parts.links.push({ text: target!, line });
    for (const [, code] of raw.matchAll(/`([^`]+)`/g)) parts.code.push({ text: code!, line });

    const heading = /^#{1,6}\s+(.*)$/.exec(raw)?.[1];
    if (heading !== undefined) {
      endBlock();
      const base = anchorOf(heading);
      let anchor = base;
      for (let count = 1; parts.anchors.has(anchor); count++) anchor = `${base}-${count}`;
      parts.anchors.add(anchor);
      parts.sentences.push({ text: heading, line });
    } else if (/^\s*\|/.test(raw)) {
      endBlock();
      if (!/^[\s|:-]+$/.test(raw)) for (const text of splitCells(raw)) parts.cells.push({ text, line });
    } else if (raw.trim() === '' || /^\s*---+\s*$/.test(raw)) {
      endBlock();
    } else {
      if (/^\s*(?:[-*+]|\d+\.)\s/.test(raw)) endBlock();
      const text = raw.replace(/^\s*(?:>\s?)*(?:(?:[-*+]|\d+\.)\s+)?/, '');
      block = block ? { ...block, text: `${block.text} ${text}` } : { text, line };
    }
  });
  endBlock();
  return parts;
}
