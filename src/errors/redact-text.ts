/**
 * Redacts error texts to words of an allowlist: grammar, programming terms and our own terms. A denylist cannot work,
 * as nobody can list all names, references and numbers.
 */
import { paths } from '../lib/paths.ts';

const GRAMMAR = `a all already an and any are as at be because before both but by can cannot could did do does each either
 ended ends every for found from get given got has have if in instead into is it its itself let more must neither no none not of off on
 once one only or other out outside over page per please set should something such than that the their them there these this those to
 too two unable under until unusable used using was were when where which while why with within without would yet you your`;
const PROGRAMS = `abort aborted aborterror access action actions active add after again allowed already answer api app argument arguments
 array assign assignment async attempt await bad bigint blocked body boolean broken buffer bug bugsnag build bytes cache cached call
 callback camera cancel cancelled cast catch cause change changed channel character check child chunk circular class click clipboard clone
 cloned clone close closed closing code codes component configurable connect connection console const constraint constructor context controller
 convert cookie cookies corrupt create created css cursor data database dataclone date decode default define defined delete deleted denied
 depth destroyed detached device disk document does domain dom done dropped duplicate dynamically effect element empty encode end error
 errors eval evaluating event exceeded exception exists expected export extend extensible failed failure fetch fetching field file first
 focus for format frame fulfilled full function generator getter global gone hash header headers history hook hooks hot host html http https
 hydrate hydration id ids idle illegal image import imported in incorrect index indexed indexeddb infinity initialization initialized input
 insertion install instance instanceof integer internal interrupted intl invalid invariant invocation is iterable iterator json key keys
 language layout left length level lexical line list listener load loaded loading local locale location lock lookup loop lost main malformed
 manager manifest map match max maximum media memory message messages meta method middleware minified missing mode ms module multiple name names nan
 navigate navigation nested network new next node non null number now object offline offset online open opened operation option options order
 origin outbox own param parameter params parent parse parsing path pattern pending permission permitted picture pointer pop popstate
 position previous private process production promise promises property properties protocol prototype provider proxy pull push pushed pushstate query
 quota range raw read react reader readable reading readonly recursion redirect reducer ref reference referenceerror refresh refused regexp
 registration regular reject rejected rejection release reload remote remove rendered rendering renders replace replacestate reply request
 requests require required reset resize resource response result retry return returned root route router row rows rule rules run runtime
 same save schema scope script scroll search security selector send sent sequence serialize server service session setter settings shared
 signal size sql src stack stage stale start started state status stop storage store stored stream strict string structured style subscribe
 subscription succeeded suspended symbol sync syncing syntax syntaxerror system tab table target task text then this thread throttle throw
 thrown time timed timeout timer token tokens transaction transition translation type typed typeerror typeof ui unavailable uncaught
 undefined unexpected unhandled unhandledrejection unit unknown unmounted unreachable unsupported unsupported unterminated update upgrade
 url usable usage use user utf valid validate value values variable version versionchange video view visible wait waiting wake wasm
 websocket window worker writable write written wrong xmlhttprequest zxing`;
const OURS = `amount admin appeared arrival attendance auth book booking bookings bak calendar carried categories category checkin checked companies
 company conflict contact count counted currency customers dashboard day days departed departure departures dialog due en es da it expired
 flag flags guard guest guests guide guides hidden hint impersonate integrations isolated kind look manage member members mirror money
 muster next note notes operator operators organisation organisations outcome outcomes park parked partner party pass payload payment
 payments people person phx price prices push record recorded referrals rest role roles roll rpc scan scanner seat seats settled sheet show
 sign signed snapshot stop stored summaries summary sw team tester thanks ticket tickets tour tours undo up users v1 verdict verdicts voucher
 walk walkin walks hash push unsent users view warning`;

const split = (list: string) =>
  list
    .toLowerCase()
    .split(/[\s/:-]+/)
    .filter((word) => word !== '');
const routes = Object.values(paths).filter((path): path is Extract<typeof path, string> => typeof path === 'string');
const ALLOWED: ReadonlySet<string> = new Set([GRAMMAR, PROGRAMS, OURS, ...routes].flatMap(split));

/** Replaces redacted text. */
export const REDACTED = '…';

/** Returns whether a word, or every part of an identifier (`departureId`, `check_in`), is on the allowlist. */
export function isProgramWord(word: string): boolean {
  // A minified name.
  if (/^[A-Za-z$_][\d$_]?$/.test(word)) return true;
  const words = word
    .replace(/([a-z\d])(?=[A-Z])/g, '$1 ')
    .split(/[\s_$-]+/)
    .filter((subword) => subword !== '');
  return words.length > 0 && words.every((subword) => ALLOWED.has(subword.toLowerCase()));
}

const ADDRESS = /^[a-z][a-z+.-]*:\/\//i;
const WORD = /^[\p{L}\p{M}\p{N}$_]+$/u;
const TOKENS = /[a-z][a-z+.-]{0,30}:\/\/[^\s"'<>)]+|[\p{L}\p{M}\p{N}$_]+|[^\p{L}\p{M}\p{N}$_]/giu;
const MAIL = /[^\s"'<>(),;]+(?:@|%40)[^\s"'<>(),;]+/gi;
const MAX_MESSAGE_LENGTH = 1000;

/** Returns a message with only its allowed words and numbers of up to five digits. */
export function redactMessage(text: string): string {
  const tokens = (text.slice(0, MAX_MESSAGE_LENGTH).replace(MAIL, REDACTED).match(TOKENS) ?? []).map((token) => {
    if (ADDRESS.test(token)) return redactUrl(token);
    if (WORD.test(token)) return /^\d{1,5}$/.test(token) || isProgramWord(token) ? token : REDACTED;
    return /[\s!-?[-`{-~]/.test(token) ? token : REDACTED;
  });
  return (
    tokens
      .join('')
      // Adjacent numbers may be a phone number, a date or a card number.
      .replace(/(?<![\p{L}\d])\+?\(?\d+(?:[\s().\-/+]+\d+)+(?![\p{L}\d])/gu, REDACTED)
      .replace(/…(?:[\s.,:;+()<>-]*…)+/g, REDACTED)
  );
}

const ASSET = /^[\w-]{1,80}\.(?:js|css|wasm|woff2)$/;

/** Returns whether a URL is a file of our build, so that its stack frames are code. */
export const isAssetUrl = (address: string): boolean => /\/(?:assets\/[\w-]+\.js|sw\.js)$/.test(address);

/** Returns a URL without query and fragment; only path segments of our own routes and RPCs are left. */
export function redactUrl(address: string): string {
  let url: URL;
  try {
    url = new URL(address, 'https://here.invalid');
  } catch {
    return REDACTED;
  }
  if (!/^https?:$/.test(url.protocol)) return `${url.protocol}${REDACTED}`;
  const here = globalThis.location?.origin;
  if (url.hostname !== 'here.invalid' && url.origin !== here) return `${url.protocol}//${REDACTED}`;
  const segments = url.pathname.split('/').map((segment, at, all) => {
    if (segment === '' || isProgramWord(segment) || segment === 'assets') return segment;
    return ASSET.test(segment) && (all[at - 1] === 'assets' || isProgramWord(segment.split('.')[0] ?? ''))
      ? segment
      : REDACTED;
  });
  return `${url.hostname === 'here.invalid' ? '' : url.origin}${segments.join('/')}`;
}
