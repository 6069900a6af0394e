/** Names that others have typed, as a mail may show them: no mail program makes a link of them, and they stay in their line. */

/** What a template's data calls a name. */
const NAMES: ReadonlySet<string> = new Set(['company', 'name', 'tour', 'inviter', 'who', 'guide', 'partner', 'title']);

// oxlint-disable-next-line no-control-regex
const BREAKS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** A dot within a word, as in a host's name: "visit.example", and not that of "St. Mary". */
const INNER_DOT = /(?<=[\p{L}\p{N}])\.(?=[\p{L}\p{N}])/gu;
const SCHEME = /(?<=\p{L}):\/\//gu;

/** The name with dots that look the same and link to nothing. */
export const neutralizeLinks = (name: string): string =>
  name.replace(BREAKS, ' ').replace(SCHEME, ': ').replace(INNER_DOT, '\u2024').replaceAll('@', '\uff20').trim();

/** A mail's data with its names made plain. */
export const neutralizeLinksIn = <Data>(data: Data): Data =>
  typeof data === 'object' && data !== null && !Array.isArray(data)
    ? (Object.fromEntries(
        Object.entries(data).map(([key, value]) => [
          key,
          NAMES.has(key) && typeof value === 'string' ? neutralizeLinks(value) : value,
        ]),
      ) as Data)
    : data;
