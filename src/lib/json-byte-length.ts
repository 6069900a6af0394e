const encoder = new TextEncoder();

/** How many bytes a value takes as JSON on the wire. */
export const jsonByteLength = (value: unknown): number => encoder.encode(JSON.stringify(value)).length;
