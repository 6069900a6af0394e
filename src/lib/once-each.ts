/** What is read of the same text again and again, found out once. `most`: so many are remembered, then it begins anew. */
export function onceEach<T>(read: (text: string) => T, most = Infinity): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let said = known.get(text);
    if (said === undefined && !known.has(text)) {
      if (known.size >= most) known.clear();
      known.set(text, (said = read(text)));
    }
    return said as T;
  };
}
