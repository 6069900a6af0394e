/** What an act on a booking asks about, by name. What is only said about it changes nothing, so that nobody is asked anew while somebody types. */
export const previewKey = (asked: object | null): string | null =>
  asked &&
  JSON.stringify(asked, (name, value: unknown) =>
    name === 'words' ? undefined : name === 'override' || name === 'message' ? typeof value === 'string' : value,
  );
