import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { messageWithCause } from '../logging/index.js';

/** The delay of triggered work, in milliseconds: triggers often come in bursts. */
const shortPause = 50;

/** How often the error of work that keeps failing is logged, in milliseconds. */
const logInterval = 600_000;

/** Work that is repeated in the background. */
interface RepeatedWork {
  /** Starts the next run within 50 ms. */
  trigger(): void;
}

/**
 * Work that is independent of requests. It begins when `start` is called: by the standalone service once it listens, and in
 * an application that mounts the service when the application starts. Commands and tests that load the same modules do not
 * start it.
 *
 * Unlike jobs of `@nestjs/schedule`, runs of the same work never overlap, wait for the start, and can be triggered.
 */
@Injectable()
export class Background implements BeforeApplicationShutdown {
  private readonly logger = new Logger(Background.name);
  private readonly starts: (() => void)[] = [];
  private readonly works: RepeatedWork[] = [];
  private readonly running: Promise<void>[] = [];
  private state: 'waiting' | 'started' | 'stopped' = 'waiting';

  /** Calls the function when the background starts. */
  onStart(begin: () => void): void {
    if (this.state === 'started') begin();
    else this.starts.push(begin);
  }

  /** Repeats the work after the start, with a pause in between. Errors are logged and do not end it. */
  every(milliseconds: number, what: string, work: () => Promise<void>): RepeatedWork {
    let loggedAt = -Infinity;
    let wakeUp = new AbortController();
    const repeat = async (): Promise<void> => {
      while (this.state === 'started') {
        wakeUp = new AbortController();
        try {
          await work();
          loggedAt = -Infinity;
        } catch (error) {
          // Not logged on every run: an unavailable database would fill the log.
          if (performance.now() - loggedAt >= logInterval) {
            loggedAt = performance.now();
            this.logger.warn(`Failed at ${what}: ${messageWithCause(error as Error)}`);
          }
        }
        await pause(milliseconds, undefined, { ref: false, signal: wakeUp.signal }).catch(() =>
          this.state === 'started' ? pause(shortPause, undefined, { ref: false }) : undefined,
        );
      }
    };
    this.onStart(() => this.running.push(repeat()));
    const repeated = { trigger: () => wakeUp.signal.aborted || wakeUp.abort() };
    this.works.push(repeated);
    return repeated;
  }

  start(): void {
    this.state = 'started';
    for (const begin of this.starts.splice(0)) begin();
  }

  /** Starts no more work, and waits for running work. */
  async beforeApplicationShutdown(): Promise<void> {
    this.state = 'stopped';
    for (const work of this.works) work.trigger();
    await Promise.all(this.running);
  }
}
