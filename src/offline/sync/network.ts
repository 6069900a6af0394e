/** Network states, from the results of requests and, for `offline`, from the browser. */
import type { Failure } from '../../domain/result.ts';

/**
 * `online`: the last request got the server's response. `no_response`: a request takes unusually long, or ended
 * without a response or with a server error. `portal`: something else responded, for example a Wi-Fi sign-in page.
 * `unreachable`: there is a network but no route to the server, which is also how a portal looks when it cannot
 * impersonate the server. `offline`: there is no network.
 */
export type Network = 'online' | 'no_response' | 'portal' | 'unreachable' | 'offline';

/** Milliseconds after which a pending request counts as slow; it may still get a response before its timeout. */
export const SLOW_AFTER_MS = 5000;

/**
 * Returns the network state after a sync pass that ended with `failure` (null: none), or null when it says nothing
 * about the network.
 */
export function networkAfter(failure: Failure | null, hasNetwork: boolean): Network | null {
  switch (failure?.code) {
    case undefined:
    case 'signed_out':
    case 'key_revoked':
    case 'key_wrong':
    case 'version_differs':
    case 'wrong_credentials':
    case 'not_permitted':
    case 'earns_commission':
    case 'no_subscription':
    case 'not_found':
    case 'rate_limited':
    case 'invalid':
      return 'online';
    case 'offline':
      return hasNetwork ? 'unreachable' : 'offline';
    case 'timeout':
    case 'server':
      return 'no_response';
    case 'bad_response':
      return 'portal';
    case 'storage_full':
    case 'storage_failed':
      return null;
  }
}
