/** Copies or shares the ticket's link, as the page's address is the ticket and a frame hides it. */
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { localizedPath } from '../page-url.ts';

export function SaveTicket({ token, title }: { token: string; title: string }) {
  const intl = useIntl();
  const [copied, setCopied] = useState<'yes' | 'by hand' | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const link = `${window.location.origin}${localizedPath(`/booking/view/${token}`)}`;

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(link);
      setCopied('yes');
    } catch {
      // If the embedding page forbids clipboard access, the link is selected for manual copying.
      setCopied('by hand');
      requestAnimationFrame(() => field.current?.select());
    }
  }
  async function share(): Promise<void> {
    try {
      await navigator.share({ title, url: link });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) await copy();
    }
  }

  return (
    <>
      <p>
        <FormattedMessage id="booking.view.keep" />
      </p>
      <p className="bk-actions">
        <a className="bk-secondary" href={link} target="_blank" rel="noopener noreferrer">
          <FormattedMessage id="booking.view.open" />
        </a>
        <button type="button" className="bk-secondary" onClick={() => void copy()}>
          <FormattedMessage id="booking.view.copy" />
        </button>
        {typeof navigator.share === 'function' && (
          <button type="button" className="bk-secondary" onClick={() => void share()}>
            <FormattedMessage id="booking.view.share" />
          </button>
        )}
      </p>
      {copied === 'by hand' && (
        <input
          ref={field}
          className="bk-address"
          readOnly
          value={link}
          aria-label={intl.formatMessage({ id: 'booking.view.link' })}
        />
      )}
      <span role="status">{copied === 'yes' && <FormattedMessage id="booking.view.copied" />}</span>
    </>
  );
}
