import type { OutgoingMail } from '../ports.ts';
import type { WrittenMail } from './letter.ts';
import { qrPicture } from './qr-picture.ts';

type Painted = Omit<WrittenMail, 'pictures'> & Pick<OutgoingMail, 'pictures'>;

/** A mail with the pictures of its codes. */
export async function painted({ pictures, ...mail }: WrittenMail): Promise<Painted> {
  if (!pictures) return mail;
  const paint = async ({ cid, code }: { cid: string; code: string }) => ({
    cid,
    name: code,
    png: await qrPicture(code),
  });
  return { ...mail, pictures: await Promise.all(pictures.map(paint)) };
}
