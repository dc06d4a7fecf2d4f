import { setTimeout as pause } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';

/** How long hastened work still waits, in milliseconds: what hastens it often comes in bursts. */
const shortPause = 50;

/** Work that is repeated in the background. */
export interface RepeatedWork {
  /** Lets the next turn begin within 50 ms. */
  hasten(): void;
}

/**
 * Work that no request asks for. It begins when `start` is called, which the service does once it listens: commands and
 * tests that load the same modules have no background.
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

  /** Repeats the work from the start on, with a pause in between. Errors are logged and do not end it. */
  every(milliseconds: number, what: string, work: () => Promise<void>): RepeatedWork {
    let isFailing = false;
    let hastened = new AbortController();
    const repeat = async (): Promise<void> => {
      while (this.state === 'started') {
        hastened = new AbortController();
        try {
          await work();
          isFailing = false;
        } catch (error) {
          // Once, not at every turn: a database that is away would fill the log.
          if (!isFailing) this.logger.warn(`Could not do ${what}: ${(error as Error).message}`);
          isFailing = true;
        }
        await pause(milliseconds, undefined, { ref: false, signal: hastened.signal }).catch(() =>
          this.state === 'started' ? pause(shortPause, undefined, { ref: false }) : undefined,
        );
      }
    };
    this.onStart(() => this.running.push(repeat()));
    const repeated = { hasten: () => hastened.abort() };
    this.works.push(repeated);
    return repeated;
  }

  start(): void {
    this.state = 'started';
    for (const begin of this.starts.splice(0)) begin();
  }

  /** Begins no more work, and waits for what is running. */
  async beforeApplicationShutdown(): Promise<void> {
    this.state = 'stopped';
    for (const work of this.works) work.hasten();
    await Promise.all(this.running);
  }
}
