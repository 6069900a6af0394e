/** Preview of the guest pages in a frame that plays another site, with a log of the messages that they post. */
import { now } from '../../lib/clock.ts';
import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { useRef, useState } from 'react';
import { FormattedMessage, useIntl } from 'react-intl';
import { otherLoopbackOrigin } from '../../lib/other-origin.ts';
import { type, weight } from '../../ui/theme/sizes.ts';
import { attributesOf, type Embedding } from './embed-code.ts';

const useStyles = makeStyles({
  live: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: '16px' },
  box: {
    margin: '0 auto',
    width: '100%',
    maxWidth: '100%',
    boxSizing: 'border-box',
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusLarge,
    overflow: 'hidden',
  },
  tablet: { width: '768px' },
  phone: { width: '360px' },
  frame: { display: 'block', width: '100%', height: 'max(480px, 75vh)', border: 0 },
  title: { ...type.title, margin: 0, fontWeight: weight.bold },
  description: { ...type.body, margin: 0, color: tokens.colorNeutralForeground3 },
  log: {
    ...type.body,
    maxHeight: '280px',
    overflowY: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  list: { margin: 0, padding: 0, listStyleType: 'none' },
  empty: { margin: 0, padding: '8px 12px', color: tokens.colorNeutralForeground3 },
  entry: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: '0 12px',
    padding: '8px 12px',
    fontFamily: tokens.fontFamilyMonospace,
    overflowWrap: 'anywhere',
    ':not(:last-child)': { borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  time: { color: tokens.colorNeutralForeground3 },
  kind: { fontWeight: weight.bold },
});

/**
 * Our page that plays the other site. Its own headers let it load embed.js and the guest pages from the other origin,
 * and let this app frame it (`otherSiteHeaders` in supabase/local/headers.ts).
 */
const OTHER_SITE = '/other-site.html';
const MAX_MESSAGES = 50;

/** Returns the origin that serves the guest pages to other sites, or null if there is no second origin. */
const otherOrigin = (): string | null =>
  (import.meta.env['VITE_OTHER_ORIGIN'] as string | undefined) || otherLoopbackOrigin(location.origin);

interface Message {
  number: number;
  at: number;
  detail: Record<string, unknown>;
}

export function LivePage({ embedding, width }: { embedding: Embedding; width: 'full' | 'tablet' | 'phone' }) {
  const styles = useStyles();
  const intl = useIntl();
  const frame = useRef<HTMLIFrameElement>(null);
  const [messages, setMessages] = useState<readonly Message[]>([]);
  const embedOrigin = otherOrigin();

  function setUpSite(): void {
    const page = frame.current?.contentDocument;
    const container = page?.getElementById('place');
    if (!page || !container) return;
    page.documentElement.lang = intl.locale;
    page.documentElement.style.colorScheme = embedding.theme || 'light dark';
    page.querySelector('h1')!.textContent = intl.formatMessage({ id: 'tester.site.title' });
    page.querySelector('p')!.textContent = intl.formatMessage({ id: 'tester.site.text' });
    const placeholder = page.createElement(embedding.how === 'dialog' ? 'button' : 'div');
    for (const [name, value] of attributesOf(embedding)) placeholder.setAttribute(name, value);
    if (embedding.how === 'dialog') placeholder.textContent = intl.formatMessage({ id: 'tester.button' });
    container.replaceChildren(placeholder);
    page.addEventListener('muster', (event) => {
      const { detail } = event as CustomEvent<Record<string, unknown>>;
      setMessages((before) =>
        [{ number: (before[0]?.number ?? 0) + 1, at: now(), detail }, ...before].slice(0, MAX_MESSAGES),
      );
    });
    const script = page.createElement('script');
    script.src = `${embedOrigin ?? location.origin}/embed.js`;
    page.body.append(script);
  }

  return (
    <div className={styles.live}>
      <div className={mergeClasses(styles.box, width !== 'full' && styles[width])}>
        {/* Our own page, which runs nothing but embed.js; unsandboxed, so that it behaves like another site. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox */}
        <iframe
          ref={frame}
          className={styles.frame}
          src={OTHER_SITE}
          title={intl.formatMessage({ id: 'tester.site' })}
          onLoad={setUpSite}
        />
      </div>
      <MessageLog messages={messages} embedOrigin={embedOrigin} />
    </div>
  );
}

function MessageLog({ messages, embedOrigin }: { messages: readonly Message[]; embedOrigin: string | null }) {
  const styles = useStyles();
  const intl = useIntl();
  return (
    <>
      <h2 className={styles.title} id="tester-messages">
        <FormattedMessage id="tester.messages" />
      </h2>
      <p className={styles.description}>
        {embedOrigin === null ? (
          <FormattedMessage id="tester.messages.sameOrigin" />
        ) : (
          <FormattedMessage id="tester.messages.about" values={{ page: embedOrigin, site: location.origin }} />
        )}
      </p>
      {/* Focusable, so that the keyboard can scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.log} role="log" aria-labelledby="tester-messages" tabIndex={0}>
        {messages.length === 0 && (
          <p className={styles.empty}>
            <FormattedMessage id="tester.messages.none" />
          </p>
        )}
        <ol className={styles.list}>
          {messages.map(({ number, at, detail: { type: kind, ...payload } }) => (
            <li key={number} className={styles.entry} data-message={String(kind)}>
              <span className={styles.time}>
                {intl.formatTime(at, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' })}
              </span>
              <span className={styles.kind}>{String(kind)}</span>
              {/* Spaces allow line breaks. */}
              <span>{JSON.stringify(payload, null, 1).replace(/\s+/g, ' ')}</span>
            </li>
          ))}
        </ol>
      </div>
    </>
  );
}
