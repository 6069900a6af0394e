/**
 * Key of a preview request. Free text is left out, because it does not affect the result and would refetch on every
 * keystroke.
 */
export const previewKey = (request: object | null): string | null =>
  request &&
  JSON.stringify(request, (name, value: unknown) =>
    name === 'reasonNote' ? undefined : name === 'override' || name === 'message' ? typeof value === 'string' : value,
  );
