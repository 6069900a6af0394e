/** /booking/tester: the QR code and the link for printing and sharing. */
import { encode } from 'uqr';
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { CodeToCopy } from '../../src/company/booking-tester/code-to-copy.tsx';
import { addressOf, type Embedding } from '../../src/company/booking-tester/embed-code.ts';
import { renderScreen } from './render-screen.tsx';

const EMBEDDING: Embedding = {
  operator: 'harbour-walks',
  organisation: '',
  page: 'tours',
  tour: '',
  language: 'da',
  theme: '',
  referral: 'desk',
  how: 'place',
};
const link = addressOf(EMBEDDING, location.origin);
const show = () =>
  renderScreen(<CodeToCopy embedding={EMBEDDING} kind="qr" onKind={() => undefined} />, {
    texts: ['patterns', 'booking-tester'],
  });
afterEach(() => void vi.restoreAllMocks());

test('saves the QR code as an SVG that is named after the operator and encodes only the link', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    blobs.push(file as Blob);
    return 'blob:none';
  });
  const fileNames: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    fileNames.push(this.download);
  });
  await show();
  await page.getByRole('button', { name: 'Save as SVG' }).click();
  expect(fileNames).toEqual(['harbour-walks.svg']);
  expect(blobs[0]!.type).toBe('image/svg+xml');
  const drawing = new DOMParser().parseFromString(await blobs[0]!.text(), 'image/svg+xml').documentElement;
  expect([drawing.namespaceURI, drawing.localName]).toEqual(['http://www.w3.org/2000/svg', 'svg']);
  // Compares every module with what a scanner reads as the link.
  const { size, data } = encode(link, { border: 2, ecc: 'L', boostEcc: true });
  expect(drawing.getAttribute('viewBox')).toBe(`0 0 ${size} ${size}`);
  const squares = [
    ...drawing
      .querySelector('path[d*="h1v1h-1z"]')!
      .getAttribute('d')!
      .matchAll(/M(\d+) (\d+)h1v1h-1z/g),
  ];
  expect(squares.map(([, x, y]) => `${x} ${y}`)).toEqual(
    data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`${x} ${y}`] : []))),
  );
});

test('copies the link, and selects it when the clipboard is denied', async () => {
  const copied: string[] = [];
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
  await show();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  expect(copied).toEqual([link]);
  write.mockRejectedValue(new DOMException('No', 'NotAllowedError'));
  await page.getByRole('button', { name: 'Copied' }).click();
  await expect.poll(() => getSelection()?.toString().replaceAll(/\s/g, '')).toBe(link);
});
