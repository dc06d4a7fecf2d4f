import type { Provider } from '@nestjs/common';
import { HostDuplicateFinder } from './duplicates/index.js';
import { HostFeedbackPolicy } from './feedback/index.js';
import { HostTokenVerifier, HostUserDirectory } from './identity/index.js';
import { HostMailTexts, HostMailTransport } from './mail/index.js';
import { HostRateLimitWindows } from './platform/rate-limit/index.js';
import { HostFeedbackVisibility } from './project/index.js';
import type { OptionErrors } from './settings/check-options.js';
import { Clock } from './shared/clock.js';
import { Ids } from './shared/ids.js';
import { Slugifier } from './shared/slug.js';
import { HostTargetClient } from './webhooks/index.js';

/** The ports that an application around the service can provide. */
const replaceable: readonly { readonly name: string }[] = [
  Clock,
  Ids,
  Slugifier,
  HostTokenVerifier,
  HostUserDirectory,
  HostFeedbackPolicy,
  HostFeedbackVisibility,
  HostDuplicateFinder,
  HostMailTexts,
  HostMailTransport,
  HostTargetClient,
  HostRateLimitWindows,
];

/** Reports providers in the option `ports` whose tokens are no port: they would have no effect. */
export function checkPorts(ports: readonly Provider[], errors: OptionErrors): void {
  for (const [index, port] of ports.entries()) {
    const token = typeof port === 'function' ? port : port.provide;
    if (replaceable.some((each) => each === token)) continue;
    const name = typeof token === 'function' ? token.name : String(token);
    const names = replaceable.map((each) => each.name).join(', ');
    errors.reject(`ports[${index}]`, `must provide a port, which ${name} is not. The ports are ${names}.`);
  }
}
