import { isIP } from 'node:net';
import { integer, oneOf, text, value } from '../platform/config/index.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** The settings of the process of the standalone service. They are not options. */
export const processSettings = {
  /** TCP port; 0 selects a free one. */
  port: integer(0, 65_535, { variable: 'PORT', default: 3000 }),
  /** Address to listen on. 0.0.0.0 in the container image. */
  host: text({ variable: 'HOST', default: '127.0.0.1' }),
  /** TCP port of the metrics; without it there are none. */
  metricsPort: integer(0, 65_535, { variable: 'METRICS_PORT' }),
  /** Milliseconds in which readiness is 503 before the end. */
  shutdownDelayMs: integer(0, 600_000, { variable: 'SHUTDOWN_DELAY_MS', default: 500 }),
  /** Number of processes on this machine, which share the port. */
  webConcurrency: integer(1, 256, { variable: 'WEB_CONCURRENCY', default: 1 }),
  /** Minimum level of the log: `fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`. */
  logLevel: oneOf(logLevels, { variable: 'LOG_LEVEL', default: 'info' }),
  /** Proxies whose `X-Forwarded-*` headers are trusted: `true`, number of hops, or addresses. As Express's `trust proxy`. */
  trustProxy: value<boolean | number | string, boolean | number | string>({
    variable: 'TRUST_PROXY',
    default: false,
    parse: trustedProxies,
    rule: [
      (given) => typeof given !== 'string' || given.split(',').every((proxy) => isNetwork(proxy.trim())),
      'must be true, false, a number of hops, or a list of addresses and networks with commas between.',
    ],
  }),
};

function trustedProxies(given: string): boolean | number | string {
  if (/^\d{1,2}$/.test(given)) return Number(given);
  return given === 'true' || (given === 'false' ? false : given);
}

/** Returns whether the text is an address, a network in CIDR notation, or one of Express's names for networks. */
function isNetwork(given: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(given)) return true;
  const [address = '', bits, ...rest] = given.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
