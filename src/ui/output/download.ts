/** Milliseconds that a browser has to take the file. */
const TAKEN_WITHIN = 10_000;

/** Hands a text, or what was made elsewhere, to the person as a file. */
export function download(content: string | Blob, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_WITHIN);
}
