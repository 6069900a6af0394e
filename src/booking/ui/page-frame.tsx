/** Frame of every guest page: operator or partner, back button, language, contact. */
import { useEffect, useRef, useSyncExternalStore, type CSSProperties, type ReactNode } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import type { PublicOperator } from '../../data/public-booking-shapes.ts';
import { LOCALES, NATIVE_LANGUAGE_NAMES, type Locale } from '../../lib/locales.ts';
import { colourMode } from '../../ui/theme/colour-mode.ts';
import { ground as colourGround, paper } from '../../ui/theme/brand.ts';
import { ensureContrast } from '../../lib/ensure-contrast.ts';
import { switchLocale } from '../page-url.ts';
import { postToHost } from '../embedding.ts';
import { Logo } from './picture.tsx';
import { setFallbackOperator } from '../fallback-text.ts';
import { groupPhoneDigits } from '../../lib/group-phone-digits.ts';

/** Returns the operator's colour, adjusted for contrast as a background of white text and as text on the page. */
function coloursOf(brandColour: string | null, mode: 'light' | 'dark'): CSSProperties {
  if (brandColour === null) return {};
  const ground = ensureContrast(brandColour, '#ffffff');
  const text = ensureContrast(brandColour, mode === 'dark' ? paper.dark : colourGround.light);
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
/** The last step shown on any page; null before the first. */
let lastStep: string | null = null;

export interface PageFrameProps {
  operator: (Pick<PublicOperator, 'name' | 'colour' | 'phone' | 'email'> & { logo?: string | null }) | null;
  /** The partner in whose name the page is shown. */
  partner?: { name: string; colour: string | null; logo: string | null } | null;
  onBack?: (() => void) | undefined;
  /** A new step scrolls up and focuses the heading; `waiting` means that the step is not known yet. */
  step: string;
  children: ReactNode;
}

export function PageFrame({ operator, partner, onBack, step, children }: PageFrameProps) {
  const intl = useIntl();
  const main = useRef<HTMLElement>(null);
  useEffect(() => {
    postToHost({ type: 'step', step, title: document.title });
    if (step === WAITING) return;
    const isFirst = lastStep === null || lastStep === step;
    lastStep = step;
    // The first page must not steal the focus: the guest is where they want to be, and the embedding page may show
    // something else.
    if (isFirst) return;
    window.scrollTo(0, 0);
    main.current?.querySelector<HTMLElement>('h1')?.focus();
  }, [step]);
  useEffect(() => {
    setFallbackOperator(operator);
  }, [operator]);
  const mode = useSyncExternalStore(colourMode().subscribe, () => colourMode().getState().resolved);
  const brand = partner ?? operator;
  return (
    <div className="bk" style={coloursOf(brand?.colour ?? null, mode)}>
      <header className="bk-head">
        {onBack && <BackButton onBack={onBack} />}
        {brand?.logo && <Logo tag={brand.logo} />}
        {brand && (
          <p className="bk-name">
            <strong>{brand.name}</strong>
            {partner && operator && (
              <span>{intl.formatMessage({ id: 'booking.with' }, { operator: operator.name })}</span>
            )}
          </p>
        )}
        <LanguageSelect />
      </header>
      <main ref={main} className="bk-main">
        {children}
      </main>
      {operator && (operator.phone ?? operator.email) && (
        <footer className="bk-foot">
          <FormattedMessage id="booking.questions" />
          {operator.phone && <a href={`tel:${operator.phone}`}>{groupPhoneDigits(operator.phone)}</a>}
          {operator.email && <a href={`mailto:${operator.email}`}>{operator.email}</a>}
        </footer>
      )}
    </div>
  );
}

function BackButton({ onBack }: { onBack(): void }) {
  return (
    <button type="button" className="bk-back" onClick={onBack}>
      <svg width="20" height="20" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.5" aria-hidden>
        <path d="m12.5 4-6 6 6 6" />
      </svg>
      <span className="bk-hidden">
        <FormattedMessage id="booking.back" />
      </span>
    </button>
  );
}

function LanguageSelect() {
  const intl = useIntl();
  return (
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
  );
}

export function Heading({ children }: { children: ReactNode }) {
  return (
    <h1 className="bk-title" tabIndex={-1}>
      {children}
    </h1>
  );
}
