/** The guests' pages: a light document of their own, outside the installed app and its worker. */
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { chooseLocale } from '../i18n/locale-choice.ts';
import { loadMessages } from '../i18n/messages.ts';
import { BookingApp } from './booking-app.tsx';

const { pathname } = window.location;
const locale = chooseLocale({ path: pathname, cookies: document.cookie, languages: navigator.languages });

try {
  const messages = await loadMessages(locale);
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no place for the app.');
  createRoot(root).render(
    <StrictMode>
      <BookingApp texts={{ locale, messages }} path={pathname} />
    </StrictMode>,
  );
} catch (error) {
  console.error('Error while mounting app:', error);
  throw error;
}
