import type { FactoryProvider, Provider } from '@nestjs/common';
import { HostAttachmentStorage } from './attachments/index.js';
import { HostDuplicateFinder, HostFeedbackPolicy, PoliciesInOrder } from './feedback/index.js';
import { HostTokenVerifier, HostUserDirectory } from './identity/index.js';
import { HostMailTexts, HostMailTransport, HostTargetClient } from './outreach/index.js';
import { HostRateLimitWindows } from './platform/rate-limit/index.js';
import { HostFeedbackVisibility } from './project/index.js';
import type { CheckedLayout, OptionErrors } from './settings/check-options.js';
import { Clock } from './shared/clock.js';
import { Ids } from './shared/ids.js';
import { Slugifier } from './shared/slug.js';

type ModuleName = keyof CheckedLayout['modules'];

type Port = abstract new (...parameters: never[]) => object;

/** The ports that an application around the service can provide, with the module that uses it, if it can be left out. */
const replaceable = new Map<Port, ModuleName | undefined>([
  [Clock, undefined],
  [Ids, undefined],
  [Slugifier, undefined],
  [HostTokenVerifier, undefined],
  [HostUserDirectory, undefined],
  [HostFeedbackPolicy, 'feedback'],
  [HostFeedbackVisibility, 'feedback'],
  [HostDuplicateFinder, 'feedback'],
  [HostAttachmentStorage, undefined],
  [HostMailTexts, 'mail'],
  [HostMailTransport, 'mail'],
  [HostTargetClient, 'webhooks'],
  [HostRateLimitWindows, undefined],
]);

/** Ports of which the service itself has an adapter that extends them. */
const implemented: readonly Port[] = [Clock, Ids, Slugifier];

/** The ports that only applications around the service implement. */
export const hostPorts = [...replaceable.keys()].filter((port) => !implemented.includes(port));

/** A provider of a host, with the option that it is in. */
interface GivenPort {
  readonly option: string;
  readonly provider: Provider;
}

/** Returns the providers of ports of a host and of its extensions. */
function givenPorts(ports: readonly Provider[], { extensions }: CheckedLayout): readonly GivenPort[] {
  return [
    ...ports.map((provider, index) => ({ option: `ports[${index}]`, provider })),
    ...extensions.flatMap((extension, index) =>
      (extension.ports ?? []).map((provider, at) => ({
        option: `extensions[${index}].ports[${at}]`,
        provider,
      })),
    ),
  ];
}

/**
 * Reports providers of ports that would have no effect: their tokens are no port, one of a module that is off, or one that is provided
 * before. Several policies are called in order.
 */
export function checkPorts(ports: readonly Provider[], layout: CheckedLayout, errors: OptionErrors): void {
  const options = new Map<unknown, string>();
  for (const { option, provider } of givenPorts(ports, layout)) {
    const token = tokenOf(provider);
    const name = nameOf(token);
    const module = replaceable.get(token as Port);
    const earlier = options.get(token);
    if (!replaceable.has(token as Port)) {
      const names = [...replaceable.keys()].map(nameOf).join(', ');
      errors.reject(option, `must provide a port, which ${name} is not. The ports are ${names}.`);
    } else if (module !== undefined && !layout.modules[module]) {
      errors.reject(option, `must not provide ${name}, because modules.${module} is false.`);
    } else if (earlier !== undefined && token !== HostFeedbackPolicy) {
      errors.reject(option, `must not provide ${name}, which ${earlier} provides already.`);
    }
    options.set(token, option);
  }
}

/** Returns a provider for each port of a host and of its extensions: several policies are one, which calls them in order. */
export function portsOf(ports: readonly Provider[], layout: CheckedLayout): readonly Provider[] {
  const all = givenPorts(ports, layout).map(({ provider }) => provider);
  const policies = all.filter((provider) => tokenOf(provider) === HostFeedbackPolicy);
  if (policies.length < 2) return all;
  const tokens = policies.map((_, index) => Symbol(`HostFeedbackPolicy ${index + 1}`));
  const combined: FactoryProvider = {
    provide: HostFeedbackPolicy,
    inject: tokens,
    useFactory: (...each: HostFeedbackPolicy[]) => new PoliciesInOrder(each),
  };
  return [
    ...all.filter((provider) => !policies.includes(provider)),
    ...policies.map((policy, index) => ({ ...policy, provide: tokens[index]! }) as Provider),
    combined,
  ];
}

/** Returns the token of a provider. */
export function tokenOf(provider: Provider): unknown {
  return typeof provider === 'function' ? provider : provider.provide;
}

function nameOf(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token);
}
