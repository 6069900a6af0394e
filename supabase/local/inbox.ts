/** /local/inbox: the mail that a real installation would have sent. */
import type { MailBox } from './mail-box.ts';
import { escape, page } from './page.ts';

export function inboxPage(mails: MailBox, path: string): Response | null {
  const [id, part] = path.replace(/^\/local\/inbox\/?/, '').split('/');
  if (!id) return list(mails);
  const mail = mails.find(id);
  if (!mail) return null;
  if (part === 'body') {
    // The mail's own HTML, in a frame of its own in which nothing runs; its links open outside the frame.
    return new Response(`<base target="_top">${mail.html || `<pre>${escape(mail.text)}</pre>`}`, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy':
          "default-src 'none'; style-src 'unsafe-inline'; img-src https: data:; frame-ancestors 'self'; sandbox allow-top-navigation-by-user-activation",
        'Referrer-Policy': 'no-referrer',
        'X-Content-Type-Options': 'nosniff',
      },
    });
  }
  return page({
    title: mail.subject,
    main: `<p><a href="/local/inbox">Inbox</a></p><h1>${escape(mail.subject)}</h1>
      <p class="quiet">To ${escape(mail.to)}, ${escape(mail.sentAt)}</p>
      <iframe title="The mail" src="/local/inbox/${escape(mail.id)}/body" sandbox="allow-top-navigation-by-user-activation"></iframe>
      <h2>As plain text</h2><pre>${escape(mail.text)}</pre>`,
  });
}

function list(mails: MailBox): Response {
  const rows = mails
    .list()
    .map(
      (mail) =>
        `<tr><td>${escape(mail.sentAt)}</td><td>${escape(mail.to)}</td><td><a href="/local/inbox/${escape(mail.id)}">${escape(mail.subject)}</a></td></tr>`,
    );
  return page({
    title: 'Inbox',
    main: `<h1>Inbox</h1><p class="quiet">Mail that a real installation would have sent stays here.</p>${
      rows.length > 0
        ? `<table><thead><tr><th>Sent</th><th>To</th><th>Subject</th></tr></thead><tbody>${rows.join('')}</tbody></table>`
        : '<p>Nothing has been sent yet. Ask for a new password on the sign-in page, and its mail comes here.</p>'
    }`,
  });
}
