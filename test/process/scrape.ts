import { expect } from '@jest/globals';
import type { ServiceProcess } from './service-process.js';

/** Returns the metrics of a service with METRICS_PORT. */
export async function scrape(service: ServiceProcess): Promise<string> {
  const [, url = ''] = /"The metrics are at ([^"]+)"/.exec(service.output) ?? [];
  const answer = await fetch(url);
  expect(answer.status).toBe(200);
  return answer.text();
}

/** Returns the value of a metric with labels in the order of the scrape. */
export function valueOf(text: string, metric: string): number | undefined {
  const line = text.split('\n').find((each) => each.startsWith(`${metric} `));
  return line === undefined ? undefined : Number(line.slice(metric.length + 1));
}
