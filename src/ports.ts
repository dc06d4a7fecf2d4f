import type { Provider } from '@nestjs/common';
import { HostAttachmentStorage } from './attachments/index.js';
import { HostDuplicateFinder, HostFeedbackPolicy } from './feedback/index.js';
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

/** Reports providers in the option `ports` that would have no effect: their tokens are no port, or one of a module that is off. */
export function checkPorts(
  ports: readonly Provider[],
  { modules }: CheckedLayout,
  errors: OptionErrors,
): void {
  for (const [index, port] of ports.entries()) {
    const token = tokenOf(port);
    const name = nameOf(token);
    const module = replaceable.get(token as Port);
    if (!replaceable.has(token as Port)) {
      const names = [...replaceable.keys()].map(nameOf).join(', ');
      errors.reject(`ports[${index}]`, `must provide a port, which ${name} is not. The ports are ${names}.`);
    } else if (module !== undefined && !modules[module]) {
      errors.reject(`ports[${index}]`, `must not provide ${name}, because modules.${module} is false.`);
    }
  }
}

/** Returns the token of a provider. */
export function tokenOf(provider: Provider): unknown {
  return typeof provider === 'function' ? provider : provider.provide;
}

function nameOf(token: unknown): string {
  return typeof token === 'function' ? token.name : String(token);
}
