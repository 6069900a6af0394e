/** What stands around every page of guests: whose it is, the way back, the language, and how to reach somebody. */
import { useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicOperator } from '../../data/public-booking.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES, type Locale } from '../../lib/locales.ts';
import { colourMode } from '../../ui/theme/colour-mode.ts';
import { ground as colourGround, paper } from '../../ui/theme/brand.ts';
import { ensureContrast } from '../../lib/ensure-contrast.ts';
import { switchLocale } from '../address.ts';
import { postToHost } from '../embedding.ts';
import { Logo } from './picture.tsx';
import { setFallbackOperator } from '../fallback-text.ts';

/** The operator's colour, bent until it is read: as a ground for white text, and as text on the paper of the mode. */
function coloursOf(chosen: string | null, mode: 'light' | 'dark'): CSSProperties {
  if (chosen === null) return {};
  const ground = ensureContrast(chosen, '#ffffff');
  const text = ensureContrast(chosen, mode === 'dark' ? paper.dark : colourGround.light);
  return {
    '--colorBrandBackground': ground,
    '--colorBrandBackgroundHover': ground,
    '--colorNeutralForegroundOnBrand': '#ffffff',
    '--colorBrandForeground1': text,
    '--colorBrandForegroundLink': text,
    '--colorStrokeFocus2': text,
  } as CSSProperties;
}

const WAITING = 'waiting';
/** The step that was begun last, of whichever page; null as long as nothing has been shown. */
let begun: string | null = null;

export interface PageFrameProps {
  operator: (Pick<PublicOperator, 'name' | 'colour' | 'phone' | 'email'> & { logo?: string | null }) | null;
  /** In whose name it is shown, where that is another's. */
  partner?: { name: string; colour: string | null; logo: string | null } | null;
  onBack?: (() => void) | undefined;
  /** Another one is another page: it begins at its heading. `waiting`: what comes is not known yet. */
  step: string;
  children: ReactNode;
}

export function PageFrame({ operator, partner, onBack, step, children }: PageFrameProps) {
  const intl = useIntl();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    postToHost({ type: 'step', step, title: document.title });
    if (step === WAITING) return;
    const isFirst = begun === null || begun === step;
    begun = step;
    // Whoever has just opened the document is where they want to be; in somebody else's page they may not even look at it.
    if (isFirst) return;
    window.scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);
  useEffect(() => {
    setFallbackOperator(operator);
  }, [operator]);
  const mode = useSyncExternalStore(colourMode().subscribe, () => colourMode().getState().resolved);
  const shown = partner ?? operator;
  return (
    <div className="bk" style={coloursOf(shown?.colour ?? null, mode)}>
      <header className="bk-head">
        {onBack && (
          <button type="button" className="bk-back" onClick={onBack}>
            <svg
              width="20"
              height="20"
              viewBox="0 0 20 20"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden
            >
              <path d="m12.5 4-6 6 6 6" />
            </svg>
            <span className="bk-hidden">
              <FormattedMessage id="booking.back" />
            </span>
          </button>
        )}
        {shown?.logo && <Logo tag={shown.logo} />}
        {shown && (
          <p className="bk-name">
            <strong>{shown.name}</strong>
            {partner && operator && (
              <span>{intl.formatMessage({ id: 'booking.with' }, { operator: operator.name })}</span>
            )}
          </p>
        )}
        <label className="bk-language">
          <span className="bk-hidden">
            <FormattedMessage id="booking.language" />
          </span>
          <select value={intl.locale.slice(0, 2)} onChange={({ target }) => switchLocale(target.value as Locale)}>
            {LOCALES.map((locale) => (
              <option key={locale} value={locale} lang={locale}>
                {NATIVE_LANGUAGE_NAMES[locale]}
              </option>
            ))}
          </select>
        </label>
      </header>
      <main ref={main} className="bk-main">
        {children}
      </main>
      {operator && (operator.phone ?? operator.email) && (
        <footer className="bk-foot">
          <FormattedMessage id="booking.questions" />
          {operator.phone && <a href={`tel:${operator.phone}`}>{operator.phone}</a>}
          {operator.email && <a href={`mailto:${operator.email}`}>{operator.email}</a>}
        </footer>
      )}
    </div>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 className="bk-title" tabIndex={-1}>
      {children}
    </h1>
  );
}
