/**
 * Checks the texts: the four languages have the same messages, each parses as ICU and takes the same values, none is
 * still English, every message is used, and none breaks a rule of style.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse, TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { endsAlike, styleProblems, type Locale } from './locale-style.ts';
import { reportProblems, runsAlone, type CheckResult } from './support/check-result.ts';

const LOCALES = ['en', 'es', 'da', 'it'] as const satisfies Locale[];
const root = new URL('..', import.meta.url).pathname;
/** The app's areas; texts of mails are used by functions only. */
const AREAS = readdirSync(join(root, 'locales')).map((area) => ({
  folder: `locales/${area}`,
  usedIn: area === 'mail' ? 'supabase/functions' : 'src',
}));
/** Returns the names of a message's values, with their formats. */
function values(elements: MessageFormatElement[], into = new Set<string>()): Set<string> {
  for (const element of elements) {
    if (element.type === TYPE.literal || element.type === TYPE.pound) continue;
    into.add(element.value);
    if (element.type === TYPE.plural || element.type === TYPE.select)
      for (const option of Object.values(element.options)) values(option.value, into);
    if (element.type === TYPE.tag) values(element.children, into);
  }
  return into;
}

function parsed(locale: string, id: string, message: string, problems: string[]): MessageFormatElement[] {
  try {
    return parse(message);
  } catch (error) {
    problems.push(`${locale} ${id}: does not parse: ${String(error)}`);
    return [];
  }
}
const valuesOf = (message: MessageFormatElement[]) => [...values(message)].sort().join(', ');

// Only short words are rightly the same in two languages; a whole English sentence is untranslated.
const isSentence = (text: string) => /[a-z]{3,}(\s+\S+){2,}/i.test(text.replace(/\{[^}]*\}/g, ''));

/** English adjectives have no plural, so translations of these may take the count that the caller passes. */
const AGREES_WITH_COUNT = /^(numbers\.group|import\.outcome|tours\.status|companies\.status)\./;

export function checkLocales(): CheckResult {
  const problems: string[] = [];
  let count = 0;
  const areaOf = new Map<string, string>();
  for (const { folder, usedIn } of AREAS) {
    const catalogues = new Map(
      LOCALES.map((locale) => [
        locale,
        JSON.parse(readFileSync(join(root, folder, `${locale}.json`), 'utf8')) as Record<string, string>,
      ]),
    );
    const english = catalogues.get('en')!;
    count += Object.keys(english).length;
    for (const id of Object.keys(english)) {
      const other = usedIn === 'src' ? areaOf.get(id) : undefined;
      if (other) problems.push(`en ${id}: in ${other} and in ${folder}`);
      if (usedIn === 'src') areaOf.set(id, folder);
    }
    for (const [locale, messages] of catalogues) {
      for (const id of Object.keys(english)) if (!(id in messages)) problems.push(`${locale} ${id}: missing`);
      for (const [id, message] of Object.entries(messages)) {
        const source = english[id];
        if (source === undefined) {
          problems.push(`${locale} ${id}: not in en.json`);
          continue;
        }
        const elements = parsed(locale, id, message, problems);
        for (const problem of styleProblems(locale, id, elements)) problems.push(`${locale} ${id}: ${problem}`);
        if (locale === 'en') continue;
        const inEnglish = parsed('en', id, source, problems);
        const [names, englishNames] = [valuesOf(elements), valuesOf(inEnglish)];
        const agrees = AGREES_WITH_COUNT.test(id) && englishNames === '' && names === 'count';
        if (names !== englishNames && !agrees)
          problems.push(`${locale} ${id}: takes {${names}}, English takes {${englishNames}}`);
        if (!endsAlike(inEnglish, elements)) problems.push(`${locale} ${id}: ends with other punctuation than English`);
        if (message === source && isSentence(source)) problems.push(`${locale} ${id}: the same as English: ${source}`);
      }
    }

    const sources = readdirSync(join(root, usedIn), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => readFileSync(join(root, usedIn, file), 'utf8'))
      .join('\n');
    // Ids composed at run time are written as a template, `verdict.${code}`, or as their start, 'verdict.', which
    // counts as used.
    const templates = [
      ...new Set([...sources.matchAll(/[`'"]([a-z][\w]*(?:\.[\w]+)*\.)(?:\$\{|['"])/gi)].map((match) => match[1]!)),
    ];
    // One pass over the sources; a search for each id would read them thousands of times.
    const quoted = new Set([...sources.matchAll(/(['"])(?=([\w.-]+)\1)/g)].map((match) => match[2]!));
    for (const id of Object.keys(english)) {
      const used = quoted.has(id) || templates.some((start) => id.startsWith(start));
      if (!used) problems.push(`en ${id}: not used anywhere`);
    }
  }

  if (problems.length > 0) problems.push(`${problems.length} problems in locales/`);
  return { problems, report: `locales: ${count} messages in ${LOCALES.length} languages, all complete` };
}

if (runsAlone(import.meta)) reportProblems(checkLocales());
