import { createContext } from 'react';
import type { LoadedTexts } from '../i18n/intl-provider.tsx';

/** The texts that were loaded before the first paint. */
export const StartTexts = createContext<LoadedTexts>({ locale: 'en', messages: {} });
