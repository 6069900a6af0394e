import type { OutgoingMail } from '../ports.ts';
import type { RenderedMail } from './mail-content.ts';
import { qrPicture } from './qr-picture.ts';

type MailWithPictures = Omit<RenderedMail, 'pictures'> & Pick<OutgoingMail, 'pictures'>;

/** Adds the QR codes of a mail as inline pictures. */
export async function attachQrCodes({ pictures, ...mail }: RenderedMail): Promise<MailWithPictures> {
  if (!pictures) return mail;
  const paint = async ({ cid, code }: { cid: string; code: string }) => ({
    cid,
    name: code,
    png: await qrPicture(code),
  });
  return { ...mail, pictures: await Promise.all(pictures.map(paint)) };
}
