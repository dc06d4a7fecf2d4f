import type { FactoryProvider, InjectionToken, Provider } from '@nestjs/common';
import { HostAttachmentStorage } from './attachments/index.js';
import { HostChangelogPolicy } from './changelog/index.js';
import { HostDuplicateFinder, HostFeedbackPolicy } from './feedback/index.js';
import { HostTokenVerifier, HostUserDirectory } from './identity/index.js';
import { HostMailTexts, HostMailTransport, HostTargetClient } from './outreach/index.js';
import { HostRateLimitWindows } from './platform/rate-limit/index.js';
import {
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
  PoliciesInOrder,
} from './project/index.js';
import type { CheckedLayout, OptionErrors } from './settings/check-options.js';
import { Clock } from './shared/clock.js';
import { Ids } from './shared/ids.js';
import { Slugifier } from './shared/slug.js';

type ModuleName = keyof CheckedLayout['modules'];

type Port = abstract new (...parameters: never[]) => object;

/** What startup checks about a port that a host provides. */
interface PortDescription {
  /** The names of what the service uses of it. */
  readonly members: readonly string[];
  /** The module that uses it, if that can be left out. */
  readonly module: ModuleName | undefined;
}

/** @param members all members of the port, which the compiler checks: abstract ones do not exist when the service runs */
function port<T extends object>(
  token: abstract new (...parameters: never[]) => T,
  members: Readonly<Record<keyof T, true>>,
  module?: ModuleName,
): [Port, PortDescription] {
  return [token, { members: Object.keys(members), module }];
}

/** The ports that an application around the service can provide. */
const describedPorts = new Map([
  port(Clock, { now: true }),
  port(Ids, { next: true }),
  port(Slugifier, { slugify: true }),
  port(HostTokenVerifier, { verify: true }),
  port(HostUserDirectory, { exists: true, findIdByEmail: true, findIdsByEmails: true }),
  port(HostFeedbackPolicy, { before: true }, 'feedback'),
  port(HostChangelogPolicy, { before: true }, 'changelog'),
  port(HostFeedbackVisibility, { conditionFor: true }, 'feedback'),
  port(HostCommentVisibility, { conditionFor: true }, 'feedback'),
  port(HostChangelogVisibility, { conditionFor: true }, 'changelog'),
  port(HostDuplicateFinder, { find: true }, 'feedback'),
  port(HostAttachmentStorage, { write: true, read: true, delete: true }),
  port(HostMailTexts, { confirmation: true, entry: true, news: true, digest: true, page: true }, 'mail'),
  port(HostMailTransport, { isConfigured: true, maxPerMinute: true, send: true }, 'mail'),
  port(HostTargetClient, { postEvent: true, postMessage: true }, 'webhooks'),
  port(HostRateLimitWindows, { count: true }),
]);

/** Ports that each team of a host can provide: all are called, in order. */
const policies: readonly unknown[] = [HostFeedbackPolicy, HostChangelogPolicy];

/** Ports whose adapters in the service extend them. */
const implemented: readonly Port[] = [Clock, Ids, Slugifier];

/** The ports that only applications around the service implement. */
export const hostPorts = [...describedPorts.keys()].filter((port) => !implemented.includes(port));

/** A provider of a host. */
export interface GivenPort {
  /** The option that it is in. */
  readonly option: string;
  readonly port: InjectionToken;
  /** The token of its instance, which is its port unless several policies are provided. */
  readonly token: InjectionToken;
  readonly provider: Provider;
}

/** Returns the providers of ports of a host and of its extensions. */
export function givenPorts(ports: readonly Provider[], { extensions }: CheckedLayout): readonly GivenPort[] {
  const given = [
    ...ports.map((provider, index) => ({ option: `ports[${index}]`, provider })),
    ...extensions.flatMap((extension, index) =>
      (extension.ports ?? []).map((provider, at) => ({
        option: `extensions[${index}].ports[${at}]`,
        provider,
      })),
    ),
  ].map(({ option, provider }) => ({ option, provider, port: tokenOf(provider) }));
  return given.map(({ option, provider, port }) => {
    const isOneOfSeveral = policies.includes(port) && given.filter((each) => each.port === port).length > 1;
    if (!isOneOfSeveral) return { option, port, token: port, provider };
    const token = Symbol(`${nameOf(port)} of ${option}`);
    return { option, port, token, provider: { ...provider, provide: token } as Provider };
  });
}

/**
 * Reports providers of ports that would have no effect: their tokens are no port, one of a module that is off, or one that is provided
 * before. Several policies are called in order.
 */
export function checkPorts(given: readonly GivenPort[], layout: CheckedLayout, errors: OptionErrors): void {
  const options = new Map<unknown, string>();
  for (const { option, port } of given) {
    const name = nameOf(port);
    const known = describedPorts.get(port as Port);
    const earlier = options.get(port);
    if (!known) {
      const names = [...describedPorts.keys()].map(nameOf).join(', ');
      errors.reject(option, `must provide a port, which ${name} is not. The ports are ${names}.`);
    } else if (known.module !== undefined && !layout.modules[known.module]) {
      errors.reject(option, `must not provide ${name}, because modules.${known.module} is false.`);
    } else if (earlier !== undefined && !policies.includes(port)) {
      errors.reject(option, `must not provide ${name}, which ${earlier} provides already.`);
    }
    options.set(port, option);
  }
}

/** Reports instances of ports without all members, such as an object in plain JavaScript. */
export function checkInstances(
  given: readonly GivenPort[],
  instanceOf: (token: InjectionToken) => unknown,
  errors: OptionErrors,
): void {
  for (const { option, port, token } of given) {
    const instance = Object(instanceOf(token)) as Record<string, unknown>;
    const missing = describedPorts.get(port as Port)!.members.filter((name) => instance[name] === undefined);
    if (missing.length > 0)
      errors.reject(option, `must implement ${nameOf(port)}: it has no ${missing.join(', no ')}.`);
  }
}

/** Returns the providers of the ports: several policies are one, which calls them in order. */
export function portsOf(given: readonly GivenPort[]): readonly Provider[] {
  const several = given.filter(({ port, token }) => token !== port);
  const combined = [...new Set(several.map(({ port }) => port))].map((port): FactoryProvider => ({
    provide: port,
    inject: several.filter((each) => each.port === port).map(({ token }) => token),
    useFactory: (...each: HostFeedbackPolicy[]) => new PoliciesInOrder(each),
  }));
  return [...given.map(({ provider }) => provider), ...combined];
}

/** Returns the token of a provider. */
function tokenOf(provider: Provider): InjectionToken {
  return typeof provider === 'function' ? provider : provider.provide;
}

function nameOf(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token);
}
