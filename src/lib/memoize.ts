/** What is read of the same text again and again, found out once. `most`: so many are remembered, then it begins anew. */
export function memoize<T>(read: (text: string) => T, most = Infinity): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let response = known.get(text);
    if (response === undefined && !known.has(text)) {
      if (known.size >= most) known.clear();
      known.set(text, (response = read(text)));
    }
    return response as T;
  };
}
