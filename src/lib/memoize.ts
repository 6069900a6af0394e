/** Memoizes a function of a text. The cache is cleared when it holds `most` entries. */
export function memoize<T>(read: (text: string) => T, most = Infinity): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let value = known.get(text);
    if (value === undefined && !known.has(text)) {
      if (known.size >= most) known.clear();
      known.set(text, (value = read(text)));
    }
    return value as T;
  };
}
