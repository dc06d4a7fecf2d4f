import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  type CounterConfiguration,
  Gauge,
  type GaugeConfiguration,
  Histogram,
  type HistogramConfiguration,
  Registry,
} from 'prom-client';

/** How long a scrape waits for values from the database, in milliseconds. */
const readTimeoutMs = 2_000;

/**
 * The Prometheus metrics of this process. Each part of the service registers its own. They cost nearly nothing while nobody
 * collects them.
 */
export class Metrics {
  private readonly registry = new Registry();

  /** Registers a counter. */
  counter<Label extends string>(options: CounterConfiguration<Label>): Counter<Label> {
    return new Counter({ ...options, registers: [this.registry] });
  }

  /** Registers a gauge. The values of several processes are added up. */
  gauge<Label extends string>(options: GaugeConfiguration<Label>): Gauge<Label> {
    return new Gauge({ ...options, registers: [this.registry] });
  }

  /** Registers a histogram. */
  histogram<Label extends string>(options: HistogramConfiguration<Label>): Histogram<Label> {
    return new Histogram({ ...options, registers: [this.registry] });
  }

  /**
   * Registers gauges that describe what all processes share, such as a queue. They have no value while `read` fails or
   * takes longer than 2 seconds.
   *
   * @param help the description of each gauge by its name
   * @param read returns the value of each gauge; called once per scrape
   */
  sharedGauges<Name extends string>(
    help: Readonly<Record<Name, string>>,
    read: () => Promise<Readonly<Record<Name, number>>>,
  ): void {
    let reading: Promise<Partial<Record<Name, number>>> | undefined;
    for (const name of Object.keys(help) as Name[]) {
      const collect = async function (this: Gauge): Promise<void> {
        reading ??= withTimeout(read())
          .catch(() => ({}))
          .finally(() => (reading = undefined));
        const value = (await reading)[name];
        if (value === undefined) this.remove();
        else this.set(value);
      };
      this.gauge({ name, help: help[name], aggregator: 'max', collect });
    }
  }

  /** Adds the metrics of Node: memory, garbage collection, CPU time, event-loop delay. */
  addProcessMetrics(): void {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Returns all metrics in the text format of Prometheus. */
  render(): Promise<string> {
    return this.registry.metrics();
  }

  /** In a worker of a cluster: answers the primary process when it collects the metrics of all workers. */
  shareWithPrimary(): void {
    AggregatorRegistry.setRegistries(this.registry);
    // Its constructor adds the listener for messages of the primary process.
    new AggregatorRegistry();
  }
}

/** Returns a function for the primary process of a cluster that renders the metrics of all workers together. */
export function clusterMetrics(): () => Promise<string> {
  const aggregator = new AggregatorRegistry();
  return () => aggregator.clusterMetrics();
}

function withTimeout<T>(work: Promise<T>): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_resolve, reject) => {
      setTimeout(() => reject(new Error('The values took too long to read.')), readTimeoutMs).unref();
    }),
  ]);
}
