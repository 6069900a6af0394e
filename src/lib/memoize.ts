/** Memoizes a function of a text. The cache is cleared when it holds `max` entries. */
export function memoize<T>(read: (text: string) => T, max = Infinity): (text: string) => T {
  const values = new Map<string, T>();
  return (text) => {
    let value = values.get(text);
    if (value === undefined && !values.has(text)) {
      if (values.size >= max) values.clear();
      values.set(text, (value = read(text)));
    }
    return value as T;
  };
}
