/** Makes user-entered names safe in mails: mail programs do not turn them into links, and they stay on one line. */

/** Fields of template data that hold names. */
const NAMES: ReadonlySet<string> = new Set([
  'company',
  'name',
  'tour',
  'inviter',
  'actor',
  'guide',
  'partner',
  'title',
  'view',
  // Company and partner of an agreement or statement.
  'from',
  'to',
]);

// oxlint-disable-next-line no-control-regex
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** A dot inside a word, as in a host name: in "visit.example", but not in "St. Mary". */
const INNER_DOT = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu;
const SCHEME = /(?<=\p{L}):\/\//gu;

/** Returns the name with look-alike characters that do not form links. */
export const neutralizeLinks = (name: string): string =>
  name.replace(BREAKS, ' ').replace(SCHEME, ': ').replace(INNER_DOT, '\u2024').replaceAll('@', '\uff20').trim();

/** Returns template data with neutralised names, also those before a change. */
export const neutralizeLinksIn = <Data>(data: Data): Data =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (Object.fromEntries(
        Object.entries(data).map(([key, value]) => [
          key,
          NAMES.has(key) && typeof value === 'string'
            ? neutralizeLinks(value)
            : key === 'previous'
              ? neutralizeLinksIn(value)
              : value,
        ]),
      ) as Data)
    : data;
