const encoder = new TextEncoder();

/** Returns the UTF-8 length of a value as JSON, in bytes. */
export const jsonByteLength = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
