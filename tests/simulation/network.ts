/** A network that loses, repeats, delays and reorders requests; it wraps a port and never alters their content. */
import type { CheckInPort } from '../../src/data/check-in-port.ts';
import { fail, type Result } from '../../src/domain/result.ts';

export interface Weather {
  /** No request arrives. */
  partitioned: boolean;
  /** Probabilities from 0 to 1, tried in this order. */
  loseRequest: number;
  loseResponse: number;
  repeat: number;
  delay: number;
  serverFails: number;
}

export const FAIR: Weather = {
  partitioned: false,
  loseRequest: 0,
  loseResponse: 0,
  repeat: 0,
  delay: 0,
  serverFails: 0,
};
export const FOUL: Weather = {
  partitioned: false,
  loseRequest: 0.15,
  loseResponse: 0.2,
  repeat: 0.15,
  delay: 0.15,
  serverFails: 0.1,
};

export interface Network {
  port: CheckInPort;
  weather: Weather;
  /** Delivers, in any order, requests that their sender has given up on. */
  deliverDelayed(): Promise<void>;
}

const OFFLINE = () => fail('offline', { retry: true });

export function foulNetwork(inner: CheckInPort, random: () => number): Network {
  const delayed: (() => Promise<unknown>)[] = [];
  const travel = async <T>(send: () => Promise<Result<T>>, mayDelay: boolean): Promise<Result<T>> => {
    const { weather } = network;
    if (weather.partitioned || random() < weather.loseRequest) return OFFLINE();
    if (random() < weather.serverFails) return fail('server', { retry: true });
    if (mayDelay && random() < weather.delay) {
      delayed.push(send);
      return fail('timeout', { retry: true });
    }
    if (random() < weather.repeat) await send();
    const result = await send();
    return random() < weather.loseResponse ? OFFLINE() : result;
  };
  const network: Network = {
    weather: FAIR,
    port: {
      push: (request) => travel(() => inner.push(structuredClone(request)), true),
      // A pull changes nothing, so one without a waiting sender is as good as lost.
      pull: (request) => travel(() => inner.pull(structuredClone(request)), false),
    },
    async deliverDelayed() {
      while (delayed.length > 0) await delayed.splice(Math.floor(random() * delayed.length), 1)[0]!();
    },
  };
  return network;
}
