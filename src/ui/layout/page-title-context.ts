import { createContext } from 'react';

/** Text of the page's title; a section heading with the same text is visually hidden. */
export const PageTitleContext = createContext<string | null>(null);
