/** Milliseconds that a browser has to take the file. */
const TAKEN_WITHIN = 10_000;

/** Hands a text to the person as a file. */
export function download(text: string, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), TAKEN_WITHIN);
}
