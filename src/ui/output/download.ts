/** Milliseconds until the object URL is revoked; the browser has to start the download before. */
const REVOKE_DELAY_MS = 10_000;

/** Saves a text or blob as a file on the person's device. */
export function download(content: string | Blob, { name, type }: { name: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_DELAY_MS);
}
