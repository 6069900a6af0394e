/** Copies what is shown, and says so for a while. */
import { useEffect, useState, type RefObject } from 'react';

/** Milliseconds for which a button says that it has copied. */
const SAID = 4000;

/** `shown`: where it stands, as it is to be chosen where a browser keeps the clipboard to itself. */
export function useCopying(text: string, shown: RefObject<HTMLElement | null>) {
  const [copied, setCopied] = useState<string | null>(null);
  useEffect(() => {
    if (copied === null) return undefined;
    const timer = setTimeout(() => setCopied(null), SAID);
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // Everything is at least chosen for it.
      if (shown.current) getSelection()?.selectAllChildren(shown.current);
    }
  }
  return { isCopied: copied === text, copy };
}
