import type { DiscoveryService } from '@nestjs/core';

/** Returns the providers of all modules that extend a class: what each module does for another one. Each is returned once. */
export function providersExtending<T>(
  type: abstract new (...parameters: never[]) => T,
  discovery: DiscoveryService,
): readonly T[] {
  const instances = discovery.getProviders().map(({ instance }): unknown => instance);
  return [...new Set(instances.filter((instance): instance is T => instance instanceof type))];
}
