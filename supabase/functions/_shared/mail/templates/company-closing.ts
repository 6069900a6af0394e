/** Mail to the whole team: the company will close, or its closing was cancelled. */
import { boolean, isoTimestamp, nonEmpty, nullable, object, pipe, string } from 'valibot';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const words = pipe(string(), nonEmpty());

export const companyClosing = defineTemplate(
  object({
    company: words,
    actor: words,
    /** Null if the closing was cancelled. */
    closesAt: nullable(pipe(string(), isoTimestamp())),
    timeZone: words,
    mayUndo: boolean(),
    link: Link,
  }),
  ({ company, actor, closesAt, timeZone, mayUndo, link }, intl) => {
    const footer = intl.text('mail.footer.sentFor', { company });
    if (closesAt === null) {
      const text = intl.text('mail.companyKept.text', { company, actor });
      return {
        subject: intl.text('mail.companyKept.subject', { company }),
        preview: text,
        title: intl.text('mail.companyKept.title', { company }),
        paragraphs: [text],
        notes: [],
        footer,
      };
    }
    const day = intl.momentIn(new Date(closesAt), timeZone);
    const text = intl.text('mail.companyClosing.text', { company, actor, day });
    return {
      subject: intl.text('mail.companyClosing.subject', { company }),
      preview: text,
      title: intl.text('mail.companyClosing.title', { company }),
      paragraphs: [text, intl.text('mail.companyClosing.now')],
      ...(mayUndo ? { button: buttonTo(link, intl.text('mail.companyClosing.button'), intl) } : {}),
      notes: [intl.text(mayUndo ? 'mail.companyClosing.undo' : 'mail.companyClosing.ask')],
      footer,
    };
  },
);
