/** Mail to the owners: a scheduled export was paused, and why. */
import { nonEmpty, nullable, object, picklist, pipe, string } from 'valibot';
import { EXPORT_KINDS } from '../../../../../src/domain/scheduled-exports.ts';
import { defineTemplate } from '../template.ts';
import { buttonTo, Link } from './account-link.ts';

const nonEmptyText = pipe(string(), nonEmpty());

export const exportPaused = defineTemplate(
  object({
    company: nonEmptyText,
    kind: picklist(EXPORT_KINDS),
    view: nullable(string()),
    reason: picklist(['no_right', 'no_view', 'view_changed', 'no_receiver']),
    /** Responsible person; null if the account is gone. */
    actor: nullable(string()),
    link: Link,
  }),
  ({ company, kind, view, reason, actor, link }, intl) => {
    const why = intl.text('mail.exportPaused.why', { reason, actor: actor ?? '—' });
    const name = view ?? intl.text('mail.exportPaused.kind', { kind });
    return {
      subject: intl.text('mail.exportPaused.subject', { company }),
      preview: why,
      title: intl.text('mail.exportPaused.title'),
      paragraphs: [why, intl.text('mail.exportPaused.next')],
      facts: [{ name: intl.text('mail.exportPaused.which'), value: name }],
      button: buttonTo(link, intl.text('mail.exportPaused.button'), intl),
      notes: [],
      footer: intl.text('mail.footer.sentFor', { company }),
    };
  },
);
