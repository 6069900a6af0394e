import { FormattedMessage } from 'react-intl';
import { IntlProvider, type LoadedTexts } from '../i18n/intl-provider.tsx';
import { pageNotFound } from '../lib/app-error.ts';
import { LostSignpost } from '../ui/illustrations.tsx';
import { DocumentTitle } from './document-title.tsx';
import './booking.css';

/** What stands at a guest's address: whatever is not published or not theirs answers alike. */
export function BookingApp({ texts, path }: { texts: LoadedTexts; path: string }) {
  const { statusCode, statusMessage } = pageNotFound(path);
  return (
    <IntlProvider locale={texts.locale} initial={texts}>
      <DocumentTitle id="errors.notFound.title" />
      <main className="page">
        <div className="art" aria-hidden>
          <LostSignpost />
        </div>
        <h1>
          <FormattedMessage id="errors.notFound.title" />
        </h1>
        <p className="status">
          <FormattedMessage id="errors.status" values={{ status: String(statusCode), message: statusMessage }} />
        </p>
        <p>
          <FormattedMessage id="errors.notFound.text" />
        </p>
      </main>
    </IntlProvider>
  );
}
