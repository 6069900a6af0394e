/** What is known of the way to the server: a closed list, told by what really happened to the requests and never by hope. */
import type { Failure } from '../../domain/result.ts';

/**
 * `online`: the server answered last. `no_answer`: a request is out for longer than a person takes for normal, or ended without one.
 * `portal`: somebody else answered in its place, as the sign-in page of a Wi-Fi does. `unreachable`: there is a network and no way from
 * it to the server, which a portal also looks like where it cannot answer in the server's name. `offline`: there is no network.
 */
export type Network = 'online' | 'no_answer' | 'portal' | 'unreachable' | 'offline';

/** A request without an answer is told of after this many milliseconds; it may still get one until its limit. */
export const SLOW_AFTER = 5000;

/** The network after a pass that ended with `failure` (null: none), or null where that says nothing about the network. */
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
      return 'no_answer';
    case 'bad_answer':
      return 'portal';
    case 'storage_full':
    case 'storage_failed':
      return null;
  }
}
