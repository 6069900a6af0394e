import { createContext } from 'react';

/** What the page's header says already, in words: a heading of the same words below it is for who listens only. */
export const PageTitleContext = createContext<string | null>(null);
